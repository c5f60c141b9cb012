import { ageBands } from '../codes/codes.ts';
import type { SummarySentence } from '../words/summary-sentence.ts';
import { formatReais, formatShare } from '../words/format.ts';
import { gapCautions, gapRange, gapSentence } from '../statistics/gender-gap.ts';
import { ageBandName } from '../codes/group-names.ts';
import type { Panels } from '../contracts/panels.ts';
import { areEnough, extremesOf } from '../statistics/interval-difference.ts';
import { fewestForConfidence } from '../statistics/sample-size.ts';

/** Sentences about the people in an answer's records. */

const noBreak = '\u00a0';
const panel = 'demographic';

/** The gap of medians with its interval and how to read it. */
export function genderSentence({ gender }: Panels): SummarySentence | undefined {
  const { gap, genders } = gender;
  const sides = genders.map(({ count }) => count);
  if (gap === null || !areEnough(Math.min(...sides), gender.designEffect)) return undefined;
  const range = gapRange(gap);
  const interval = range === null ? '' : ` (intervalo de 95${noBreak}% da diferença: ${range})`;
  return { panel, text: `${gapSentence(gap)}${interval}. ${gapCautions(gender)}` };
}

/** Schooling, then age. */
export function peopleSentences(panels: Panels): (SummarySentence | undefined)[] {
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
