import type { ChartTheme } from './chart-theme.ts';

/** A month: its median and the band around it, in reais; null where the month has too few records. */
export type BandPoint = {
  key: string;
  label: string;
  count: number;
  lower: number | null;
  middle: number | null;
  upper: number | null;
  /** Whether the point is in the requested period; earlier points are there for comparison. */
  isAsked: boolean;
  /** The text of the tooltip and of the screen reader. */
  name: string;
};

/** A month with its three figures. */
export type Known = BandPoint & { lower: number; middle: number; upper: number };
/** Positions in the drawing, in pixels. */
export type Frame = {
  left: number;
  right: number;
  countsTop: number;
  countsBottom: number;
  x: (key: string) => number;
  y: (reais: number) => number;
  step: number;
};

/** The props of each part of the drawing. */
export type BandPart = { points: readonly BandPoint[]; frame: Frame; theme: ChartTheme };

export const countsHeight = 44;

export function isKnown(point: BandPoint): point is Known {
  return point.lower !== null && point.middle !== null && point.upper !== null;
}
