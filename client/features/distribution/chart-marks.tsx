import { formatCount, formatWholeReais, formatRecords } from '../../../shared/words/format.ts';
import type { ChartTheme } from '../../components/charts/chart-theme.ts';
import { linearScale, type LinearScale } from '../../components/charts/linear-scale.ts';
import type { Bin } from '../../../shared/statistics/histogram.ts';

/** The position of the plot within the drawing, and the scales of salaries and shares. */
export type Frame = {
  width: number;
  height: number;
  top: number;
  bottom: number;
  x: LinearScale;
  y: LinearScale;
};

type Marked = { frame: Frame; theme: ChartTheme };

/** The base line and a grid line for each record count, behind the data. */
export function Hairlines({ frame, theme }: Marked) {
  const { y, width, bottom } = frame;
  return (
    <g>
      {ticksOf(frame).map((count) => (
        <line key={count} x1={0} x2={width} y1={y(count)} y2={y(count)} stroke={theme.line} />
      ))}
      <line x1={0} x2={width} y1={bottom} y2={bottom} stroke={theme.control} />
    </g>
  );
}

/** Round amounts below the base line, except where the handle's own label is. */
export function Ticks({ frame, theme, handleAt }: Marked & { handleAt?: number }) {
  return (
    <g fill={theme.muted} fontSize={12}>
      {spacedTicks(frame)
        .filter(({ at }) => handleAt === undefined || Math.abs(at - handleAt) >= 50)
        .map(({ reais, at }) => (
          <text key={reais} x={at} y={frame.bottom + 20} textAnchor="middle">
            {formatWholeReais(reais)}
          </text>
        ))}
    </g>
  );
}

/** The counts of the grid lines, drawn over the data so that no marker's line crosses a figure. */
export function CountLabels({ frame, theme }: Marked) {
  const counts = ticksOf(frame);
  return (
    <g
      fill={theme.muted}
      stroke={theme.surface}
      fontSize={12}
      paintOrder="stroke"
      strokeWidth={4}
      strokeLinejoin="round"
    >
      {counts.map((count) => (
        <text key={count} x={frame.width} y={frame.y(count) - 4} textAnchor="end">
          {count === counts.at(-1) ? formatRecords(count) : formatCount(count)}
        </text>
      ))}
    </g>
  );
}

function ticksOf({ y }: Frame): number[] {
  return y.wholeTicks(4).filter((count) => count > 0);
}

/** Round amounts whose labels fit side by side. */
function spacedTicks({ x, width }: Frame): { reais: number; at: number }[] {
  const [from, to] = x.domain;
  const scale = linearScale([from / 100, to / 100], x.range);
  const spaced: { reais: number; at: number }[] = [];
  for (const reais of scale.wholeTicks(Math.max(5, Math.floor(width / 100)))) {
    const at = scale(reais);
    // A label may reach slightly past the frame: the card's own margin is wider.
    const isInside = at >= 20 && at <= width - 20;
    if (isInside && at - (spaced.at(-1)?.at ?? -Infinity) >= 64) spaced.push({ reais, at });
  }
  return spaced;
}

/** The bars; those of the middle half are highlighted. */
export function Bars({
  frame: { x, y, bottom },
  bins,
  middle,
  theme,
}: Marked & {
  bins: readonly Bin[];
  middle: { from: number; to: number };
}) {
  return (
    <g>
      {bins.map((bin) => {
        const isMiddle = bin.to > middle.from && bin.from <= middle.to;
        const height = bin.count === 0 ? 0 : Math.max(bottom - y(bin.count), 1);
        return (
          <rect
            key={bin.from}
            x={x(bin.from) + 0.5}
            y={bottom - height}
            width={Math.max(x(bin.to) - x(bin.from) - 1, 0.5)}
            height={height}
            fill={isMiddle ? theme.barStrong : theme.bar}
          />
        );
      })}
    </g>
  );
}
