import type { Release } from '../query/release.ts';

/** The month files of a release that exist so far. */
export interface RankedMonths {
  /** Undefined if the release has no file of the month. */
  pathOf(release: Release, month: string): string | undefined;
  /** Marks a file as unreadable. */
  forget(path: string): void;
}

/** For processes without files. */
export const noMonths: RankedMonths = { pathOf: () => undefined, forget: () => undefined };
