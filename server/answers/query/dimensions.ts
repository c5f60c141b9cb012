import type { SqlValue } from '../../platform/warehouse/warehouse.ts';
import { townsOfState } from '../../reference/ibge-regions.ts';
import type { SalaryQuery } from './salary-query.ts';
import { packedCodes, stateOfPacked, type PackedCodeName } from './filters/packed-codes.ts';
import { familyQuery, shownState, singleFamily, trendQuery } from './panel-queries.ts';

/** What records are grouped by. */
export interface Dimension {
  /** SQL that gives every record a natural number of at most seven digits. */
  readonly sql: string;
  /** The small code of this SQL, which the month files may have too; null for none. */
  readonly code: PackedCodeName | null;
  /** Converts the number to the panel's key, where they differ. */
  readonly key?: (code: number) => number;
  /** Whether a query's response includes the dimension; without this function it does. */
  readonly isIncluded?: (query: SalaryQuery) => boolean;
  /** The query whose records are grouped, where it is another. */
  readonly over?: (query: SalaryQuery) => SalaryQuery;
}

const coded = (
  code: PackedCodeName,
  options: Pick<Dimension, 'key' | 'isIncluded'> = {},
): Dimension => ({ sql: packedCodes[code].sql, code, ...options });

const ofColumn = (
  sql: string,
  options: Pick<Dimension, 'isIncluded' | 'over'> = {},
): Dimension => ({ sql, code: null, ...options });

/** The region of a line's municipality. `townParams` has the parameters. */
const ofTown = (kind: 'immediate' | 'intermediate') =>
  ofColumn(
    `if(uf = {shownState:Nullable(UInt16)}, transform(municipality, {towns:Array(UInt32)}, {${kind}Regions:Array(UInt32)}, 0), 0)`,
    { isIncluded: (query) => shownState(query) !== null },
  );

/** The parameters of dimensions over the municipalities of a query's state. */
export function townParams(query: SalaryQuery): Readonly<Record<string, SqlValue>> {
  const ofState = townsOfState(shownState(query));
  // The engine refuses to transform by empty lists, as of a query without a state.
  const towns = ofState.length === 0 ? [{ code: 0, immediate: 0, intermediate: 0 }] : ofState;
  return {
    shownState: shownState(query),
    towns: towns.map(({ code }) => code),
    immediateRegions: towns.map(({ immediate }) => Number(immediate)),
    intermediateRegions: towns.map(({ intermediate }) => Number(intermediate)),
  };
}

/** The kinds of movement by MTE's codes, in the order of `movementKinds`. */
export const movementKindSql =
  'multiIf(balance = 1, 1, movement_type = 31, 2, movement_type = 40, 3, movement_type in (43, 45), 4, movement_type = 90, 5, 6)';

const notInformed = 80;
/** The part of a capital letter's character code above its lowest five bits. */
const letterBase = 64;

/** The engine's number for the municipalities and regions of all states but the scan's; month files have no such group. */
export const otherStates = 0;

/** The single list of groupings: both the engine's SQL and the month files use it. */
export const dimensions = {
  country: ofColumn('0'),
  state: coded('state', { key: stateOfPacked }),
  municipality: ofColumn(`if(uf = {shownState:Nullable(UInt16)}, municipality, ${otherStates})`, {
    isIncluded: (query) => shownState(query) !== null,
  }),
  /** IBGE's regions of 2017, by code; 0 outside the scan's state. */
  immediateRegion: ofTown('immediate'),
  intermediateRegion: ofTown('intermediate'),
  companySize: coded('companySize'),
  month: ofColumn('month', { over: trendQuery }),
  sex: coded('sex'),
  schooling: coded('schooling', { key: (code) => (code === 0 ? notInformed : code) }),
  age: coded('age'),
  /** The letter's code. */
  section: coded('section', {
    key: (code) => code + letterBase,
    isIncluded: ({ section }) => section === null,
  }),
  subclass: ofColumn('subclass', { isIncluded: ({ section }) => section !== null }),
  /** The occupations of the one requested family. */
  occupation: ofColumn('cbo', {
    isIncluded: (query) => singleFamily(query) !== null,
    over: (query) => {
      const family = singleFamily(query);
      return family === null ? query : familyQuery(query, family);
    },
  }),
  /** Of a panel that is counted on request, never with a search's response. */
  movementKind: ofColumn(movementKindSql, { isIncluded: () => false }),
} as const satisfies Record<string, Dimension>;
export type DimensionName = keyof typeof dimensions;

/** The panel's key for the number that records are grouped by. */
export const keyOf = (name: DimensionName, code: number): number =>
  dimensions[name].key?.(code) ?? code;
