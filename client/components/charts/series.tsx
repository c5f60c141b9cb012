import type { ReactNode } from 'react';
import type { ChartTheme } from './chart-theme.ts';

/** A colour that users without colour vision can distinguish, dark enough for marks and letters. */
export function seriesColor(index: number, { series }: ChartTheme): string {
  return series[index % series.length] ?? '';
}

/** Half the width of a mark. */
const size = 4;

/** A shape for each series, so that no series depends on colour: circle, square, triangle, diamond, ring. */
export function SeriesMark({
  index,
  x,
  y,
  theme,
}: {
  index: number;
  x: number;
  y: number;
  theme: ChartTheme;
}): ReactNode {
  const color = seriesColor(index, theme);
  const ink = { fill: color, stroke: theme.surface, strokeWidth: 1 };
  if (index === 1) {
    return <rect x={x - size} y={y - size} width={2 * size} height={2 * size} {...ink} />;
  }
  if (index === 2) {
    const path = `M${x},${y - size * 1.25}L${x + size * 1.2},${y + size}H${x - size * 1.2}Z`;
    return <path d={path} {...ink} />;
  }
  if (index === 3) {
    const reach = size * 1.35;
    const path = `M${x},${y - reach}L${x + reach},${y}L${x},${y + reach}L${x - reach},${y}Z`;
    return <path d={path} {...ink} />;
  }
  if (index === 4) {
    return (
      <circle cx={x} cy={y} r={size - 0.5} fill={theme.surface} stroke={color} strokeWidth={2} />
    );
  }
  return <circle cx={x} cy={y} r={size} {...ink} />;
}
