import type { Chart } from '../components/charts/chart.ts';
import { paperTheme } from '../components/charts/chart-theme.ts';
import { pageWidth, tallestFigure } from './figure.tsx';

const mostDrawn = 12;

/** As many of the first rows as a drawing on one page can show; the table has all. */
export function firstThatFit<Row>(rows: readonly Row[], chartOf: (shown: readonly Row[]) => Chart) {
  let shown = rows.slice(0, mostDrawn);
  while (shown.length > 1 && chartOf(shown).draw(pageWidth, paperTheme).height > tallestFigure) {
    shown = shown.slice(0, -1);
  }
  return shown;
}
