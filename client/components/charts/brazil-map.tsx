import { formatCount } from '../../../shared/words/format.ts';
import { type ChartTheme, figureStyle } from './chart-theme.ts';
import type { Box, Draw } from './chart.ts';

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

/** A step of the scale and its bounds in whole reais, both inclusive. */
export type MapStep = { step: number; from: number; to: number };

/** One tile for each state, about where it lies in the country: all tiles have the same size and room for their text. */
const rows = [
  '   RR AP         ',
  '   AM PA MA CE RN',
  'AC RO MT TO PI PB',
  '      MS GO BA PE',
  '         DF MG AL',
  '         SP ES SE',
  '         PR RJ   ',
  '         SC      ',
  '         RS      ',
] as const;

const columns = 6;
const tiles = rows.flatMap((line, row) =>
  Array.from({ length: columns }, (_, column) => ({
    uf: line.slice(3 * column, 3 * column + 2).trim(),
    column,
    row,
  })).filter(({ uf }) => uf !== ''),
);

/** The states in reading order of the map. */
export const mapStates: readonly string[] = tiles.map(({ uf }) => uf);

const widestTile = 60;
/** On the screen, tiles are high enough to be touched; saved pictures and paper have other content below. */
const tileHeights = { screen: 47, paper: 36 } as const;
const gap = 3;
const legendHeight = 60;
const rankHeight = 20;
/** From this width on, in pixels, the ranking is drawn beside the map (saved pictures and PDF). */
const rankingFrom = 760;
const rankingX = columns * widestTile + 36;
const hatching = 'sem-mediana';

/** Brazil by states, filled by step, with the scale below it. */
export function drawBrazilMap(
  values: readonly StateValue[],
  steps: readonly MapStep[],
  ranking: readonly (readonly string[])[],
): Draw {
  const byState = new Map(values.map((value) => [value.uf, value]));
  return (width, theme) => {
    const tileWidth = Math.min(width / columns, widestTile);
    const hasRanking = width >= rankingFrom;
    const tileHeight = hasRanking ? tileHeights.paper : tileHeights.screen;
    const mapHeight = rows.length * tileHeight;
    const placed = tiles.flatMap(({ uf, column, row }) => {
      const value = byState.get(uf);
      const box = {
        x: column * tileWidth,
        y: row * tileHeight,
        width: tileWidth - gap,
        height: tileHeight - gap,
      };
      return value === undefined ? [] : [{ value, box }];
    });
    return {
      width: hasRanking ? width : columns * tileWidth,
      height: Math.max(
        mapHeight + (steps.length > 0 ? legendHeight : 0),
        hasRanking ? ranking.length * rankHeight : 0,
      ),
      marks: placed.map(({ value: { uf, name }, box }) => ({ key: uf, name, box })),
      picture: (
        <g fontSize={13}>
          <Hatching theme={theme} />
          {placed.map(({ value, box }) => (
            <Tile key={value.uf} value={value} box={box} theme={theme} />
          ))}
          {steps.length > 0 && <Scale steps={steps} y={mapHeight + 12} theme={theme} />}
          {hasRanking && <Ranking lines={ranking} width={width} theme={theme} />}
        </g>
      ),
    };
  };
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

/** A state's letters, and its count where it has too few records for a median. */
function Tile({ value, box, theme }: { value: StateValue; box: Box; theme: ChartTheme }) {
  const { uf, step, count, isStrong } = value;
  const isCounted = step === null && count > 0;
  const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2];
  const stepFill = step === null ? theme.surface : theme.steps[step];
  const stepInk = step === null ? theme.muted : theme.onSteps[step];
  return (
    <g textAnchor="middle" fill={isCounted ? theme.ink : stepInk}>
      <rect
        {...box}
        rx={3}
        fill={isCounted ? `url(#${hatching})` : stepFill}
        stroke={isStrong ? theme.ink : theme.control}
        strokeWidth={isStrong ? 3 : 0.75}
      />
      {isCounted && (
        <rect x={x - 16} y={middle - 14} width={32} height={28} rx={3} fill={theme.surface} />
      )}
      <text x={x} y={isCounted ? middle - 1 : middle + 4.5} fontWeight={600}>
        {uf}
      </text>
      {isCounted && (
        <text x={x} y={middle + 12} fontSize={11}>
          {formatCount(count)}
        </text>
      )}
    </g>
  );
}

const field = 46;

/** The steps side by side, with the amounts at their boundaries. */
function Scale({ steps, y, theme }: { steps: readonly MapStep[]; y: number; theme: ChartTheme }) {
  const [lowest, highest] = [steps[0]?.from, steps.at(-1)?.to ?? 0];
  const bounds = steps.map(({ from }) => from);
  return (
    <g fill={theme.muted} fontSize={12} style={figureStyle}>
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
      {(highest === lowest ? bounds : [...bounds, highest]).map((reais, index) => (
        <text key={reais} x={index * field} y={y + 44}>
          {formatCount(reais)}
        </text>
      ))}
    </g>
  );
}

/** Position, name, median and n of each state, in the order given. */
function Ranking({
  lines,
  width,
  theme,
}: {
  lines: readonly (readonly string[])[];
  width: number;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.ink}>
      {lines.map(([rank, name, median, count], index) => (
        <g key={name} transform={`translate(0 ${index * rankHeight + 14})`}>
          <text x={rankingX + 28} textAnchor="end" fill={theme.muted}>
            {rank}
          </text>
          <text x={rankingX + 38}>{name}</text>
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
