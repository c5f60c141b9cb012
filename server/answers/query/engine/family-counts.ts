import { LRUCache } from 'lru-cache';
import { referencesRevision } from '../../../reference/imported-references.ts';
import type { PayGroup } from './pay-group.ts';
import type { SalaryQuery } from '../salary-query.ts';

/** The counts of a family's occupations, by their codes. */
export type FamilyGroups = ReadonlyMap<number, PayGroup>;

/** Returns the counts of a family, cached or from `count`. */
export interface FamilyCounts {
  of(query: SalaryQuery, count: () => Promise<FamilyGroups>): Promise<FamilyGroups>;
}

/** For callers that run a single query. */
export const uncachedFamilies: FamilyCounts = { of: (_question, count) => count() };

/**
 * Maximum number of cached families. A family has up to some dozens of groups, each with the few salaries that its
 * panel needs.
 */
const mostFamilies = 400;

/**
 * Caches the families that were counted last: a query about any occupation of a family needs the whole family. Use one
 * instance per installation, because releases of two installations may have the same number.
 */
export class FamilyCache implements FamilyCounts {
  readonly #stored = new LRUCache<string, FamilyGroups>({ max: mostFamilies });

  /** The groups of a query about a whole family. Concurrent calls for the same family each count it. */
  async of(query: SalaryQuery, count: () => Promise<FamilyGroups>): Promise<FamilyGroups> {
    const { release, ...requested } = query;
    const key = JSON.stringify([release.number, referencesRevision(), requested]);
    const known = this.#stored.get(key);
    if (known !== undefined) return known;
    const counted = await count();
    this.#stored.set(key, counted);
    return counted;
  }
}
