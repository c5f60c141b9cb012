import type { WithheldReason } from '../codes/withheld.ts';
import { fewestForStatistics } from './sample-size.ts';

/** Why figures are not told, in words; their place in a table has a dash. */
export const withheldSentences: Readonly<Record<WithheldReason, string>> = {
  sem_registros: 'Não há registros.',
  poucos_registros: `Com menos de ${fewestForStatistics} registros mostramos só a contagem.`,
  protege_outro: `Omitido para que o total não revele um grupo com menos de ${fewestForStatistics} registros.`,
};

/** What so many records are withheld for; null where they are enough to be told. */
export function reasonForCount(count: number): Exclude<WithheldReason, 'protege_outro'> | null {
  if (count === 0) return 'sem_registros';
  return count < fewestForStatistics ? 'poucos_registros' : null;
}

/** Below tables in which some group has a dash. */
export const withheldNote = `Com menos de ${fewestForStatistics} registros mostramos só a contagem; de outro grupo também, onde o total revelaria o primeiro.`;
