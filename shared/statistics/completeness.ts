import { formatList } from '../words/format.ts';
import { syntheticNotice } from '../codes/codes.ts';
import { monthsFrom } from '../codes/months.ts';
import type { Completeness } from '../contracts/completeness.ts';
import type { Period } from '../filters/data.ts';
import type { FileKind } from '../contracts/uploads.ts';

/** A published file: its kind and month (AAAAMM). */
export interface FileOfMonth {
  readonly kind: FileKind;
  readonly month: string;
}

/**
 * The months of a query that lack their main file (MOV). Only months up to the last month of any published file count,
 * so that future months do not make a query incomplete. Complete without a period or without files.
 */
export function completenessOf(period: Period | null, files: readonly FileOfMonth[]): Completeness {
  const last = files
    .map(({ month }) => month)
    .toSorted()
    .at(-1);
  if (period === null || last === undefined)
    return { state: 'complete', months: 0, withoutMov: [] };
  const months = monthsFrom(period.from, period.to < last ? period.to : last);
  const withMov = monthsWithMov(files);
  const withoutMov = months.filter((month) => !withMov.has(month));
  return { state: stateOf(months.length, withoutMov.length), months: months.length, withoutMov };
}

/** The months whose main file (MOV) is among these files. */
export const monthsWithMov = (files: readonly FileOfMonth[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ kind, month }) => (kind === 'MOV' ? [month] : [])));

function stateOf(months: number, without: number): Completeness['state'] {
  if (without === 0) return 'complete';
  return without < months ? 'partial' : 'late_only';
}

export const isIncomplete = ({ state }: Pick<Completeness, 'state'>): boolean =>
  state !== 'complete';

const incomplete = 'Dados incompletos: falta o arquivo principal (MOV)';

/** "Dados incompletos: falta o arquivo principal (MOV) de 12 dos 14 meses"; null for complete data. */
export function incompleteTitle({ state, months, withoutMov }: Completeness): string | null {
  if (state === 'complete') return null;
  if (state === 'partial') return `${incomplete} de ${withoutMov.length} dos ${months} meses`;
  return months === 1 ? `${incomplete} do mês` : `${incomplete} dos ${months} meses`;
}

/** The title of incomplete data for selections, named by their letters if they differ; null if all are complete. */
export function incompleteSelectionsTitle(
  selections: readonly { readonly label: string; readonly completeness: Completeness }[],
): string | null {
  const titles = selections.map(({ completeness }) => incompleteTitle(completeness));
  const [first] = titles;
  if (first !== undefined && titles.every((title) => title === first)) return first;
  const labels = selections.flatMap(({ label, completeness }) =>
    isIncomplete(completeness) ? [label] : [],
  );
  const which = `${labels.length === 1 ? 'da seleção' : 'das seleções'} ${formatList(labels)}`;
  return labels.length === 0 ? null : `${incomplete} de meses ${which}`;
}

/** The notice about synthetic and incomplete data, of which `title` states what is missing; null if there is none. */
export const dataNotice = (isSynthetic: boolean, title: string | null): string | null =>
  [isSynthetic ? syntheticNotice : [], title ?? []].flat().join(' · ') || null;

/** What incomplete data leave out: shown below the title. */
export const incompleteText =
  'Um mês sem esse arquivo tem, no máximo, declarações fora do prazo, que são poucas e diferentes das outras. Por isso mostramos os números sem comparações, posições, razões nem resumo.';
