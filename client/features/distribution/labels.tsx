import { formatCentavos } from '../../../shared/words/format.ts';
import type { ChartTheme } from '../../components/charts/chart-theme.ts';
import type { Frame } from './frame.ts';
import type { PlacedLabel } from './marker-labels.ts';

/** Direct labels: each text beside its line. */
export function Labels({
  frame: { bottom },
  labels,
  rowHeight,
  theme,
}: {
  frame: Frame;
  theme: ChartTheme;
  labels: readonly PlacedLabel[];
  rowHeight: number;
}) {
  return (
    <g fill={theme.ink} fontSize={13}>
      {labels.map((label) => (
        <line
          key={label.key}
          x1={label.x}
          x2={label.x}
          y1={label.row * rowHeight + 2}
          y2={bottom}
          stroke={label.key.includes('own') ? theme.warm : theme.ink}
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
          // Where another line passes behind it, the text stays readable.
          paintOrder="stroke"
          strokeWidth={4}
          strokeLinejoin="round"
          stroke={theme.surface}
        >
          <tspan
            fontWeight={label.isMain ? 600 : 400}
            fill={label.isMain ? theme.ink : theme.muted}
          >
            {label.label}
          </tspan>{' '}
          <tspan fontWeight={label.isMain ? 600 : 400}>{formatCentavos(label.centavos)}</tspan>
        </text>
      ))}
    </g>
  );
}
