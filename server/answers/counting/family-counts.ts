import { LRUCache } from 'lru-cache';
import { referencesRevision } from '../../reference/imported-references.ts';
import type { PayGroup } from '../panels/pay-group.ts';
import type { Question } from '../question.ts';

/** The occupations of a family, by their codes. */
export type FamilyGroups = ReadonlyMap<number, PayGroup>;

/** Counts a family, or knows it already. */
export interface FamilyCounts {
  of(question: Question, count: () => Promise<FamilyGroups>): Promise<FamilyGroups>;
}

/** For whoever asks a single question. */
export const unkeptFamilies: FamilyCounts = { of: (_question, count) => count() };

/** A family has up to some dozens of groups, each with the few salaries that its panel needs. */
const mostFamilies = 400;

/**
 * The families that were counted last, whichever of their occupations was asked: each of them needs them all. Of one
 * installation only, since releases of two may have the same number.
 */
export class KeptFamilies implements FamilyCounts {
  readonly #kept = new LRUCache<string, FamilyGroups>({ max: mostFamilies });

  /** The groups of a question about a whole family. Whoever asks what is being counted counts it too. */
  async of(question: Question, count: () => Promise<FamilyGroups>): Promise<FamilyGroups> {
    const { release, ...asked } = question;
    const key = JSON.stringify([release.number, referencesRevision(), asked]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const counted = await count();
    this.#kept.set(key, counted);
    return counted;
  }
}
