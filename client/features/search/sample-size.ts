/** Below this, a statistic would speak of single people: only the count is shown. */
export const fewestForStatistics = 5;

/** Below this, a sample is called small wherever its figures stand. */
export const fewestForConfidence = 30;
