import {
  formatCentavos,
  formatMonth,
  aboveOrBelowText,
  formatReais,
  formatShare,
  noBreak,
  lowerFirst,
  formatList,
} from '../words/format.ts';
import type { Panels } from '../contracts/panels.ts';
import { smallNotes } from '../statistics/catalogue.ts';
import { isIncomplete } from '../statistics/completeness.ts';
import { minForStatistics } from '../statistics/design-effect.ts';
import type { SearchAnswer, SearchFilters } from '../contracts/search.ts';
import { hasFacetFilter } from '../filters/facet-fields.ts';
import { facetFilters, type FacetName } from '../filters/facet-filters.ts';
import { areEnough, extremesOf } from '../statistics/interval-difference.ts';
import { heapedAt, heapNotes } from '../statistics/heaping.ts';
import { ageBandName, ageBands, type CompanySize, unknownSchooling } from '../codes/codes.ts';

export type SummarisedAnswer = Pick<SearchAnswer, 'statistics' | 'histogram' | 'method' | 'panels'>;

/**
 * An answer in at most five sentences, each about figures that its panel shows; empty for incomplete data. The first
 * screen already shows the median, the middle half, the mean and the findings about place, sexes and year, so no
 * sentence repeats them. There is no sentence without data, and no comparison with fewer than 30 effective records on a
 * side. A panel excludes its own filter, and its sentence states so if the query sets it.
 */
export function executiveSummary(
  answer: SummarisedAnswer,
  filters: Partial<SearchFilters>,
): SummarySentence[] {
  const { panels } = answer;
  if (isIncomplete(answer.method.completeness)) return [];
  const ofAllGroups = (own: FacetName, sentence: SummarySentence | undefined) =>
    sentence && hasFacetFilter(filters, own)
      ? { ...sentence, text: withoutFilterText(own, sentence.text) }
      : sentence;
  const sentences = [
    certaintySentence(answer),
    spikeSentence(answer),
    ...(panels === null
      ? []
      : [
          ofAllGroups('companySize', sizeSentence(panels)),
          ofAllGroups('schooling', schoolingSentence(panels)),
          ofAllGroups('age', ageSentence(panels)),
        ]),
  ];
  return sentences.filter((sentence) => sentence !== undefined);
}

const withoutFilterText = (own: FacetName, text: string) =>
  `Sem o filtro de ${facetFilters[own].label}, ${lowerFirst(text)}`;

/** How certain the median is. */
function certaintySentence({
  statistics,
  method,
}: Pick<SummarisedAnswer, 'statistics' | 'method'>): SummarySentence | undefined {
  const { count, median, medianInterval } = statistics;
  if (count === 0 || median === null || count < minForStatistics) return undefined;
  const texts = [...smallNotes(statistics, method.designEffect), ...heapNotes(statistics)];
  if (medianInterval !== null && heapedAt(statistics) === null) {
    const { lower, upper } = medianInterval;
    texts.push(
      `Intervalo de 95${noBreak}% da mediana: ${formatReais(lower)} a ${formatReais(upper)}.`,
    );
  }
  return texts.length === 0 ? undefined : { panel: 'distribution', text: texts.join(' ') };
}

/**
 * The sentences of a stored answer besides its median, middle half and P10 to P90: how certain it is, the mean, and the
 * lowest and highest record. Empty for incomplete data and without statistics.
 */
export function statisticsSentences({
  statistics,
  method,
}: Pick<SummarisedAnswer, 'statistics' | 'method'>): string[] {
  const { min, max } = statistics;
  if (isIncomplete(method.completeness)) return [];
  const mean = meanText(statistics);
  return [
    certaintySentence({ statistics, method })?.text,
    mean === undefined ? undefined : `${mean}.`,
    min === null || max === null
      ? undefined
      : `O menor salário registrado é ${formatReais(min)}; o maior, ${formatReais(max)}.`,
  ].filter((text) => text !== undefined);
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
  return difference !== 0 && Math.abs(difference) < hardlyAnything
    ? `${mean}, quase igual à mediana`
    : `${mean}, ${aboveOrBelowText(difference, 'mediana')}`;
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
  const isPartial = compared < known.filter(({ count }) => count > 0).length;
  const among = isPartial ? `, entre os ${compared} comparados` : '';
  const text = `Por porte da empresa${among}, a maior mediana é a das ${companiesText(highestTied)}, ${formatReais(highest.median)}, e a menor, a das ${companiesText(lowestTied)}, ${formatReais(lowest.median)}.`;
  return { panel: 'companySize', text };
}

