import { area, line } from 'd3-shape';
import { formatCount, formatReais } from '../../../shared/words/format.ts';
import {
  countsHeight,
  isKnown,
  type BandPart,
  type BandPoint,
  type Frame,
  type Known,
} from './band-frame.ts';
import type { ChartTheme } from './chart-theme.ts';

/** The median as a line and the band around it; both break at a month without figures. */
export function Band({ points, frame: { x, y }, theme }: BandPart) {
  const fill = area<BandPoint>()
    .defined(isKnown)
    .x(({ key }) => x(key))
    .y0(({ lower }) => y(lower ?? 0))
    .y1(({ upper }) => y(upper ?? 0));
  const path = line<BandPoint>()
    .defined(isKnown)
    .x(({ key }) => x(key))
    .y(({ middle }) => y(middle ?? 0));
  return (
    <g>
      <path d={fill([...points]) ?? ''} fill={theme.bar} opacity={0.3} />
      <path
        d={path([...points]) ?? ''}
        fill="none"
        stroke={theme.barStrong}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {points.filter(isKnown).map(({ key, lower, middle, upper, isAsked }) => (
        <g key={key}>
          <line
            x1={x(key)}
            x2={x(key)}
            y1={y(lower)}
            y2={y(upper)}
            stroke={theme.bar}
            opacity={0.5}
          />
          <circle
            cx={x(key)}
            cy={y(middle)}
            r={3}
            fill={isAsked ? theme.barStrong : theme.surface}
            stroke={theme.barStrong}
            strokeWidth={1.5}
          />
        </g>
      ))}
    </g>
  );
}

/** The labels of the last point, spaced so that they do not overlap. */
export function Ends({
  last,
  frame: { right, y },
  theme,
}: {
  last: Known | undefined;
  frame: Frame;
  theme: ChartTheme;
}) {
  if (!last) return null;
  const middle = y(last.middle);
  const lines = [
    { label: 'Q3', reais: last.upper, at: Math.min(y(last.upper), middle - 32), weight: 400 },
    { label: 'mediana', reais: last.middle, at: middle, weight: 600 },
    { label: 'Q1', reais: last.lower, at: Math.max(y(last.lower), middle + 32), weight: 400 },
  ];
  return (
    <g fill={theme.ink}>
      {lines.map(({ label, reais, at, weight }) => (
        <g key={label} fontWeight={weight}>
          <text x={right + 6} y={at - 3} fill={theme.muted}>
            {label}
          </text>
          <text x={right + 6} y={at + 11}>
            {formatReais(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The record count of each point. */
export function Counts({
  points,
  frame: { x, step, left, right, countsTop, countsBottom },
  theme,
}: BandPart) {
  const most = Math.max(...points.map(({ count }) => count), 1);
  const width = Math.min(Math.max(step - 3, 2), 28);
  return (
    <g>
      {points.map(({ key, count, isAsked }) => {
        const height = count === 0 ? 0 : Math.max((count / most) * countsHeight, 1);
        return (
          <rect
            key={key}
            x={x(key) - width / 2}
            y={countsBottom - height}
            width={width}
            height={height}
            fill={theme.control}
            opacity={isAsked ? 0.8 : 0.45}
          />
        );
      })}
      <line x1={left} x2={right} y1={countsBottom} y2={countsBottom} stroke={theme.control} />
      <line x1={left} x2={right} y1={countsTop} y2={countsTop} stroke={theme.line} />
      <text x={right + 6} y={countsTop + 4} fill={theme.muted}>
        {formatCount(most)}
      </text>
      <text x={right + 6} y={countsBottom} fill={theme.muted}>
        registros
      </text>
    </g>
  );
}
