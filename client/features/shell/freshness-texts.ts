import { formatDay, formatLongMonth, formatMonth } from '../../../shared/words/format.ts';
import type { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { fileKinds } from '../../../shared/contracts/uploads.ts';

/** "Dados até abr/2026": the last month that has its movements. */
export function lastMonthText({ number, lastMonth }: ReleaseSummary): string {
  if (number === null) return 'Nenhum dado publicado ainda';
  return lastMonth === null ? 'Sem arquivo MOV' : `Dados até ${formatMonth(lastMonth)}`;
}

/** Whether the last month is incomplete, in plain words; '' if it has all its files, or if there is no data. */
export function lackText({ number, lastMonth, recentMonths }: ReleaseSummary): string {
  if (number === null || lastMonth === null) return '';
  const last = recentMonths.find(({ month }) => month === lastMonth);
  const isWhole = fileKinds.every((kind) => last?.files.some((file) => file.kind === kind));
  return isWhole ? '' : 'ainda parciais';
}

/** When the next month is expected; `today` is AAAA-MM-DD. */
export function nextText(
  next: NonNullable<ReleaseSummary['nextPublication']>,
  today: string,
): string {
  const month = formatLongMonth(next.month);
  return next.expectedOn < today
    ? `${month}: era esperado até ${formatDay(next.expectedOn)} e ainda não foi carregado aqui.`
    : `${month}: esperado até ${formatDay(next.expectedOn)}.`;
}
