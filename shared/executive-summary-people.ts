import type { SummarySentence } from './executive-summary.ts';
import { formatReais, formatShare } from './format.ts';
import type { Panels } from './panels.ts';
import { fewestForConfidence } from './sample-size.ts';

/** The sentences about the people of an answer's records. */

const noBreak = '\u00a0';
const panel = 'demographic';

/** The gap of medians with its interval: of groups, never of equal work. */
export function genderSentence({ gender }: Panels): SummarySentence | undefined {
  const { gap, genders } = gender;
  if (gap === null) return undefined;
  const { difference, percent, interval } = gap;
  const isSmall = genders.some(
    ({ genero, count }) => genero !== null && count < fewestForConfidence,
  );
  const share = formatShare(Math.abs(percent) / 100);
  const compared =
    difference === 0
      ? 'a mediana das mulheres é igual à dos homens'
      : `a mediana das mulheres é ${formatReais(Math.abs(difference))} (${share}) ${difference < 0 ? 'menor' : 'maior'} que a dos homens`;
  const told = isSmall ? `Em poucos registros, ${compared}` : capitalised(compared);
  return {
    panel,
    text: `${told}${intervalText(interval)}. Compara grupos, não pessoas em funções iguais.`,
  };
}

function intervalText(interval: { lower: number; upper: number } | null): string {
  if (interval === null) return '';
  const { lower, upper } = interval;
  const range = ` (intervalo de 95${noBreak}% da diferença: ${signed(lower)} a ${signed(upper)})`;
  return lower <= 0 && upper >= 0 ? `${range}, o que pode ser do acaso` : range;
}

function signed(reais: number): string {
  if (reais === 0) return formatReais(0);
  return `${reais > 0 ? '+' : '−'}${formatReais(Math.abs(reais))}`;
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Schooling, then age. */
export function peopleSentences(panels: Panels): (SummarySentence | undefined)[] {
  return [schoolingSentence(panels), ageSentence(panels)];
}

/** The commonest group that is known, and the one with the highest median among those of enough records. */
function schoolingSentence({ schooling }: Panels): SummarySentence | undefined {
  const known = schooling.groups.filter(({ escolaridade }) => escolaridade !== '80');
  const [most] = known.toSorted((a, b) => b.count - a.count);
  if (most === undefined || most.median === null) return undefined;
  const start = `A escolaridade mais comum é ${most.nome}, com ${formatShare(most.share)} dos registros e mediana de ${formatReais(most.median)}`;
  const [best] = known
    .filter(({ count }) => count >= fewestForConfidence)
    .toSorted((a, b) => (b.median ?? 0) - (a.median ?? 0));
  if (best === undefined || best.median === null || best.escolaridade === most.escolaridade)
    return { panel, text: `${start}.` };
  return {
    panel,
    text: `${start}; a maior mediana é a de ${best.nome}, ${formatReais(best.median)}.`,
  };
}

const mostBands = 3;

/** The bands with most records, as shares of those whose band is known; none for a small sample. */
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
  return faixa === '55+' ? '56 anos ou mais' : `${faixa.replace('-', ' a ')} anos`;
}
