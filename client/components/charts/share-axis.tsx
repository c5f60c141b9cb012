import type { ChartTheme } from './chart-theme.ts';

/** The lines of an axis of shares across a plot, each with its label on the left; the zero line is stronger. */
export function ShareAxis({
  ticks,
  labelOf,
  plot: { left, right, y },
  theme,
}: {
  ticks: readonly number[];
  labelOf: (share: number) => string;
  plot: { left: number; right: number; y: (share: number) => number };
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.muted} textAnchor="end">
      {ticks.map((share) => (
        <g key={share}>
          <line
            x1={left}
            x2={right}
            y1={y(share)}
            y2={y(share)}
            stroke={share === 0 ? theme.control : theme.line}
          />
          <text x={left - 8} y={y(share) + 4}>
            {labelOf(share)}
          </text>
        </g>
      ))}
    </g>
  );
}
