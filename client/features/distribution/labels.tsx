import { formatCentavos } from '../../../shared/format.ts';
import type { Frame } from './distribution-chart.tsx';
import type { PlacedLabel } from './marker-labels.ts';

/** Direct labels: each text beside the line that it names. */
export function Labels({
  frame: { bottom },
  labels,
  rowHeight,
}: {
  frame: Frame;
  labels: readonly PlacedLabel[];
  rowHeight: number;
}) {
  return (
    <g className="fill-ink text-dense tabular-nums">
      {labels.map((label) => (
        <line
          key={label.key}
          x1={label.x}
          x2={label.x}
          y1={label.row * rowHeight + 2}
          y2={bottom}
          className="stroke-ink"
          strokeWidth={label.isMain ? 2 : 1}
          strokeDasharray={label.key.startsWith('minimum') ? '3 3' : undefined}
          opacity={label.isMain ? 1 : 0.7}
        />
      ))}
      {labels.map((label) => (
        <text
          key={label.key}
          x={label.textX}
          y={label.row * rowHeight + 14}
          textAnchor={label.side === 'right' ? 'start' : 'end'}
          // Where a line has to pass, the text stays readable on it.
          paintOrder="stroke"
          strokeWidth={4}
          strokeLinejoin="round"
          className="stroke-surface"
        >
          <tspan className={label.isMain ? 'font-semibold' : 'fill-muted'}>{label.label}</tspan>{' '}
          <tspan className={label.isMain ? 'font-semibold' : ''}>
            {formatCentavos(label.centavos)}
          </tspan>
        </text>
      ))}
    </g>
  );
}
