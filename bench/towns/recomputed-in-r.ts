import { fileURLToPath } from 'node:url';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { predictedArea } from '../../shared/statistics/fay-herriot.ts';
import { percentile } from '../../shared/statistics/percentile.ts';
import { areaOf, townModel, type TownCell } from '../../server/answers/present/towns/town-model.ts';
import { designEffectOf } from '../../server/answers/query/design-effects.ts';
import { figuresFromR, largestDifference } from '../run-r.ts';
import { townCells } from './town-cells.ts';
import { readableRelease } from '../../server/answers/query/release.ts';
import { resolveQuery } from '../../server/answers/query/salary-query.ts';
import { stateOfCode } from '../../server/reference/places.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { minForStatistics } from '../../shared/statistics/design-effect.ts';
import type { Installation } from '../../tests/support/installation.ts';
import type { Cell } from './hidden-records.ts';

export interface Agreement {
  /** One cell of each model. */
  readonly cells: number;
  /** Largest relative difference of predictions and mean squared errors. */
  readonly largest: number;
  /** Largest relative difference from the predictions of R's package metafor; null where it is not installed. */
  readonly fromPackage: number | null;
}

const script = fileURLToPath(new URL('recompute.R', import.meta.url));

/** R inverts a matrix of this many rows for each value that it tries. */
const maxAreas = 150;

/** R fits the models of some cells' families and states, and predicts the smallest cell of each. */
export async function recomputedInR(
  { store, warehouse }: Installation,
  drawn: readonly Cell[],
  wanted: number,
): Promise<Agreement> {
  const release = readableRelease(await currentRelease(store));
  const lines: string[] = [];
  const ours = new Map<string, readonly [value: number, error: number]>();
  const priors = new Set(
    drawn.map((cell) => `${cell.cbo.slice(0, 4)} ${cell.municipality.slice(0, 2)}`),
  );
  for (const prior of priors) {
    if (ours.size === wanted) break;
    const [familiaCbo, state = ''] = prior.split(' ');
    const filters = SearchFilters.parse({ familiaCbo, uf: stateOfCode(state)?.sigla });
    const query = resolveQuery(filters, release);
    const cells = await townCells(warehouse, query, minForStatistics);
    const designEffect = designEffectOf(query);
    const model = townModel(cells, designEffect);
    const smallest = cells.toSorted((a, b) => a.pay.count - b.pay.count)[0];
    const mean = smallest && model?.areas.groups.get(smallest.occupation);
    if (cells.length > maxAreas || model === null || !smallest || !mean) continue;
    const name = prior.replace(' ', '-');
    lines.push(...cells.map((cell) => `${name} ${rawFigures(cell).join(' ')} ${designEffect}`));
    const direct = areaOf(smallest, model.spread, designEffect);
    const { value, meanSquaredError } = predictedArea(model.areas, { direct, prior: mean });
    ours.set(`${name} ${smallest.occupation} ${smallest.municipality}`, [value, meanSquaredError]);
  }
  const theirs = await figuresFromR(script, lines, 3);
  const fromPackage = [...ours].map(([key, [value]]) => [value, theirs.get(key)?.[2]] as const);
  return {
    cells: ours.size,
    largest: largestDifference(
      [...ours].flatMap(([key, own]) =>
        own.map((value, at) => [value, theirs.get(key)?.[at]] as const),
      ),
    ),
    fromPackage: fromPackage.every(([, value]) => value === undefined || Number.isNaN(value))
      ? null
      : largestDifference(fromPackage),
  };
}

const rawFigures = ({ occupation, municipality, pay }: TownCell) => [
  occupation,
  municipality,
  pay.count,
  ...[2500, 5000, 7500].map((at) => percentile(pay, at) ?? NaN),
];
