import type { SourceNews } from '../../../shared/contracts/source.ts';

type News = SourceNews['news'][number];

/** A month of the source, with what it has of each file. */
export interface MonthOfNews {
  readonly month: string;
  readonly files: readonly News[];
  /** Those that a load would bring. */
  readonly fresh: readonly News[];
}

/** The months in the order of the answer, newest first. */
export function monthsOfNews(news: readonly News[]): MonthOfNews[] {
  return [...Map.groupBy(news, ({ month }) => month)].map(([month, files]) => ({
    month,
    files,
    fresh: files.filter(({ state }) => state === 'nova' || state === 'alterada'),
  }));
}

export interface Wanted {
  readonly files: number;
  /** Null where the source does not tell the size of one of them. */
  readonly bytes: number | null;
}

/** How much a load of these months would bring. */
export function wantedOf(months: readonly MonthOfNews[]): Wanted {
  const files = months.flatMap(({ fresh }) => fresh);
  const sizes = files.map(({ file }) => file?.bytes ?? null);
  return {
    files: files.length,
    bytes: sizes.reduce<number | null>(
      (sum, size) => (sum === null || size === null ? null : sum + size),
      0,
    ),
  };
}
