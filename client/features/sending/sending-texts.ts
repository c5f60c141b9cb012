import { formatDecimal } from '../../../shared/format.ts';
import type { FileKind } from '../../../shared/uploads.ts';

/** The three kinds of a month's files, as the pickers call them. */
export const kindLabels = {
  MOV: 'Movimentações no prazo',
  FOR: 'Movimentações fora do prazo',
  EXC: 'Movimentações excluídas',
} as const satisfies Record<FileKind, string>;

const noBreak = '\u00a0';

/** 455200000 → "434,1 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes}${noBreak}${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1000 * 2 ** 10) return `${rounded(bytes / 2 ** 10)}${noBreak}KB`;
  return `${rounded(bytes / 2 ** 20)}${noBreak}MB`;
}

const rounded = (value: number) =>
  formatDecimal(value < 100 ? Math.round(value * 10) / 10 : Math.round(value));

/** 125 → "2 min 5 s". */
export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return `${whole}${noBreak}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}${noBreak}min ${whole % 60}${noBreak}s`;
  return `${Math.floor(whole / 3600)}${noBreak}h ${Math.floor((whole % 3600) / 60)}${noBreak}min`;
}
