/** With fewer records a statistic would reveal individuals: only the count is given. */
export const fewestForStatistics = 5;

/** The minimum where race or disability is a filter or a facet: both are sensitive data (LGPD, art. 5, II). */
export const fewestForSensitive = 30;

/** With fewer records, a sample is labelled small wherever its figures appear. */
export const fewestForConfidence = 30;

/** Women's and men's medians are compared only with at least this many of each. */
export const fewestForGenderGap = 3;

/** A percentile beyond the quartiles needs at least this many records further out, or carries a note. */
export const fewestBeyond = 10;
