import { nice } from 'd3-array';
import { formatReais } from '../../../shared/words/format.ts';
import { Amounts, Beginning, Grid, Months } from './band-axes.tsx';
import { countsHeight, isKnown, type BandPoint, type Frame, type Known } from './band-frame.ts';
import { Band, Counts, Ends } from './band-marks.tsx';
import type { Draw, Mark } from './drawing.ts';
import { linearScale } from './linear-scale.ts';
import { textWidth } from './wrap-text.ts';

const top = 28;

/** A line with a band around it, and below it the record count of each point. */
export function drawBandLine(points: readonly BandPoint[]): Draw {
  return (width, theme) => {
    const known = points.filter(isKnown);
    const isWide = width >= 560;
    const left = isWide ? 72 : 42;
    const right = width - endWidth(known) - 10;
    const bottom = top + (isWide ? 240 : 180);
    const places = new Map(points.map(({ key }, index) => [key, index]));
    const x = linearScale([0, points.length - 1], [left + 18, right - 18]);
    const bounds = known.flatMap(({ lower, upper }) => [lower, upper]);
    const y = linearScale(nice(Math.min(...bounds), Math.max(...bounds), 4), [bottom - 8, top]);
    const ticks = spacedTicks(y.ticks(4));
    const frame: Frame = {
      left,
      right,
      countsTop: bottom + 22,
      countsBottom: bottom + 22 + countsHeight,
      x: (key) => x(places.get(key) ?? 0),
      y,
      step: points.length > 1 ? x(1) - x(0) : 48,
    };
    return {
      height: frame.countsBottom + 24,
      marks: points.map((point) => markOf(point, frame)),
      picture: (
        <g fontSize={12}>
          {known.length > 0 && <Grid ticks={ticks} frame={frame} theme={theme} />}
          <Beginning points={points} frame={frame} theme={theme} />
          <Band points={points} frame={frame} theme={theme} />
          {known.length > 0 && (
            <Amounts ticks={ticks} hasUnit={isWide} frame={frame} theme={theme} />
          )}
          <Ends last={known.at(-1)} frame={frame} theme={theme} />
          <Counts points={points} frame={frame} theme={theme} />
          <Months points={points} frame={frame} theme={theme} />
        </g>
      ),
    };
  };
}

function endWidth(known: readonly Known[]): number {
  return Math.max(
    ...known.slice(-1).map(({ upper }) => textWidth(formatReais(upper), 12) + 4),
    textWidth('mediana', 12) + 4,
  );
}

function markOf({ key, name }: BandPoint, { x, step, countsBottom }: Frame): Mark {
  const width = Math.min(Math.max(step, 6), 48);
  return {
    key,
    name,
    box: { x: x(key) - width / 2, y: top - 8, width, height: countsBottom - top + 8 },
  };
}

/** At most five, still round and evenly spaced. */
function spacedTicks(ticks: readonly number[]): number[] {
  const every = Math.ceil(ticks.length / 5);
  return ticks.filter((_, index) => index % every === 0);
}