const companiesText = (sizes: readonly { readonly porte: CompanySize | null }[]) =>
  formatList(sizes.flatMap(({ porte }) => (porte === null ? [] : [companiesOfSize[porte]])));

/** The single salary with the most records, if many records have it. */
function spikeSentence({ histogram, method }: SummarisedAnswer): SummarySentence | undefined {
  const spike = histogram?.spikes[0];
  if (spike === undefined) return undefined;
  const { centavos, share, isMinimumWage } = spike;
  const { minimumWage, period } = method;
  const isAbove = minimumWage !== null && centavos > minimumWage.centavos;
  // The minimum wage is of an earlier month while that of the last one is not imported yet.
  const isUncertain = minimumWage !== null && period !== null && minimumWage.month < period.to;
  const wageAbove = isUncertain ? ' ou o novo salário mínimo' : '';
  const otherWage = isAbove ? wageAbove : ' ou um salário mínimo anterior';
  return {
    panel: 'distribution',
    text:
      isMinimumWage && minimumWage !== null
        ? `${formatShare(share)} dos registros têm exatamente o salário mínimo de ${formatMonth(minimumWage.month)}, ${formatCentavos(centavos)}.`
        : `${formatShare(share)} dos registros têm o mesmo salário, ${formatCentavos(centavos)}: pode ser um piso${otherWage}.`,
  };
}

/** The panel that shows the figures of a sentence. */
export type SummaryPanel = 'distribution' | 'companySize' | 'demographic';

export interface SummarySentence {
  readonly panel: SummaryPanel;
  readonly text: string;
}

const panel = 'demographic';

/** The most frequent known group, and the one with the highest median if that is beyond chance. */
function schoolingSentence({ schooling }: Panels): SummarySentence | undefined {
  const known = schooling.groups.filter(({ escolaridade }) => escolaridade !== unknownSchooling);
  const [most] = known.toSorted((a, b) => b.count - a.count);
  if (most === undefined || most.median === null) return undefined;
  if (!areEnough(most.count, schooling.designEffect)) return undefined;
  const start = `A escolaridade mais comum é ${most.nome}, com ${formatShare(most.share)} dos registros e mediana de ${formatReais(most.median)}`;
  const { compared, found } = extremesOf(known, schooling.designEffect);
  if (
    found === null ||
    found.highestTied.some(({ escolaridade }) => escolaridade === most.escolaridade)
  )
    return { panel, text: `${start}.` };
  const highest = formatList(found.highestTied.map(({ nome }) => nome));
  return {
    panel,
    text: `${start}; a maior mediana de ${compared} comparadas é a de ${highest}, ${formatReais(found.highest.median)}.`,
  };
}

const maxBands = 3;

/** The bands with most records, as shares of all records; none with few records in the bands. */
function ageSentence({ age }: Panels): SummarySentence | undefined {
  const known = age.bands.reduce((sum, { count }) => sum + count, 0);
  if (!areEnough(known, age.designEffect)) return undefined;
  const top = age.bands
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxBands)
    .map(({ faixa, share }, index) => {
      const base = index === 0 ? ' dos registros' : '';
      return `${bandText(faixa)} (${formatShare(share)}${base})`;
    });
  const list = formatList(top);
  const subject =
    top.length === 1 ? 'A faixa etária mais comum é' : 'As faixas etárias mais comuns são';
  return { panel, text: `${subject} ${list}.` };
}

function bandText(faixa: Panels['age']['bands'][number]['faixa']): string {
  return faixa === '55+' ? `${ageBands[faixa].from} anos ou mais` : ageBandName(faixa);
}
