import { formatCount } from '../../../../shared/words/format.ts';
import type { ChartTheme } from '../chart-theme.ts';
import type { Box } from '../drawing.ts';
import { textWidth } from '../wrap-text.ts';
import { isOnlyCounted, type StateValue } from './state-value.ts';

const countSize = 11;

/** A state's letters, on its shape or in a box of its colour beside the map; the count where it has no median. */
export function StateLabelMark({
  value,
  box,
  isBeside,
  fill,
  theme,
}: {
  value: StateValue;
  box: Box;
  isBeside: boolean;
  fill: string;
  theme: ChartTheme;
}) {
  const { uf, step, count, isStrong } = value;
  const isCounted = isOnlyCounted(value);
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  const counted = formatCount(count);
  return (
    <g
      textAnchor="middle"
      fill={
        (step === null ? undefined : theme.onSteps[step]) ?? (isCounted ? theme.ink : theme.muted)
      }
    >
      {isBeside && (
        <rect
          x={box.x + 0.5}
          y={box.y + 0.5}
          width={box.width - 1}
          height={box.height - 1}
          rx={3}
          fill={fill}
          stroke={isStrong ? theme.ink : theme.control}
          strokeWidth={isStrong ? 2.5 : 0.75}
        />
      )}
      {isCounted && <Ground x={x} y={middle} width={textWidth(counted, countSize)} theme={theme} />}
      <text x={x} y={isCounted ? middle - 2 : middle + 4.5} fontWeight={600}>
        {uf}
      </text>
      {isCounted && (
        <text x={x} y={middle + 11} fontSize={countSize}>
          {counted}
        </text>
      )}
    </g>
  );
}

/** A background behind text on hatching. */
function Ground({
  x,
  y,
  width,
  theme,
}: {
  x: number;
  y: number;
  width: number;
  theme: ChartTheme;
}) {
  return (
    <rect x={x - width / 2} y={y - 13} width={width} height={26} rx={3} fill={theme.surface} />
  );
}
