import { meanOf, sumOf, formatMs } from './latency.ts';
import { kinds } from './questions.ts';
import { rivalTitles, type RivalName } from './rivals/rival.ts';
import type { Asked, SideBySide } from './side-by-side.ts';

/** The product compared with one rival over the queries that both answered. */
export interface Ratio {
  readonly rival: RivalName;
  readonly kind: string;
  readonly questions: number;
  /** Queries of the kind that the rival did not get or did not answer. */
  readonly unanswered: number;
  readonly productMs: number;
  readonly rivalMs: number;
  /** The rival's time divided by the product's, by wall clock and in processor time. */
  readonly ratio: number;
  /** Whether the rival reached its timeout in one of them, so that the true ratio is higher. */
  readonly isAtLeast: boolean;
  readonly cpuRatio: number | null;
}

/** Name of the sum over the mixed workload. */
export const mixedWorkload = 'the mixed workload';

/**
 * Means over the queries that both answered. `mixedWorkload` weights each kind's mean by its share, over the kinds that
 * the rival answered.
 */
export function ratios({ asked }: SideBySide, names: readonly RivalName[]): Ratio[] {
  return names.flatMap((rival) => {
    const ofKinds = kinds.map((kind) => ({
      share: kind.share,
      ...ofKind(
        asked.filter((one) => one.kind === kind.name),
        rival,
        kind.name,
      ),
    }));
    const answered = ofKinds.filter(({ questions }) => questions > 0);
    const sum = (value: (of: (typeof answered)[number]) => number) =>
      sumOf(answered.map((of) => of.share * value(of)));
    const shares = sum(() => 1);
    const [productMs, rivalMs] = [
      sum((of) => of.productMs) / shares,
      sum((of) => of.rivalMs) / shares,
    ];
    const productCpuMs = sum((of) => (of.rivalCpuMs === null ? 0 : of.productCpuMs));
    const mixed: Ratio = {
      rival,
      kind: mixedWorkload,
      questions: sumOf(answered.map(({ questions }) => questions)),
      unanswered: sumOf(ofKinds.map(({ unanswered }) => unanswered)),
      productMs,
      rivalMs,
      ratio: rivalMs / productMs,
      isAtLeast: answered.some(({ isAtLeast }) => isAtLeast),
      cpuRatio: productCpuMs === 0 ? null : sum((of) => of.rivalCpuMs ?? 0) / productCpuMs,
    };
    return [
      ...answered.map(({ share: _share, rivalCpuMs: _r, productCpuMs: _p, ...of }) => of),
      mixed,
    ];
  });
}

function ofKind(asked: readonly Asked[], rival: RivalName, kind: string) {
  const both = asked.flatMap((one) => {
    const time = one.rivals[rival];
    return time === undefined || time.ms === null
      ? []
      : [
          {
            ms: one.ms,
            cpuMs: one.cpuMs,
            rivalMs: time.ms,
            rivalCpuMs: time.cpuMs,
            isCut: time.isCut === true,
          },
        ];
  });
  const productMs = meanOf(both.map(({ ms }) => ms));
  const rivalMs = meanOf(both.map((one) => one.rivalMs));
  const productCpuMs = meanOf(both.map(({ cpuMs }) => cpuMs));
  const rivalCpuMs = both.every((one) => one.rivalCpuMs !== null)
    ? meanOf(both.map((one) => one.rivalCpuMs ?? 0))
    : null;
  return {
    rival,
    kind,
    questions: both.length,
    unanswered: asked.length - both.length,
    productMs,
    rivalMs,
    productCpuMs,
    rivalCpuMs,
    ratio: rivalMs / productMs,
    isAtLeast: both.some(({ isCut }) => isCut),
    cpuRatio: rivalCpuMs === null ? null : rivalCpuMs / productCpuMs,
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
      `${of.isAtLeast ? '≥ ' : ''}${of.ratio.toFixed(2)}${of.unanswered > 0 ? ` (${of.questions} of ${of.questions + of.unanswered})` : ''}`;
    row[`× CPU ${title}`] = of.cpuRatio === null ? '' : of.cpuRatio.toFixed(2);
  }
  return table;
}
