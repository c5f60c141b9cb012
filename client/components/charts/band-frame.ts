import type { ChartTheme } from './chart-theme.ts';

/** A month: its middle and the band around it, in reais; null where too few records say nothing. */
export type BandPoint = {
  key: string;
  label: string;
  count: number;
  lower: number | null;
  middle: number | null;
  upper: number | null;
  /** Of the time asked; the points before it are there to compare with. */
  isAsked: boolean;
  /** What is said of the point. */
  name: string;
};

/** A month with its three figures. */
export type Known = BandPoint & { lower: number; middle: number; upper: number };
/** Where things stand in the drawing, in pixels. */
export type Frame = {
  left: number;
  right: number;
  countsTop: number;
  countsBottom: number;
  x: (key: string) => number;
  y: (reais: number) => number;
  step: number;
};

/** What each part of the drawing is given. */
export type BandPart = { points: readonly BandPoint[]; frame: Frame; theme: ChartTheme };

export const countsHeight = 44;

export function isKnown(point: BandPoint): point is Known {
  return point.lower !== null && point.middle !== null && point.upper !== null;
}
