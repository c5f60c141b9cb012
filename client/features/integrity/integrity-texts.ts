import {
  formatCount,
  formatMonth,
  formatReais,
  formatSigned,
} from '../../../shared/words/format.ts';
import type { IntegrityBadge, IntegrityRow } from '../../../shared/contracts/integrity.ts';
import { fileKinds } from '../../../shared/contracts/uploads.ts';

type Missing = IntegrityRow['missing'];

export const badgeTitles = {
  confere: 'Confere',
  diverge: 'Diverge',
  parcial: 'Parcial',
  'não carregado': 'Não carregado',
  'sem referência': 'Sem referência',
} as const satisfies Record<IntegrityBadge, string>;

export const seriesTitles = {
  declarada: 'Declarada',
  ajustada: 'Ajustada',
} as const satisfies Record<IntegrityRow['series'], string>;

/** The meaning of each badge for a month, in one line. */
export const badgeNotes = {
  confere: 'iguais aos do MTE, até a última unidade',
  diverge: 'há diferença, com todos os arquivos carregados',
  parcial: 'faltam arquivos: ainda não dá para comparar',
  'não carregado': 'nenhum arquivo do mês foi carregado; só há o número do MTE',
  'sem referência': 'falta o número do MTE',
} as const satisfies Record<IntegrityBadge, string>;

/** "MOV jul/2023; FOR ago/2023 a out/2023": the months of each kind, with consecutive months as ranges. */
export function missingText(missing: Missing): string {
  return fileKinds
    .map((kind) => ({
      kind,
      months: missing.filter((file) => file.kind === kind).map(({ month }) => month),
    }))
    .filter(({ months }) => months.length > 0)
    .map(({ kind, months }) => `${kind} ${runsOf(months.toSorted()).map(runText).join(', ')}`)
    .join('; ');
}

/** "falta MOV jul/2023", "faltam MOV jul/2023; FOR ago/2023". */
export const missingNote = (missing: Missing): string =>
  `${missing.length === 1 ? 'falta' : 'faltam'} ${missingText(missing)}`;

type Run = { first: string; last: string };

function runsOf(months: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (const month of months) {
    const run = runs.at(-1);
    if (run !== undefined && ordinal(month) - ordinal(run.last) <= 1) run.last = month;
    else runs.push({ first: month, last: month });
  }
  return runs;
}

const ordinal = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));

const runText = ({ first, last }: Run) =>
  first === last ? formatMonth(first) : `${formatMonth(first)} a ${formatMonth(last)}`;

/** Why the three counts of a month have their badge, with the figures. */
export function countsExplanation(row: IntegrityRow): string {
  return explanation(row.badge, row, {
    confere: 'Os números do MTE e os desta versão dos dados são iguais, até a última unidade.',
    diverge: `Diferença (aqui menos MTE): ${differencesText(row.difference)}. Todos os arquivos usados neste número estão carregados; o MTE pode ter trocado um deles depois da edição ${editionText(row)}, ou falta uma versão mais nova aqui.`,
    'sem referência':
      'Falta o número do MTE para este mês e série. Um administrador pode importá-lo.',
  });
}

/** The same explanation for a mean wage. */
export function wageExplanation(
  row: IntegrityRow,
  { badge, difference }: IntegrityRow['nominalWage'],
): string {
  return explanation(badge, row, {
    confere: 'O salário médio do MTE e o desta versão dos dados são iguais, até o centavo.',
    diverge: `Diferença (aqui menos MTE): ${signedReais(difference ?? 0)}. Todos os arquivos usados nesta média estão carregados.`,
    'sem referência': 'Falta o salário médio do MTE para este mês e série.',
  });
}

/** A badge's own text, or which files are missing. */
function explanation(
  badge: IntegrityBadge,
  { missing }: IntegrityRow,
  texts: Readonly<Record<Exclude<IntegrityBadge, 'parcial' | 'não carregado'>, string>>,
): string {
  const lack = `Falta carregar: ${missingText(missing)}.`;
  if (badge === 'parcial') return `${lack} Até lá, não dá para comparar.`;
  if (badge === 'não carregado') return `Nenhum arquivo deste mês foi carregado. ${lack}`;
  return texts[badge];
}

const editionText = ({ edition }: IntegrityRow) =>
  edition === null ? 'dele' : `de ${formatMonth(edition)}`;

function differencesText({ admissions, separations, balance }: IntegrityRow['difference']): string {
  return [
    ['admissões', admissions] as const,
    ['desligamentos', separations] as const,
    ['saldo', balance] as const,
  ]
    .flatMap(([name, value]) =>
      value === null || value === 0 ? [] : [`${name} ${signedCount(value)}`],
    )
    .join(', ');
}

export const signedCount = (difference: number) => formatSigned(difference, formatCount);
export const signedReais = (difference: number) => formatSigned(difference, formatReais);
