/** Times of many queries, in milliseconds. */
export interface Latency {
  readonly queries: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  readonly mean: number;
}

/** Percentile by nearest rank: of twenty times, the 95th percentile is the nineteenth. */
export function percentileOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function latencyOf(times: readonly number[]): Latency {
  return {
    queries: times.length,
    p50: percentileOf(times, 0.5),
    p95: percentileOf(times, 0.95),
    p99: percentileOf(times, 0.99),
    max: percentileOf(times, 1),
    mean: meanOf(times),
  };
}

export const meanOf = (values: readonly number[]) => sumOf(values) / values.length;

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Formats milliseconds for tables; empty if there are no queries. */
export const formatMs = (milliseconds: number) =>
  Number.isNaN(milliseconds) ? '' : milliseconds.toFixed(milliseconds < 100 ? 1 : 0);

export const latencyText = ({ queries, p50, p95, p99, max }: Latency) => ({
  queries,
  'p50 ms': formatMs(p50),
  'p95 ms': formatMs(p95),
  'p99 ms': formatMs(p99),
  'max ms': formatMs(max),
});
