import type { TownEstimate } from '../../shared/contracts/search.ts';

/** The estimate of a municipality with few records. */
export const sampleEstimate = {
  nome: 'Caeté (MG)',
  median: 1690,
  lower: 1610,
  upper: 1780,
  records: 12,
  ownWeight: 0.25,
} as const satisfies TownEstimate;
