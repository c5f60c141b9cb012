import { formatCount } from '../../../../shared/words/format.ts';
import { figureStyle, type ChartTheme } from '../chart-theme.ts';
import { textWidth } from '../wrap-text.ts';

/** A step of the scale and its bounds in whole reais, both inclusive. */
export type MapStep = { step: number; from: number; to: number };

type Amount = { text: string; x: number; anchor: 'start' | 'middle' | 'end' };

export const stepLegendHeight = 48;
const fewestFields = 3;
const fontSize = 12;

/** The steps side by side, with the amounts at their boundaries. */
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
  if (steps.length === 0) return null;
  const field = width / Math.max(steps.length, fewestFields);
  return (
    <g fill={theme.muted} fontSize={fontSize} style={figureStyle}>
      <text x={0} y={y + 11}>
        Mediana, em R$
      </text>
      {steps.map(({ step }, index) => (
        <rect
          key={step}
          x={index * field + 0.5}
          y={y + 18.5}
          width={field - 1}
          height={11}
          fill={theme.steps[step]}
          stroke={theme.control}
          strokeWidth={0.75}
        />
      ))}
      {amountsOf(steps, field).map(({ text, x, anchor }) => (
        <text key={x} x={x} y={y + 44} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** The lowest and the highest amount, and those between them that do not overlap the others. */
function amountsOf(steps: readonly MapStep[], field: number): Amount[] {
  const amounts = steps.map(({ from }, index): Amount => ({
    text: formatCount(from),
    x: index * field,
    anchor: index === 0 ? 'start' : 'middle',
  }));
  const last = steps.at(-1);
  if (!last || last.to === steps[0]?.from) return amounts.slice(0, 1);
  const end: Amount = { text: formatCount(last.to), x: steps.length * field, anchor: 'end' };
  let free = -Infinity;
  const clear = amounts.filter((amount) => {
    const [from, to] = span(amount);
    if (from < free + 6 || to > span(end)[0] - 6) return false;
    free = to;
    return true;
  });
  return [...clear, end];
}

function span({ text, x, anchor }: Amount): [from: number, to: number] {
  const width = textWidth(text, fontSize);
  const from = { start: x, middle: x - width / 2, end: x - width }[anchor];
  return [from, from + width];
}
