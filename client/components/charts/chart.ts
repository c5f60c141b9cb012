import type { ReactNode } from 'react';
import type { TableData } from './table-data.ts';
import type { ChartTheme } from './chart-theme.ts';

/** One chart in all its forms: drawing, table, text summary and saved file. */
export type Chart = {
  title: string;
  /** What the drawing shows, in words. */
  summary: string;
  /** How to read the marks. */
  legend: string;
  /** Why figures are missing, below the drawing or the table on screen; empty if none is. */
  note?: string;
  draw: Draw;
  table: TableData;
  /** The table of the saved file, if it has columns that the screen leaves out. */
  file?: TableData;
};

/** The captions printed on a saved picture. */
export type ChartSource = {
  /** The subject of the figures. */
  subject: string;
  /** The other parts of the query, in words. */
  query: string;
  /** "12.345 registros". */
  sample: string;
  /** That the data is incomplete; null if it is not. */
  notice: string | null;
  /** The data version, the origin and, if it applies, that the data is synthetic. */
  origin: string;
};

export type ChartForm = 'png' | 'svg' | 'csv';

export type Box = { x: number; y: number; width: number; height: number };

/** An element of a drawing that has a value: its position and its text. */
export type Mark = {
  key: string;
  name: string;
  box: Box;
};

/** The content of an `<svg>`, and the size it needs: all of the given width, unless it states another one. */
export type Drawing = {
  width?: number;
  height: number;
  picture: ReactNode;
  marks: readonly Mark[];
};

/** Draws at a width in pixels. It needs no browser, so screen, saved picture and PDF share it. */
export type Draw = (width: number, theme: ChartTheme) => Drawing;
