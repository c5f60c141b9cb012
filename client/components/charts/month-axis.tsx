import { nice } from 'd3-array';
import { formatCount, formatWholeReais } from '../../../shared/words/format.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';
import type { Box } from './chart.ts';
import { linearScale, type LinearScale } from './linear-scale.ts';
import { textWidth } from './wrap-text.ts';

/** The plot of salaries over months: its edges in pixels and its scales, of month positions and of reais. */
export type MonthPlot = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** On a narrow plot the amounts have no unit. */
  isWide: boolean;
  x: LinearScale;
  y: LinearScale;
  step: number;
};

/** A plot for `count` months and the given salaries, within the given edges. */
export function monthPlot(
  edges: Pick<MonthPlot, 'left' | 'right' | 'top' | 'bottom' | 'isWide'>,
  count: number,
  salaries: readonly number[],
): MonthPlot {
  const { left, right, top, bottom } = edges;
  const x = linearScale([0, count - 1], [left + 18, right - 18]);
  const bounds = nice(Math.min(...salaries), Math.max(...salaries), 4);
  const y = linearScale(bounds, [bottom - 8, top]);
  return { ...edges, x, y, step: count > 1 ? x(1) - x(0) : 48 };
}

/** The box of a month's mark, down to `bottom`. */
export function monthBox({ x, step, top }: MonthPlot, place: number, bottom: number): Box {
  const width = Math.min(Math.max(step, 6), 48);
  return { x: x(place) - width / 2, y: top - 8, width, height: bottom - top + 8 };
}

/** Grid lines with their amounts, at most five, and as many month names as fit, counted back from the last one. */
export function MonthAxis({
  names,
  plot: { left, right, isWide, x, y, step },
  namesAt,
  theme,
}: {
  names: readonly string[];
  plot: MonthPlot;
  namesAt: number;
  theme: ChartTheme;
}) {
  const ticks = y.wholeTicks(4);
  const everyTick = Math.ceil(ticks.length / 5);
  const everyName = Math.max(Math.ceil((textWidth('mmm/aaaa', 12) + 10) / step), 1);
  return (
    <g fill={theme.muted} style={figureStyle}>
      <g textAnchor="end">
        {ticks
          .filter((_, index) => index % everyTick === 0)
          .map((reais) => (
            <g key={reais}>
              <line x1={left} x2={right} y1={y(reais)} y2={y(reais)} stroke={theme.line} />
              <text x={left - 8} y={y(reais) + 4}>
                {isWide ? formatWholeReais(reais) : formatCount(reais)}
              </text>
            </g>
          ))}
      </g>
      <g textAnchor="middle">
        {names.map((name, place) =>
          (names.length - 1 - place) % everyName === 0 && x(place) >= 16 ? (
            <text key={name} x={Math.max(x(place), 26)} y={namesAt}>
              {name}
            </text>
          ) : null,
        )}
      </g>
    </g>
  );
}
