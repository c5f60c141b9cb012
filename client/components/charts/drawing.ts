import type { ReactNode } from 'react';
import type { ChartTheme } from './chart-theme.ts';

export type Box = { x: number; y: number; width: number; height: number };

/** An element of a drawing that has a value: its position and its text. */
export type Mark = {
  key: string;
  name: string;
  /** Its box; for a mark with a shape, the box of its label. */
  box: Box;
  /** A path, and its scale in pixels per path unit. */
  shape?: { path: string; scale: number };
};

/** The content of an `<svg>` for a given width, and the height it needs. */
export type Drawing = { height: number; picture: ReactNode; marks: readonly Mark[] };

/** Draws at a width in pixels. It needs no browser, so screen, saved picture and PDF share it. */
export type Draw = (width: number, theme: ChartTheme) => Drawing;
