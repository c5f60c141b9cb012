import { formatCount } from '../../../../shared/format.ts';
import { figureStyle, type ChartTheme } from '../chart-theme.ts';

/** A step of the scale and its bounds in whole reais, both of them in it. */
export type MapStep = { step: number; from: number; to: number };

export const stepLegendHeight = 48;

/** The steps side by side, with the amounts at which one ends and the next begins. */
export function StepLegend({
  steps,
  y,
  width,
  theme,
}: {
  steps: readonly MapStep[];
  y: number;
  width: number;
  theme: ChartTheme;
}) {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  const field = width / Math.max(steps.length, 3);
  const end = field * steps.length;
  return (
    <g fill={theme.muted} fontSize={12} style={figureStyle}>
      <text x={0} y={y + 11}>
        Mediana, em R$
      </text>
      {steps.map(({ step, from }, index) => (
        <g key={step}>
          <rect
            x={index * field + 0.5}
            y={y + 18.5}
            width={field - 1}
            height={11}
            fill={theme.steps[step]}
            stroke={theme.control}
            strokeWidth={0.75}
          />
          <text x={index * field} y={y + 44} textAnchor={index === 0 ? 'start' : 'middle'}>
            {formatCount(from)}
          </text>
        </g>
      ))}
      {first.from !== last.to && (
        <text x={end} y={y + 44} textAnchor="end">
          {formatCount(last.to)}
        </text>
      )}
    </g>
  );
}
