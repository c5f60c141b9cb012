import type { ReactNode } from 'react';
import type { ChartTheme } from './chart-theme.ts';

export type Box = { x: number; y: number; width: number; height: number };

/** Something in a drawing that has a value: where it is and what is said of it. */
export type Mark = {
  key: string;
  name: string;
  /** Its place; of a mark with a shape, the place of its name. */
  box: Box;
  /** A path and the pixels to each of its units. */
  shape?: { path: string; scale: number };
};

/** The inside of an `<svg>` as wide as was asked, and how tall it has to be. */
export type Drawing = { height: number; picture: ReactNode; marks: readonly Mark[] };

/** Draws at a width in pixels. It needs no browser: screen, saved picture and PDF draw with the same. */
export type Draw = (width: number, theme: ChartTheme) => Drawing;
