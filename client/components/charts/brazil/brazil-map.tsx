import { type ChartTheme, figureStyle } from '../chart-theme.ts';
import type { Draw, Mark, Box } from '../chart.ts';
import { layoutMap, type PlacedLabel } from './map-layout.ts';
import { brazilShapes } from './shapes.ts';
import { StepLegend, stepLegendHeight, type MapStep } from './step-legend.tsx';
import { formatCount } from '../../../../shared/words/format.ts';
import { textWidth } from '../wrap-text.ts';

const hatching = 'sem-mediana';
/** From this width on, in pixels, the ranking is drawn beside the map (saved pictures and PDF). */
const rankingFrom = 760;
const rankingGap = 36;
const rankingWidth = 360;
const legendGap = 16;

/** Brazil by states, filled by step; the small states are named in a column at the coast. */
export function drawBrazilMap(
  values: readonly StateValue[],
  steps: readonly MapStep[],
  ranking: readonly (readonly string[])[],
): Draw {
  const valueOf = (uf: string): StateValue =>
    values.find((value) => value.uf === uf) ?? {
      uf,
      step: null,
      count: 0,
      isStrong: false,
      name: uf,
    };
  return (width, theme) => {
    const hasRanking = width >= rankingFrom;
    const layout = layoutMap(hasRanking ? width - rankingGap - rankingWidth : width, (uf) =>
      isOnlyCounted(valueOf(uf)),
    );
    const { scale, labels } = layout;
    return {
      height: Math.max(
        layout.height + (steps.length > 0 ? legendGap + stepLegendHeight : 0),
        hasRanking ? mapRankingHeight(ranking) : 0,
      ),
      marks: labels.map(({ uf, box }): Mark => {
        const path = brazilShapes.find((shape) => shape.uf === uf)?.path ?? '';
        return { key: uf, name: valueOf(uf).name, box, shape: { path, scale } };
      }),
      picture: (
        <g fontSize={scale > 0.28 ? 13 : 12}>
          {hasRanking && (
            <MapRanking lines={ranking} x={layout.width + rankingGap} width={width} theme={theme} />
          )}
          <Hatching theme={theme} />
          <Shapes values={brazilShapes.map(({ uf }) => valueOf(uf))} scale={scale} theme={theme} />
          {labels.map((label) => (
            <Leader key={label.uf} label={label} theme={theme} />
          ))}
          {labels.map(({ uf, box, from }) => (
            <StateLabelMark
              key={uf}
              value={valueOf(uf)}
              box={box}
              isBeside={from !== null}
              fill={fillOf(valueOf(uf), theme)}
              theme={theme}
            />
          ))}
          <StepLegend
            steps={steps}
            y={layout.height + legendGap}
            width={Math.min(layout.width, 340)}
            theme={theme}
          />
        </g>
      ),
    };
  };
}

function fillOf(value: StateValue, theme: ChartTheme): string {
  if (isOnlyCounted(value)) return `url(#${hatching})`;
  return (value.step === null ? undefined : theme.steps[value.step]) ?? theme.surface;
}

/** The fill of a state without a median. */
function Hatching({ theme }: { theme: ChartTheme }) {
  return (
    <defs>
      <pattern
        id={hatching}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={6} height={6} fill={theme.surface} />
        <line x1={0} x2={0} y1={0} y2={6} stroke={theme.control} strokeWidth={1.5} />
      </pattern>
    </defs>
  );
}

/** Draws the requested state last, so that no neighbour covers its outline. */
function Shapes({
  values,
  scale,
  theme,
}: {
  values: readonly StateValue[];
  scale: number;
  theme: ChartTheme;
}) {
  const ordered = values.toSorted((left, right) => Number(left.isStrong) - Number(right.isStrong));
  return (
    <g transform={`scale(${scale})`} strokeLinejoin="round">
      {ordered.map((value) => (
        <path
          key={value.uf}
          d={brazilShapes.find(({ uf }) => uf === value.uf)?.path}
          fill={fillOf(value, theme)}
          stroke={value.isStrong ? theme.ink : theme.control}
          strokeWidth={(value.isStrong ? 3 : 0.75) / scale}
        />
      ))}
    </g>
  );
}

function Leader({ label: { box, from }, theme }: { label: PlacedLabel; theme: ChartTheme }) {
  if (!from) return null;
  const ends = { x1: from.x, y1: from.y, x2: box.x, y2: box.y + box.height / 2 };
  return (
    <g>
      <line {...ends} stroke={theme.surface} strokeWidth={3} opacity={0.7} />
      <line {...ends} stroke={theme.ink} strokeWidth={0.75} />
      <circle cx={from.x} cy={from.y} r={2} fill={theme.ink} stroke={theme.surface} />
    </g>
  );
}

const rowHeight = 20;

const mapRankingHeight = (lines: readonly unknown[]): number => lines.length * rowHeight;

/** Position, name, median and n of each state, in the order given. */
function MapRanking({
  lines,
  x,
  width,
  theme,
}: {
  lines: readonly (readonly string[])[];
  x: number;
  width: number;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.ink} fontSize={13}>
      {lines.map(([rank, name, median, count], index) => (
        <g key={name} transform={`translate(0 ${index * rowHeight + 14})`}>
          <text x={x + 28} textAnchor="end" fill={theme.muted}>
            {rank}
          </text>
          <text x={x + 38}>{name}</text>
          <text x={width - 90} textAnchor="end" style={figureStyle}>
            {median}
          </text>
          <text x={width} textAnchor="end" fill={theme.muted} fontSize={12} style={figureStyle}>
            {count}
          </text>
        </g>
      ))}
    </g>
  );
}

/** A state and its step of the scale, 0 to 4, low to high; null where the state has no records or too few. */
export type StateValue = {
  uf: string;
  step: number | null;
  count: number;
  /** Whether this is the requested state. */
  isStrong: boolean;
  /** The text of the tooltip and of the screen reader. */
  name: string;
};

/** Whether only the record count is known: there are too few records for a median. */
function isOnlyCounted({ step, count }: StateValue): boolean {
  return step === null && count > 0;
}

const countSize = 11;

/** A state's letters, on its shape or in a box of its colour beside the map; the count where it has no median. */
function StateLabelMark({
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
