/** Why figures are not told (in words: shared/statistics/withheld.ts). */
export const withheldReasons = ['sem_registros', 'poucos_registros', 'protege_outro'] as const;
export type WithheldReason = (typeof withheldReasons)[number];
