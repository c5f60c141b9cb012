/** Why figures are suppressed (in words: shared/statistics/withheld.ts). */
export const withheldReasons = [
  'sem_registros',
  'poucos_registros',
  'poucos_sensiveis',
  'protege_outro',
  'quase_iguais',
] as const;
export type WithheldReason = (typeof withheldReasons)[number];
