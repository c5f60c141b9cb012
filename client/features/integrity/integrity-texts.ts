import { monthsBetween } from '../../../shared/codes/months.ts';
import { periodText } from '../../../shared/filters/data.ts';
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

/** The meaning of each badge for a month, in one line. */
export const badgeNotes = {
  confere: 'iguais aos do MTE, até a última unidade',
  diverge: 'há diferença, com todos os arquivos: um deles pode ter mudado no MTE',
  parcial: 'faltam arquivos: ainda não é possível comparar',
  'não carregado': 'nenhum arquivo do mês foi carregado; só há o número do MTE',
  'sem referência': 'falta o número do MTE',
} as const satisfies Record<IntegrityBadge, string>;

/** "MOV jul/2023; FOR ago/2023 a out/2023": the months of each kind, with consecutive months as ranges. */
function missingText(missing: Missing): string {
  return fileKinds
    .map((kind) => ({
      kind,
      months: missing.filter((file) => file.kind === kind).map(({ month }) => month),
    }))
    .filter(({ months }) => months.length > 0)
    .map(({ kind, months }) => `${kind} ${runsOf(months.toSorted()).map(periodText).join(', ')}`)
    .join('; ');
}

/** "falta MOV jul/2023", "faltam MOV jul/2023; FOR ago/2023". */
export const missingNote = (missing: Missing): string =>
  `${missing.length === 1 ? 'falta' : 'faltam'} ${missingText(missing)}`;

type Run = { from: string; to: string };

function runsOf(months: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (const month of months) {
    const run = runs.at(-1);
    if (run !== undefined && monthsBetween(run.to, month) <= 1) run.to = month;
    else runs.push({ from: month, to: month });
  }
  return runs;
}
