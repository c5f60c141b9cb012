import type { Completeness } from '../../shared/contracts/completeness.ts';

/** For a query of two months, each with its main file. */
export const complete: Completeness = { state: 'complete', months: 2, withoutMov: [] };

/** The same with the main file of one month missing. */
export const partial: Completeness = { state: 'partial', months: 2, withoutMov: ['202605'] };
