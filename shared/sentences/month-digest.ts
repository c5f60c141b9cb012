import type { MonthDigest } from '../contracts/month-digest.ts';
import {
  formatCounted,
  formatLongMonth,
  formatMonth,
  formatReais,
  formatSignedRatio,
  formatList,
} from '../words/format.ts';

const maxNamed = 30;

/** "O que mudou em outubro de 2026". */
export const digestTitle = ({ month }: Pick<MonthDigest, 'month'>) =>
  `O que mudou em ${formatLongMonth(month)}`;

/** The changes, one sentence each; those that the minimum wage explains share one sentence. */
export function digestSentences(digest: MonthDigest): string[] {
  const { changes, minimumWage } = digest;
  const individual = changes.filter((change) => minimumWage === null || !change.followsMinimumWage);
  const common = changes.filter((change) => !individual.includes(change));
  const shown = individual.slice(0, maxNamed);
  const rest = individual.length - shown.length;
  return [
    ...commonSentences(digest, common),
    ...shown.map(
      ({ name, medians: { before, now } }) =>
        `“${name}”: a mediana passou de ${formatReais(before)} em ${formatMonth(digest.before)} para ${formatReais(now)} em ${formatMonth(digest.month)}${percentText(before, now)}.`,
    ),
    ...(rest === 0 ? [] : [`… e mais ${formatCounted(rest, 'pesquisa', 'pesquisas')}.`]),
  ];
}

type Change = MonthDigest['changes'][number];

function commonSentences({ month, minimumWage }: MonthDigest, common: readonly Change[]): string[] {
  if (minimumWage === null || common.length === 0) return [];
  const { before, now } = minimumWage;
  const names = common.slice(0, maxNamed).map(({ name }) => `“${name}”`);
  const rest = common.length - names.length;
  const all = rest === 0 ? names : [...names, `mais ${formatCounted(rest, 'outra', 'outras')}`];
  const verb = common.length === 1 ? 'Mudou' : 'Mudaram';
  return [
    `Em ${formatLongMonth(month)}, o salário mínimo passou de ${formatReais(before)} para ${formatReais(now)}${percentText(before, now)}. ${verb} junto com ele: ${formatList(all)}.`,
  ];
}

const percentText = (before: number, now: number) =>
  before === 0 ? '' : ` (${formatSignedRatio(now / before - 1)})`;

/** What the digest compares and which changes it has. */
export const digestNote =
  'Cada pesquisa é comparada com o mês anterior. Só aparecem mudanças que o acaso não explica, testadas em conjunto para todas as pesquisas salvas, com ao menos 30 registros independentes em cada mês. Valores nominais; o mês mais novo ainda recebe declarações fora do prazo.';
