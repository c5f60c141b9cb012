import { sum } from 'd3-array';
import { setImmediate } from 'node:timers/promises';
import {
  marketHours,
  type MarketCell,
  type OmittedTown,
} from '../../../../shared/contracts/market.ts';
import {
  independent,
  minForConfidence,
  minForStatistics,
} from '../../../../shared/statistics/design-effect.ts';
import { canAppearBeside } from '../../../../shared/statistics/suppression.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { codesOfFamily } from '../../query/filters/occupation-family.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { groupMediansSql, medianOf, type MedianRow } from '../occupations/group-medians.ts';
import { marketEstimates } from './market-estimates.ts';
import { partOf, regionCells, wholeOf } from './region-cells.ts';
import type { Condition } from '../../query/filters/line-filter.ts';
import { countedRows } from '../../query/selection-sql.ts';

/** How a place is split: a state into its municipalities, wider places not at all. */
export type MarketSplit = 'municipalities' | 'whole';

interface CellRow {
  readonly isFamily: number;
  readonly isPlace: number;
  readonly family: number;
  readonly occupation: number;
  readonly town: number;
  readonly centavos: number[];
  readonly registros: number[];
}

/** The lines that are scanned: those of a query about all occupations, limited to some families. */
export interface MarketSelection {
  readonly query: SalaryQuery;
  /** Four digits each. */
  readonly families: readonly string[];
  readonly split: MarketSplit;
}

/**
 * The exact distributions of some families, of each of their occupations and, where requested, of each occupation in
 * each municipality, computed in a single scan. The query must count no line without contracted hours: each salary is
 * converted to 44 hours, to the centavo, half up. Cells of too few records are left out; municipalities with few have
 * estimates.
 */
export async function marketCells(
  warehouse: Warehouse,
  selection: MarketSelection,
  limits: QueryLimits,
) {
  const rows = await warehouse.rows<CellRow>(marketCellsSql(selection), limits);
  const effectOf = (family: number) => {
    const { release } = selection.query;
    const efeito = designEffectOf({ release, occupations: null, family });
    return efeito > independent ? { efeito } : {};
  };
  const counted = rows.map(
    ({ isFamily, isPlace, family, occupation, town, centavos, registros }) => ({
      familia: codeText(family, 4),
      ocupacao: isFamily === 1 ? null : codeText(occupation, 6),
      municipio: isPlace === 1 ? null : codeText(town, 6),
      centavos,
      registros,
      ...effectOf(family),
    }),
  );
  const families = [...Map.groupBy(counted, ({ familia }) => familia).values()];
  const listed = [];
  for (const family of families) {
    // The municipalities of twenty large families take the event loop 400 ms.
    await setImmediate();
    const enough = publishedCells(family);
    const cells = new Set(withoutRevealing(enough));
    const omitted = townsOf(enough.filter((cell) => !cells.has(cell)));
    await setImmediate();
    const estimates = selection.split === 'municipalities' ? marketEstimates(family) : [];
    listed.push({ cells: [...cells], omitted, estimates });
  }
  return {
    cells: listed.flatMap(({ cells }) => cells),
    omitted: listed.flatMap(({ omitted }) => omitted),
    estimates: listed.flatMap(({ estimates }) => estimates),
  };
}

/** The occupations and municipalities of the cells that have both. */
const townsOf = (cells: readonly MarketCell[]): OmittedTown[] =>
  cells.flatMap(({ ocupacao, municipio }) =>
    ocupacao === null || municipio === null ? [] : [{ ocupacao, municipio }],
  );

/** The cells with enough records, and those of IBGE's regions. */
function publishedCells(cells: readonly MarketCell[]): MarketCell[] {
  const towns = cells.filter(({ municipio }) => municipio !== null);
  const regions = [...Map.groupBy(towns, ({ ocupacao }) => ocupacao).values()].flatMap(regionCells);
  return [...cells, ...regions].filter((cell) => {
    const minRecords = cell.ocupacao === null ? minForStatistics : minForConfidence;
    return recordsOf([cell]) >= minRecords;
  });
}

const recordsOf = (cells: readonly MarketCell[]) => sum(cells, ({ registros }) => sum(registros));

/** Whether a whole minus its parts would reveal fewer records than may be published. */
function revealsFew(whole: MarketCell, parts: readonly MarketCell[]): boolean {
  const rest = recordsOf([whole]) - recordsOf(parts);
  return rest > 0 && rest < minForStatistics;
}

/**
 * The cells of a family without those that would reveal a suppressed cell. If one to four records of a region are outside
 * its listed parts, the region is left out, and its parts stay. If one to four of a state are, its region with the most
 * records outside its own parts is left out; without such a region, the state's smallest part. The state's parts are
 * regions and municipalities, a region's are smaller regions and municipalities. The family's own cell is left out if one
 * to four of its records are outside its listed occupations.
 */
function withoutRevealing(cells: readonly MarketCell[]): MarketCell[] {
  const byOccupation = Map.groupBy(cells, ({ ocupacao }) => ocupacao);
  const families = byOccupation.get(null) ?? [];
  byOccupation.delete(null);
  const shown = [...byOccupation.values()].flatMap(withoutSmallRests);
  const wholes = shown.filter((cell) => wholeOf(cell) === 'state');
  return [...families.filter((family) => !revealsFew(family, wholes)), ...shown];
}

