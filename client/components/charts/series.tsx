import type { ReactNode } from 'react';

/** What is compared: a letter, and what it stands for. */
export type Series = { label: string; name: string };

/** Told apart without colour sight, and dark enough for marks and letters on paper. */
const colors = ['#1d4e9e', '#b4500b', '#0f766e', '#86308c', '#4b5563'] as const;

export function seriesColor(index: number): string {
  return colors[index % colors.length] ?? colors[0];
}

/** A shape for each, so that no colour is needed: circle, square, triangle, diamond, ring. */
export function SeriesMark({
  index,
  x,
  y,
  size = 4,
}: {
  index: number;
  x: number;
  y: number;
  size?: number;
}): ReactNode {
  const color = seriesColor(index);
  const ink = { fill: color, stroke: '#ffffff', strokeWidth: 1 };
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
    return <circle cx={x} cy={y} r={size - 0.5} fill="#ffffff" stroke={color} strokeWidth={2} />;
  }
  return <circle cx={x} cy={y} r={size} {...ink} />;
}
