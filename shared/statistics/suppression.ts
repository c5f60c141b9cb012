import type { SuppressionReason } from '../codes/codes.ts';
import { minForSensitive, minForStatistics } from './design-effect.ts';

/** Why figures are suppressed, in words; a table shows a dash in their place. */
export const suppressionSentences: Readonly<Record<SuppressionReason, string>> = {
  sem_registros: 'Não há registros.',
  poucos_registros: `Com menos de ${minForStatistics} registros, mostramos só a contagem.`,
  poucos_sensiveis: `Por raça/cor ou deficiência, mostramos só a contagem com menos de ${minForSensitive} registros.`,
  protege_outro: 'Omitido para que o total não revele um grupo com poucos registros.',
  quase_iguais:
    'Esta seleção tem quase os mesmos registros que as anteriores. Mostramos só a contagem, porque a diferença entre elas revelaria salários.',
};

/** Why figures that exist are not compared, within a sentence. */
export const comparisonReveals = 'a comparação revelaria um valor omitido';

/** Minimum number of records for statistics: `minForStatistics`, or `minForSensitive`. */
export type MinRecords = typeof minForStatistics | typeof minForSensitive;

/** The minimum for a search with these filters. */
export const minRecordsOfFilters = ({
  raca,
  deficiencia,
}: {
  readonly raca?: string | undefined;
  readonly deficiencia?: string | undefined;
}): MinRecords =>
  raca === undefined && deficiencia === undefined ? minForStatistics : minForSensitive;

/** Why a count has no statistics; null if it has them. */
export function reasonForCount(
  count: number,
  minRecords: MinRecords,
): Exclude<SuppressionReason, 'protege_outro' | 'quase_iguais'> | null {
  if (count === 0) return 'sem_registros';
  if (count < minForStatistics) return 'poucos_registros';
  return count < minRecords ? 'poucos_sensiveis' : null;
}

/**
 * Whether figures of `count` records may appear beside the exact distribution of `shown` of them: the quartiles of only
 * a few records more would reveal those few.
 */
export const canAppearBeside = (shown: number, count: number, minRecords: MinRecords): boolean =>
  shown < minRecords || count === shown || count - shown >= minRecords;

/** Why an answer without figures has none, for readers that know only its count. */
export const countOnlySentence = (count: number): string =>
  suppressionSentences[count < minForStatistics ? 'poucos_registros' : 'poucos_sensiveis'];

/** The guarantee of suppression, on the method page and on paper (docs/decisions/0031-small-numbers.md). */
export const suppressionPromise =
  'Nenhum valor omitido pode ser calculado com os outros valores da mesma resposta, nem com os de duas respostas na mesma tela. Não impedimos a comparação de consultas separadas, porque os microdados são públicos. A lista de registros mostra o salário de cada um, também nos grupos omitidos.';