/** An occupation's cells, so that each place minus its largest listed parts has no record, or enough. */
function withoutSmallRests(cells: readonly MarketCell[]): readonly MarketCell[] {
  // Parts within a listed smaller part are not subtracted twice.
  const listed = new Set(cells.map(wholeOf));
  const byWhole = Map.groupBy(cells, (cell) => partOf(cell).find((name) => listed.has(name)));
  const partsOf = (whole: MarketCell) => byWhole.get(wholeOf(whole)) ?? [];
  const restOf = (region: MarketCell) => recordsOf([region]) - recordsOf(partsOf(region));
  for (const whole of cells) {
    const name = wholeOf(whole);
    if (name === undefined || !revealsFew(whole, partsOf(whole))) continue;
    const parts = partsOf(whole);
    const [smallest] = parts.toSorted((a, b) => recordsOf([a]) - recordsOf([b]));
    const [emptiest] = parts
      .filter((part) => wholeOf(part) !== undefined && restOf(part) > 0)
      .toSorted((a, b) => restOf(b) - restOf(a));
    const dropped = name === 'state' ? (emptiest ?? smallest) : whole;
    if (dropped !== undefined) return withoutSmallRests(cells.filter((cell) => cell !== dropped));
  }
  return cells;
}

const codeText = (code: number, digits: number) => String(code).padStart(digits, '0');

/** How the distinct salaries are grouped, and the expression that marks a cell of the whole place. */
const groupings: Readonly<
  Record<MarketSplit, Readonly<Record<'sets' | 'isPlace' | 'town', string>>>
> = {
  municipalities: {
    sets: '(family, pay), (family, occupation, pay), (family, occupation, town, pay)',
    isPlace: 'grouping(town)',
    town: 'municipality',
  },
  // Groups by a constant, so that both splits have the same columns.
  whole: {
    sets: '(family, town, pay), (family, town, occupation, pay)',
    isPlace: '1',
    town: 'toUInt32(0)',
  },
};

// Ranges, not a division, so that the engine can use the table's order.
function ofFamilies(families: readonly string[]): Condition {
  const first = families.map((family) => Number(family) * codesOfFamily);
  const ranges = first.map((_, at) => `cbo between {from${at}:UInt32} and {to${at}:UInt32}`);
  return {
    clause: `(${ranges.join(' or ')})`,
    params: Object.fromEntries(
      first.flatMap((code, at) => [
        [`from${at}`, code],
        [`to${at}`, code + codesOfFamily - 1],
      ]),
    ),
  };
}

function marketCellsSql({ query, families, split }: MarketSelection): Sql {
  const { clauses, params } = countedRows(query, ofFamilies(families));
  const { sets, isPlace, town } = groupings[split];
  // Every line that counts has at least forty hours. The minimum only prevents a division by zero for other lines.
  const weekly = 'greatest(assumeNotNull(hours), 1)';
  const text = `
    select isFamily, isPlace, family, occupation, town,
      arrayMap(pair -> pair.1, pairs) as centavos,
      arrayMap(pair -> pair.2, pairs) as registros
    from (
      select isFamily, isPlace, family, occupation, town,
        arraySort(groupArray((pay, records))) as pairs
      from (
        select grouping(occupation) as isFamily, ${isPlace} as isPlace, family, occupation, town,
          pay, sum(here) as records
        from (
          select intDiv(cbo, ${codesOfFamily}) as family, cbo as occupation, ${town} as town,
            intDiv(2 * assumeNotNull(salary) * {hours:Int64} + ${weekly}, 2 * ${weekly}) as pay,
            sum(weight) as here
          from movements
          where ${clauses.join('\n            and ')}
          group by family, occupation, town, pay
          having here > 0
        )
        group by grouping sets (${sets})
      )
      group by isFamily, isPlace, family, occupation, town
    )
    order by family, isFamily desc, isPlace desc, occupation, town`;
  return {
    text,
    params: { ...params, hours: marketHours * 100 },
  };
}

/** The records of an occupation that a search counts, and their median in centavos. */
interface SearchMedian {
  readonly records: number;
  readonly median: number | null;
}

const byOccupation = { keys: 'cbo', columns: 'cbo', level: '0', code: 'cbo', by: 'cbo' };

/**
 * The median of each occupation of some families as a search states it: records of any hours, at the salary of the
 * file. By the CBO's number. `query` is about all occupations.
 */
export async function searchMedians(
  warehouse: Warehouse,
  query: SalaryQuery,
  families: readonly string[],
  limits: QueryLimits,
): Promise<ReadonlyMap<number, SearchMedian>> {
  const sql = groupMediansSql(byOccupation, countedRows(query, ofFamilies(families)));
  const rows = await warehouse.rows<MedianRow>(sql, limits);
  return new Map(rows.map((row) => [row.code, { records: row.records, median: medianOf(row) }]));
}

/**
 * The cells, those of an occupation in the whole place with the median that a search states there. Without it where the
 * search counts one to four records more than the cell: beside the cell's distribution, it would reveal those.
 */
export const withSearchMedians = (
  cells: readonly MarketCell[],
  medians: ReadonlyMap<number, SearchMedian>,
): MarketCell[] =>
  cells.map((cell) => {
    const isWhole = cell.ocupacao !== null && wholeOf(cell) === 'state';
    const { records = 0, median = null } = isWhole
      ? (medians.get(Number(cell.ocupacao)) ?? {})
      : {};
    const isShown = canAppearBeside(recordsOf([cell]), records, minForStatistics);
    return median === null || !isShown ? cell : { ...cell, mediana_pesquisa: median };
  });
