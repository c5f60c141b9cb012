import {
  formatCentavos,
  formatCounted,
  formatLongMonth,
  formatMonth,
  formatReais,
  formatShare,
} from '../words/format.ts';
import type { Panels } from '../contracts/panels.ts';
import { isIncomplete } from '../statistics/completeness.ts';
import { qualityOfAnswer, type LoadedMonths } from '../statistics/quality.ts';
import { fewestForStatistics, fewestForConfidence } from '../statistics/design-effect.ts';
import type { SearchAnswer } from '../contracts/search.ts';
import { areEnough, extremesOf, mayDifferByChance } from '../statistics/interval-difference.ts';
import { heapedAt, heapText, spikesOf } from '../statistics/heaping.ts';
import { type CompanySize, ageBands, ageBandName } from '../codes/codes.ts';
import { yearBefore, yearChange } from '../statistics/year-on-year.ts';
import { gapCautions, gapRange, gapSentence } from '../statistics/gender-gap.ts';

export type SummarisedAnswer = Pick<
  SearchAnswer,
  'statistics' | 'distribution' | 'method' | 'panels'
>;

/**
 * An answer in sentences, each about figures that its panel shows; empty for incomplete data. There is no sentence
 * without data, and no comparison with fewer than 30 effective records on a side. A small sample is described by its
 * median, as an indication.
 */
export function executiveSummary(
  answer: SummarisedAnswer,
  loaded: LoadedMonths,
): SummarySentence[] {
  const { panels } = answer;
  if (isIncomplete(answer.method.completeness)) return [];
  const sentences = [
    ...centreSentences(answer),
    ...(panels === null ? [] : panelSentences(panels)),
    ...spikeSentences(answer),
    qualitySentence(answer, loaded),
  ];
  return sentences.filter((sentence) => sentence !== undefined);
}

const panelSentences = (panels: Panels) => [
  rankingSentence(panels),
  ...trendSentences(panels),
  sizeSentence(panels),
  genderSentence(panels),
  ...peopleSentences(panels),
];

const noBreak = '\u00a0';
const chance = ' (pode ser acaso)';
const counted = (count: number) => formatCounted(count, 'registro', 'registros');

/** n and median; unless the sample is small, also the middle half, and the mean compared with the median. */
function centreSentences({
  statistics,
  method,
}: SummarisedAnswer): (SummarySentence | undefined)[] {
  const { count, median } = statistics;
  const period = method.period === null ? '' : ` ${periodText(method.period)}`;
  if (count === 0 || median === null) return [];
  if (count < fewestForStatistics) {
    const text = `A pesquisa encontrou só ${counted(count)}${period}: são poucos para uma estatística.`;
    return [{ panel: 'distribution', text }];
  }
  return [
    {
      panel: 'distribution',
      text: medianText(statistics, { median, period, designEffect: method.designEffect }),
    },
    ...(!areEnough(count, method.designEffect)
      ? []
      : [middleHalfSentence(statistics), meanSentence(statistics)]),
  ];
}

function medianText(
  { count, medianInterval }: SearchAnswer['statistics'],
  {
    median,
    period,
    designEffect,
  }: { readonly median: number; readonly period: string; readonly designEffect: number },
) {
  const isSmall = !areEnough(count, designEffect);
  const found = isSmall
    ? `A pesquisa encontrou só ${counted(count)}${period}: tome a mediana, ${formatReais(median)}, como indicação`
    : `Metade dos ${counted(count)}${period} ganha até ${formatReais(median)} (mediana)`;
  if (medianInterval === null) return `${found}.`;
  const heap = heapedAt({ medianInterval });
  if (heap !== null) return `${found}; há ${heapText([heap])}.`;
  const { lower, upper } = medianInterval;
  return `${found}; o intervalo de 95${noBreak}% vai de ${formatReais(lower)} a ${formatReais(upper)}.`;
}

function periodText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to
    ? `de ${formatLongMonth(from)}`
    : `de ${formatMonth(from)} a ${formatMonth(to)}`;
}

function middleHalfSentence({ p25, p75 }: SearchAnswer['statistics']): SummarySentence | undefined {
  if (p25 === null || p75 === null) return undefined;
  const text =
    p25 === p75
      ? `A metade central ganha ${formatReais(p25)}.`
      : `A metade central ganha de ${formatReais(p25)} a ${formatReais(p75)}.`;
  return { panel: 'quartiles', text };
}

const hardlyAnything = 0.01;

