import { ticks } from 'd3-array';

type Bounds = readonly [number, number];

/** Maps values to pixels along a line. */
export type LinearScale = {
  (value: number): number;
  domain: Bounds;
  range: Bounds;
  invert: (pixel: number) => number;
  /** About `count` round values within the domain. */
  ticks: (count: number) => number[];
  /** The same without fractions, for labels that have none; empty if the domain holds no whole value. */
  wholeTicks: (count: number) => number[];
};

/** A domain without width maps to the middle of the range. */
export function linearScale(domain: Bounds, range: Bounds): LinearScale {
  return Object.assign((value: number) => between(value, domain, range), {
    domain,
    range,
    invert: (pixel: number) => between(pixel, range, domain),
    ticks: (count: number) => ticks(...domain, count),
    wholeTicks: (count: number) => ticks(...domain, count).filter(Number.isInteger),
  });
}

function between(value: number, [from, to]: Bounds, [start, end]: Bounds): number {
  const part = from === to ? 0.5 : (value - from) / (to - from);
  return start + part * (end - start);
}
