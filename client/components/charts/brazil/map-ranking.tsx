import { figureStyle, type ChartTheme } from '../chart-theme.ts';

const rowHeight = 20;

export const mapRankingHeight = (lines: readonly unknown[]): number => lines.length * rowHeight;

/** Position, name, median and n of each state, in the order given. */
export function MapRanking({
  lines,
  x,
  width,
  theme,
}: {
  lines: readonly (readonly string[])[];
  x: number;
  width: number;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.ink} fontSize={13}>
      {lines.map(([rank, name, median, count], index) => (
        <g key={name} transform={`translate(0 ${index * rowHeight + 14})`}>
          <text x={x + 28} textAnchor="end" fill={theme.muted}>
            {rank}
          </text>
          <text x={x + 38}>{name}</text>
          <text x={width - 90} textAnchor="end" style={figureStyle}>
            {median}
          </text>
          <text x={width} textAnchor="end" fill={theme.muted} fontSize={12} style={figureStyle}>
            {count}
          </text>
        </g>
      ))}
    </g>
  );
}
