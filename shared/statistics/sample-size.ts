/** Below this, a statistic would speak of single people: only the count is given. */
export const fewestForStatistics = 5;

/** The same where race or disability is a filter or a facet: both are sensitive data (LGPD, art. 5, II). */
export const fewestForSensitive = 30;

/** Below this, a sample is called small wherever its figures stand. */
export const fewestForConfidence = 30;

/** Women's and men's medians are held against each other only with this many of each. */
export const fewestForGenderGap = 3;

/** A percentile beyond the quartiles rests on at least this many records further out, or says so. */
export const fewestBeyond = 10;
