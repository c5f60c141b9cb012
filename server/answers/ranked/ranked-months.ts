import type { Release } from '../release.ts';

/** The files of the months of a release, as far as they are made. */
export interface RankedMonths {
  /** Undefined where a month's file is not there, or is another release's. */
  pathOf(release: Release, month: string): string | undefined;
  /** Told of a file that cannot be read. */
  forget(path: string): void;
}

/** For whoever has no files. */
export const noMonths: RankedMonths = { pathOf: () => undefined, forget: () => undefined };
