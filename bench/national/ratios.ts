import { meanOf, sumOf, formatMs } from './latency.ts';
import { kinds } from './queries.ts';
import { rivalTitles, type RivalName } from './rivals/rival.ts';
import type { MeasuredQuery, SideBySide } from './side-by-side.ts';

/** The product compared with one rival over the queries that both answered. */
export interface Ratio {
  readonly rival: RivalName;
  readonly kind: string;
  readonly queries: number;
  /** Queries of the kind that the rival did not get or did not answer. */
  readonly unanswered: number;
  readonly productMs: number;
  readonly rivalMs: number;
  /** The rival's time divided by the product's. */
  readonly ratio: number;
  /** Whether the rival reached its timeout in one of them, so that the true ratio is higher. */
  readonly isAtLeast: boolean;
}

/** Name of the sum over the mixed workload. */
export const mixedWorkload = 'the mixed workload';

/**
 * Means over the queries that both answered. `mixedWorkload` weights each kind's mean by its share, over the kinds that
 * the rival answered.
 */
export function ratios({ measured }: SideBySide, names: readonly RivalName[]): Ratio[] {
  return names.flatMap((rival) => {
    const ofKinds = kinds.map(({ name, share }) => {
      const own = measured.filter(({ kind }) => kind === name);
      return { share, ratio: ofKind(own, rival, name) };
    });
    const answered = ofKinds.filter(({ ratio }) => ratio.queries > 0);
    const shares = sumOf(answered.map(({ share }) => share));
    const mean = (name: 'productMs' | 'rivalMs') =>
      sumOf(answered.map(({ share, ratio }) => share * ratio[name])) / shares;
    const [productMs, rivalMs] = [mean('productMs'), mean('rivalMs')];
    const results = answered.map(({ ratio }) => ratio);
    const mixed: Ratio = {
      rival,
      kind: mixedWorkload,
      queries: sumOf(results.map(({ queries }) => queries)),
      unanswered: sumOf(ofKinds.map(({ ratio }) => ratio.unanswered)),
      productMs,
      rivalMs,
      ratio: rivalMs / productMs,
      isAtLeast: results.some(({ isAtLeast }) => isAtLeast),
    };
    return [...results, mixed];
  });
}

function ofKind(measured: readonly MeasuredQuery[], rival: RivalName, kind: string): Ratio {
  const both = measured.flatMap(({ ms, rivals }) => {
    const time = rivals[rival];
    return time === undefined || time.ms === null
      ? []
      : [{ ms, rivalMs: time.ms, isCut: time.isCut === true }];
  });
  const productMs = meanOf(both.map(({ ms }) => ms));
  const rivalMs = meanOf(both.map((one) => one.rivalMs));
  return {
    rival,
    kind,
    queries: both.length,
    unanswered: measured.length - both.length,
    productMs,
    rivalMs,
    ratio: rivalMs / productMs,
    isAtLeast: both.some(({ isCut }) => isCut),
  };
}

/** A row for each kind, with each rival's mean and its ratio to the product's. */
export function sideBySideTable(all: readonly Ratio[]): Record<string, unknown> {
  const table: Record<string, Record<string, unknown>> = {};
  for (const of of all) {
    const row = (table[of.kind] ??= { 'product ms': formatMs(of.productMs) });
    const title = rivalTitles[of.rival];
    row[`${title} ms`] = formatMs(of.rivalMs);
    row[`× ${title}`] =
      `${of.isAtLeast ? '≥ ' : ''}${of.ratio.toFixed(2)}${of.unanswered > 0 ? ` (${of.queries} of ${of.queries + of.unanswered})` : ''}`;
  }
  return table;
}
