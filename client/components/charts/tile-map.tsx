import { formatCount, formatWholeReais } from '../../../shared/format.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';
import type { Draw, Mark } from './drawing.ts';
import { stateTiles, tileColumns, tileRows } from './state-tiles.ts';

/** A state: its value in reais and its step of the scale; both null where too few records say nothing. */
export type TileValue = {
  uf: string;
  reais: number | null;
  /** 0 to 4, low to high. */
  step: number | null;
  count: number;
  isStrong: boolean;
  /** What is said of the state. */
  name: string;
};

export type TileStep = { step: number; from: number; to: number };

const gap = 4;
const largestTile = 58;
const legendRow = 20;
const rankingRow = 20;
/** From this width on, the ranking stands beside the map: in pictures and on paper. */
const rankingFrom = 760;

/** Brazil as a grid: each state a square of the same size near its place, so that the small ones can be read too. */
export function drawTileMap(
  values: readonly TileValue[],
  steps: readonly TileStep[],
  ranking: readonly (readonly string[])[],
): Draw {
  return (width, theme) => {
    const tile = Math.min((width - (tileColumns - 1) * gap) / tileColumns, largestTile);
    const pitch = tile + gap;
    const placed = stateTiles.flatMap(({ uf, column, row }) => {
      const value = values.find((candidate) => candidate.uf === uf);
      return value ? [{ value, x: column * pitch, y: row * pitch }] : [];
    });
    return {
      height: tileRows * pitch - gap,
      marks: placed.map(({ value, x, y }): Mark => ({
        key: value.uf,
        name: value.name,
        box: { x, y, width: tile, height: tile },
      })),
      picture: (
        <g fontSize={13}>
          {width >= rankingFrom && (
            <Ranking lines={ranking} x={tileColumns * pitch + 40} width={width} theme={theme} />
          )}
          {placed.map(({ value, x, y }) => (
            <Tile key={value.uf} value={value} x={x} y={y} size={tile} theme={theme} />
          ))}
          <Legend
            steps={steps}
            x={3 * pitch + gap}
            y={tileRows * pitch - gap - (steps.length + 1) * legendRow}
            theme={theme}
          />
        </g>
      ),
    };
  };
}

function Tile({
  value: { uf, reais, step, count, isStrong },
  x,
  y,
  size,
  theme,
}: {
  value: TileValue;
  x: number;
  y: number;
  size: number;
  theme: ChartTheme;
}) {
  const ink = step === null ? theme.muted : theme.onSteps[step];
  const below = reais === null ? `n = ${formatCount(count)}` : formatCount(Math.round(reais));
  return (
    <g textAnchor="middle" fill={ink}>
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={size - 1}
        height={size - 1}
        rx={4}
        fill={step === null ? theme.surface : theme.steps[step]}
        stroke={isStrong ? theme.ink : theme.line}
        strokeWidth={isStrong ? 3 : 1}
        strokeDasharray={step === null && !isStrong ? '3 3' : undefined}
      />
      <text x={x + size / 2} y={y + size / 2 - 2} fontWeight={600}>
        {uf}
      </text>
      <text x={x + size / 2} y={y + size / 2 + 14} fontSize={size < 50 ? 11 : 12}>
        {below}
      </text>
    </g>
  );
}

/** Position, name, median and n of each state, in the order given. */
function Ranking({
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
    <g fill={theme.ink}>
      {lines.map(([rank, name, median, count], index) => (
        <g key={name} transform={`translate(0 ${index * rankingRow + 14})`}>
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

function Legend({
  steps,
  x,
  y,
  theme,
}: {
  steps: readonly TileStep[];
  x: number;
  y: number;
  theme: ChartTheme;
}) {
  return (
    <g fill={theme.muted} fontSize={12}>
      <text x={x} y={y + 12}>
        Mediana, em R$
      </text>
      {steps.map(({ step, from, to }, index) => (
        <g key={step}>
          <rect
            x={x + 0.5}
            y={y + (index + 1) * legendRow + 0.5}
            width={14}
            height={14}
            rx={2}
            fill={theme.steps[step]}
            stroke={theme.line}
          />
          <text x={x + 22} y={y + (index + 1) * legendRow + 12}>
            {from === to
              ? formatWholeReais(from)
              : `${formatCount(Math.round(from))} a ${formatCount(Math.round(to))}`}
          </text>
        </g>
      ))}
    </g>
  );
}
