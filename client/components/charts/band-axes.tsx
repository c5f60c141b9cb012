import { formatCount, formatWholeReais } from '../../../shared/words/format.ts';
import type { BandPart, Frame } from './band-frame.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';
import { textWidth } from './wrap-text.ts';

type Ticked = { ticks: readonly number[]; frame: Frame; theme: ChartTheme };

export function Grid({ ticks, frame: { left, right, y }, theme }: Ticked) {
  return (
    <g stroke={theme.line}>
      {ticks.map((reais) => (
        <line key={reais} x1={left} x2={right} y1={y(reais)} y2={y(reais)} />
      ))}
    </g>
  );
}

/** The amounts at the grid lines; on a narrow chart only the end labels show the unit. */
export function Amounts({
  ticks,
  hasUnit,
  frame: { left, y },
  theme,
}: Ticked & { hasUnit: boolean }) {
  return (
    <g fill={theme.muted} textAnchor="end" style={figureStyle}>
      {ticks.map((reais) => (
        <text key={reais} x={left - 8} y={y(reais) + 4}>
          {hasUnit ? formatWholeReais(reais) : formatCount(reais)}
        </text>
      ))}
    </g>
  );
}

/** Marks where the requested period begins, when there are points before it. */
export function Beginning({ points, frame: { x, step, countsBottom }, theme }: BandPart) {
  const first = points.findIndex(({ isAsked }) => isAsked);
  const point = points[first];
  if (first < 1 || !point) return null;
  const at = x(point.key) - step / 2;
  return (
    <g>
      <line x1={at} x2={at} y1={0} y2={countsBottom} stroke={theme.control} strokeDasharray="3 3" />
      <text x={at + 5} y={10} fill={theme.muted}>
        período pedido
      </text>
    </g>
  );
}

/** As many month labels as fit, counted back from the last month. */
export function Months({ points, frame: { x, step, countsBottom }, theme }: BandPart) {
  const every = Math.max(Math.ceil((textWidth('mmm/aaaa', 12) + 10) / step), 1);
  return (
    <g fill={theme.muted} textAnchor="middle">
      {points
        .filter((_, index) => (points.length - 1 - index) % every === 0)
        .filter(({ key }) => x(key) >= 16)
        .map(({ key, label }) => (
          <text key={key} x={Math.max(x(key), 26)} y={countsBottom + 17}>
            {label}
          </text>
        ))}
    </g>
  );
}