/** "A média é R$ 1.838,91, 10,1 % acima da mediana", without a full stop; undefined unless both exist. */
export function meanText({
  average,
  median,
}: Pick<SearchAnswer['statistics'], 'average' | 'median'>): string | undefined {
  if (average === null || median === null || median === 0) return undefined;
  const difference = average / median - 1;
  const mean = `A média é ${formatReais(average)}`;
  if (Math.abs(difference) < hardlyAnything) return `${mean}, quase igual à mediana`;
  return `${mean}, ${formatShare(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'} da mediana`;
}

function meanSentence(statistics: SearchAnswer['statistics']): SummarySentence | undefined {
  const text = meanText(statistics);
  if (text === undefined) return undefined;
  const why = text.endsWith('acima da mediana')
    ? ': os salários mais altos a puxam para cima'
    : text.endsWith('abaixo da mediana')
      ? ': os salários mais baixos a puxam para baixo'
      : '';
  return { panel: 'distribution', text: `${text}${why}.` };
}

/** The rank of the queried state, or of the municipalities' state, among the states with a median. */
function rankingSentence({ regional }: Panels): SummarySentence | undefined {
  const { states, rankedStates, country, municipalities, designEffect } = regional;
  const state = states.find(({ codigo }) => codigo === municipalities?.uf);
  if (state === undefined || state.rank === null || state.median === null) return undefined;
  if (country.median === null || rankedStates < 2) return undefined;
  if (!areEnough(Math.min(state.count, country.count), designEffect)) return undefined;
  const mayBe =
    state.median !== country.median &&
    mayDifferByChance(
      { median: state.median, medianInterval: state.medianInterval },
      { median: country.median, medianInterval: country.medianInterval },
    )
      ? chance
      : '';
  const place = `${state.nome} tem a ${state.rank === 1 ? '' : `${state.rank}ª `}maior mediana entre os ${rankedStates} estados comparáveis`;
  const text = `${place}: ${formatReais(state.median)}, ${besides(state.median, country.median)} ${formatReais(country.median)} do Brasil${mayBe}.`;
  return { panel: 'regional', text };
}

/** "10,0 % acima dos", "5,0 % abaixo dos", "o mesmo que os". */
function besides(value: number, reference: number): string {
  const difference = value / reference - 1;
  if (difference === 0) return 'o mesmo que os';
  return `${formatShare(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'} dos`;
}

/** The last queried month against the same month a year before, in nominal and real money. */
function trendSentences({ trend }: Panels): SummarySentence[] {
  const nominal = yearChange(trend, 'nominal');
  if ('missing' in nominal) return [];
  const { month } = nominal;
  const median = trend.months.find((one) => one.month === month)?.median;
  if (median == null) return [];
  const real = yearChange(trend, 'real');
  const then = formatMonth(yearBefore(month));
  const start = `Em ${formatLongMonth(month)}, a mediana foi ${formatReais(median)}: ${changeText(nominal.change)} ${then}, em valores nominais${nominal.mayBeChance ? chance : ''}`;
  const deflated =
    'missing' in real || real.month !== month
      ? ''
      : `, e ${changeText(real.change)} ${then}, descontada a inflação (INPC)${real.mayBeChance && Math.abs(real.change) >= 0.0005 ? chance : ''}`;
  return [{ panel: 'trend', text: `${start}${deflated}.` }];
}

/** "5,0 % a mais que em", "o mesmo que em". */
function changeText(change: number): string {
  if (Math.abs(change) < 0.0005) return 'praticamente o mesmo que em';
  return `${formatShare(Math.abs(change))} ${change > 0 ? 'a mais' : 'a menos'} que em`;
}

/** Sizes within a sentence: "a média" alone would mean the mean. */
const companiesOfSize: Readonly<Record<CompanySize, string>> = {
  MICRO: 'microempresas',
  PEQUENA: 'pequenas empresas',
  MEDIA: 'médias empresas',
  GRANDE: 'grandes empresas',
};

/** The sizes with the highest and the lowest median, among those with enough records to compare. */
function sizeSentence({
  companySize: { sizes, designEffect },
}: Panels): SummarySentence | undefined {
  const known = sizes.filter(({ porte }) => porte !== null);
  const { compared, found } = extremesOf(known, designEffect);
  if (found === null) return undefined;
  const { highest, lowest, highestTied, lowestTied } = found;
  const isPartial = compared < known.filter(({ median }) => median !== null).length;
  const among = isPartial ? `, entre os ${compared} que têm registros suficientes` : '';
  const text = `Por porte da empresa${among}, a maior mediana é a das ${companiesText(highestTied)}, ${formatReais(highest.median)}, e a menor, a das ${companiesText(lowestTied)}, ${formatReais(lowest.median)}.`;
  return { panel: 'companySize', text };
}

