import type { ChartTheme } from '../chart-theme.ts';
import type { Draw, Mark } from '../drawing.ts';
import { MapRanking, mapRankingHeight } from './map-ranking.tsx';
import { layoutMap, type PlacedLabel } from './map-layout.ts';
import { brazilShapes } from './shapes.ts';
import { StateLabelMark } from './state-label-mark.tsx';
import { isOnlyCounted, type StateValue } from './state-value.ts';
import { StepLegend, stepLegendHeight, type MapStep } from './step-legend.tsx';

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
