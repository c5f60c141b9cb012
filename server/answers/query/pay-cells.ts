import { withRanks, type RankedSalaries } from '../../../shared/statistics/percentile.ts';
import { familyQuery, singleFamily } from './panel-queries.ts';
import { isAboutAll, requestsOccupation, type SalaryQuery } from './salary-query.ts';

/** The records of an occupation in a place. */
export interface PayCell {
  /** Six digits. */
  readonly occupation: number;
  /** IBGE's codes. */
  readonly region: number;
  readonly state: number;
  /** IBGE's six digits; `otherTowns` in states whose municipalities are not counted separately. */
  readonly municipality: number;
  /** The salary of each record, in centavos, in any order. Only the engine counts salaries above 32 bits. */
  readonly salaries: Uint32Array | Float64Array;
}

/**
 * The query that the cells of a small query count: the occupations of its family, or its own occupations if they are of
 * several families, in all places. Null for a query about all occupations.
 */
export function cellsQuery(query: SalaryQuery): SalaryQuery | null {
  if (isAboutAll(query)) return null;
  const everywhere = { ...query, region: null, uf: null, municipalities: null };
  const family = singleFamily(query);
  return family === null ? everywhere : familyQuery(everywhere, family);
}

export const requestedCells = (cells: readonly PayCell[], query: SalaryQuery): PayCell[] =>
  cells.filter(({ occupation }) => requestsOccupation(query, occupation));

export function cellsInPlaces(
  cells: readonly PayCell[],
  { region, uf, municipalities }: Pick<SalaryQuery, 'region' | 'uf' | 'municipalities'>,
): PayCell[] {
  const towns = municipalities && new Set(municipalities);
  return cells.filter(
    (cell) =>
      (region === null || cell.region === region) &&
      (uf === null || cell.state === uf) &&
      (towns === null || towns.has(cell.municipality)),
  );
}

/** The joint records of some cells; sorted when the first salary is read. */
export function payOfCells(cells: readonly PayCell[]): RankedSalaries {
  const count = cells.reduce((sum, { salaries }) => sum + salaries.length, 0);
  let sorted: PayCell['salaries'] | undefined;
  const all = () => (sorted ??= sortedSalaries(cells, count));
  return {
    count,
    salaryAt(rank) {
      const pay = all()[rank - 1];
      if (pay === undefined)
        throw new RangeError(`There are ${count} records, and no rank ${rank}.`);
      return pay;
    },
    toDistribution() {
      const counts = new Map<number, number>();
      for (const pay of all()) counts.set(pay, (counts.get(pay) ?? 0) + 1);
      return withRanks({ centavos: [...counts.keys()], counts: [...counts.values()] });
    },
  };
}

function sortedSalaries(cells: readonly PayCell[], count: number): PayCell['salaries'] {
  // A Float64Array takes 1.7 times as long to sort.
  const isNarrow = cells.every(({ salaries }) => salaries instanceof Uint32Array);
  const all = isNarrow ? new Uint32Array(count) : new Float64Array(count);
  let end = 0;
  for (const { salaries } of cells) {
    all.set(salaries, end);
    end += salaries.length;
  }
  all.sort();
  return all;
}

/** The records of each municipality of some cells. */
export const payByTown = (cells: readonly PayCell[]): ReadonlyMap<number, RankedSalaries> =>
  new Map(
    [...Map.groupBy(cells, ({ municipality }) => municipality)].map(([code, own]) => [
      code,
      payOfCells(own),
    ]),
  );