const companiesText = (sizes: readonly { readonly porte: CompanySize | null }[]) =>
  new Intl.ListFormat('pt-BR').format(
    sizes.flatMap(({ porte }) => (porte === null ? [] : [companiesOfSize[porte]])),
  );

/** Single salaries with many records, at most two. */
function spikeSentences({ distribution, method }: SummarisedAnswer): SummarySentence[] {
  const spikes = spikesOf(distribution, method.minimumWage?.centavos ?? null).slice(0, 2);
  return spikes.map(({ centavos, share, isMinimumWage }) => ({
    panel: 'distribution',
    text: isMinimumWage
      ? `O salário mínimo, ${formatCentavos(centavos)}, é o salário de ${formatShare(share)} dos registros.`
      : `Um só valor, ${formatCentavos(centavos)}, é o salário de ${formatShare(share)} dos registros: pode ser um piso ou um salário mínimo anterior.`,
  }));
}

function qualitySentence(
  answer: SummarisedAnswer,
  loaded: LoadedMonths,
): SummarySentence | undefined {
  if (answer.statistics.count === 0) return undefined;
  const { label, reasons } = qualityOfAnswer(answer, loaded);
  return {
    panel: 'distribution',
    text: `Qualidade da amostra: ${label.toLowerCase()}. ${reasons.join(' ')}`,
  };
}

/** The panel that shows the figures of a sentence. */
export type SummaryPanel =
  | 'distribution'
  | 'quartiles'
  | 'regional'
  | 'companySize'
  | 'trend'
  | 'demographic';

export interface SummarySentence {
  readonly panel: SummaryPanel;
  readonly text: string;
}

/** Sentences about the people in an answer's records. */

const panel = 'demographic';

/** The gap of medians with its interval and how to read it. */
function genderSentence({ gender }: Panels): SummarySentence | undefined {
  const { gap, genders } = gender;
  const sides = genders.map(({ count }) => count);
  if (gap === null || !areEnough(Math.min(...sides), gender.designEffect)) return undefined;
  const range = gapRange(gap);
  const interval = range === null ? '' : ` (intervalo de 95${noBreak}% da diferença: ${range})`;
  return { panel, text: `${gapSentence(gap)}${interval}. ${gapCautions(gender)}` };
}

/** Schooling, then age. */
function peopleSentences(panels: Panels): (SummarySentence | undefined)[] {
  return [schoolingSentence(panels), ageSentence(panels)];
}

/** The most frequent known group, and the one with the highest median if that is beyond chance. */
function schoolingSentence({ schooling }: Panels): SummarySentence | undefined {
  const known = schooling.groups.filter(({ escolaridade }) => escolaridade !== '80');
  const [most] = known.toSorted((a, b) => b.count - a.count);
  if (most === undefined || most.median === null) return undefined;
  if (!areEnough(most.count, schooling.designEffect)) return undefined;
  const start = `A escolaridade mais comum é ${most.nome}, com ${formatShare(most.share)} dos registros e mediana de ${formatReais(most.median)}`;
  const { compared, found } = extremesOf(known, schooling.designEffect);
  if (found === null || found.highest.escolaridade === most.escolaridade)
    return { panel, text: `${start}.` };
  return {
    panel,
    text: `${start}; a maior mediana de ${compared} comparadas é a de ${found.highest.nome}, ${formatReais(found.highest.median)}.`,
  };
}

const mostBands = 3;

/** The bands with most records, as shares of the records with a known band; none for a small sample. */
function ageSentence({ age }: Panels): SummarySentence | undefined {
  const all = age.bands.reduce((sum, { count }) => sum + count, 0);
  if (all < fewestForConfidence) return undefined;
  const top = age.bands
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostBands)
    .map(({ faixa, count }) => `${bandText(faixa)} (${formatShare(count / all)})`);
  const list = new Intl.ListFormat('pt-BR').format(top);
  const subject =
    top.length === 1 ? 'A faixa etária mais comum é' : 'As faixas etárias mais comuns são';
  return { panel, text: `${subject} ${list}.` };
}

function bandText(faixa: Panels['age']['bands'][number]['faixa']): string {
  return faixa === '55+' ? `${ageBands[faixa].from} anos ou mais` : ageBandName(faixa);
}
