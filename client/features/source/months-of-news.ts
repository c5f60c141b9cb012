import type { SourceNews } from '../../../shared/contracts/source.ts';

type News = SourceNews['news'][number];

/** A month of the source, with its files there. */
export interface MonthOfNews {
  readonly month: string;
  readonly files: readonly News[];
  /** The files that a load would fetch. */
  readonly fresh: readonly News[];
}

/** The months in the order of the response, newest first. */
export function monthsOfNews(news: readonly News[]): MonthOfNews[] {
  return [...Map.groupBy(news, ({ month }) => month)].map(([month, files]) => ({
    month,
    files,
    fresh: files.filter(({ state }) => state === 'nova' || state === 'alterada'),
  }));
}

export interface Wanted {
  readonly files: number;
  /** Null if the source does not report the size of one of them. */
  readonly bytes: number | null;
}

/** How much a load of these months would fetch. */
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
