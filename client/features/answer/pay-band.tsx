import type { AnswerHead } from '../../../shared/contracts/search.ts';
import { formatWholeReais } from '../../../shared/words/format.ts';
import type { ChartTheme } from '../../components/charts/chart-theme.ts';
import type { Draw } from '../../components/charts/chart.ts';
import { linearScale, type LinearScale } from '../../components/charts/linear-scale.ts';

/** The band of an answer, in reais; null if there are too few records. `ownSalary` is in centavos. */
export function payBandOf(
  { statistics, method }: Pick<AnswerHead, 'statistics' | 'method'>,
  ownSalary: number | null,
) {
  const { p10, p25, median, p75, p90 } = statistics;
  if (p10 === null || p25 === null || median === null || p75 === null || p90 === null) return null;
  const minimumWage = method.minimumWage === null ? null : method.minimumWage.centavos / 100;
  const own = ownSalary === null ? null : ownSalary / 100;
  return { p10, p25, median, p75, p90, minimumWage, own };
}
export type PayBand = NonNullable<ReturnType<typeof payBandOf>>;

const sideMargin = 12;
const top = 26;
const barHeight = 26;
const middle = top + barHeight / 2;
const axisTop = top + barHeight + 10;
const height = axisTop + 20;

/** The band of salaries on one line: the central half, P10 to P90, the minimum wage and the user's own salary. */
export function drawPayBand(band: PayBand): Draw {
  return (width, theme) => {
    const x = scaleOf(band, width);
    return {
      height,
      marks: [],
      picture: (
        <g fontSize={12}>
          <Axis x={x} width={width} theme={theme} />
          <Span x={x} from={band.p10} to={band.p90} thickness={6} fill={theme.bar} />
          <Span x={x} from={band.p25} to={band.p75} thickness={barHeight} fill={theme.barStrong} />
          <line
            x1={x(band.median)}
            x2={x(band.median)}
            y1={top - 5}
            y2={top + barHeight + 5}
            stroke={theme.ink}
            strokeWidth={3}
          />
          {band.minimumWage !== null && showsMinimumWage(band) && (
            <line
              x1={x(band.minimumWage)}
              x2={x(band.minimumWage)}
              y1={top - 5}
              y2={axisTop}
              stroke={theme.ink}
              strokeDasharray="3 3"
            />
          )}
          {band.own !== null && <Own x={x} reais={band.own} width={width} theme={theme} />}
        </g>
      ),
    };
  };
}

/** Whether the minimum wage is within the axis, so that its line is drawn. */
export function showsMinimumWage(band: PayBand): boolean {
  const [from, to] = scaleOf(band, 0).domain;
  return band.minimumWage !== null && band.minimumWage >= from && band.minimumWage <= to;
}

/** The line of salaries, and the colours. */
type Plot = { x: LinearScale; width: number; theme: ChartTheme };

/** The scale from P10, or from the minimum wage where it is near, to P90, with a margin. */
function scaleOf({ p10, p90, minimumWage }: PayBand, width: number): LinearScale {
  const spread = Math.max(p90 - p10, p90 * 0.1);
  const isNear = minimumWage !== null && minimumWage >= p10 - spread / 2;
  const low = isNear ? Math.min(p10, minimumWage) : p10;
  return linearScale(
    [low - spread * 0.15, Math.max(p90, low) + spread * 0.3],
    [sideMargin, Math.max(width - sideMargin, sideMargin + 1)],
  );
}

function Axis({ x, width, theme }: Plot) {
  const ticks = x.ticks(Math.max(2, Math.floor(width / 170)));
  const shown = ticks.filter((reais) => x(reais) >= 28 && x(reais) <= width - 28);
  return (
    <g>
      <line x1={0} x2={width} y1={axisTop} y2={axisTop} stroke={theme.control} />
      {shown.map((reais) => (
        <g key={reais}>
          <line x1={x(reais)} x2={x(reais)} y1={axisTop} y2={axisTop + 4} stroke={theme.control} />
          <text x={x(reais)} y={axisTop + 17} textAnchor="middle" fill={theme.muted}>
            {formatWholeReais(reais)}
          </text>
        </g>
      ))}
    </g>
  );
}

function Span({
  x,
  from,
  to,
  thickness,
  fill,
}: {
  x: LinearScale;
  from: number;
  to: number;
  thickness: number;
  fill: string;
}) {
  return (
    <rect
      x={x(from)}
      y={middle - thickness / 2}
      width={Math.max(x(to) - x(from), 2)}
      height={thickness}
      rx={2}
      fill={fill}
    />
  );
}

const labelHalf = 34;

/** The user's own salary: a mark on the line, or an arrow at its end if the salary is beyond it. */
function Own({ reais, x, width, theme }: Plot & { reais: number }) {
  const [start, end] = x.range;
  const [from, to] = x.domain;
  const isAbove = reais > to;
  const isBelow = reais < from;
  const at = Math.min(Math.max(x(reais), start), end);
  const text = `${isBelow ? '◂ ' : ''}${formatWholeReais(reais)}${isAbove ? ' ▸' : ''}`;
  return (
    <g fill={theme.warm}>
      <text
        x={Math.min(Math.max(at, labelHalf), width - labelHalf)}
        y={12}
        textAnchor="middle"
        fontWeight={600}
      >
        {text}
      </text>
      {isAbove || isBelow ? (
        <path d={arrow(at, isAbove ? 1 : -1)} />
      ) : (
        <>
          <line x1={at} x2={at} y1={top - 8} y2={axisTop} stroke={theme.surface} strokeWidth={5} />
          <line x1={at} x2={at} y1={top - 8} y2={axisTop} stroke={theme.warm} strokeWidth={2.5} />
        </>
      )}
    </g>
  );
}

/** An arrowhead at the line's end, to the right (1) or to the left (−1). */
const arrow = (at: number, direction: 1 | -1) => `M${at},${middle}l${-9 * direction},-7v14z`;
