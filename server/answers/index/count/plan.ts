import { tableOf } from '../../../../shared/codes/keys.ts';
import type { PlacedTown } from '../../../reference/ibge-regions.ts';
import { flagCombinations } from '../format/line-columns.ts';
import type { FilterTables } from './passes.ts';

/** Lowest and highest salary in centavos, both included; an empty range if the highest is below the lowest. */
export interface PayBounds {
  readonly lowest: number;
  readonly highest: number;
}

export interface PlannedMonth {
  readonly path: string;
  /** AAAAMM. */
  readonly month: number;
  /** Whether the month is requested. The others are earlier months, which the trend shows too. */
  readonly isRequested: boolean;
  /** The salaries that the salary rule counts. */
  readonly rule: PayBounds;
}

/** 1 admissions, −1 dismissals. */
export const balances = [1, -1] as const;
export type Balance = (typeof balances)[number];

/** A plan of a count, in values that can be sent to a thread. */
export interface IndexPlan {
  readonly months: readonly PlannedMonth[];
  /** Movements that count. */
  readonly balances: readonly Balance[];
  /** Null for all. */
  readonly occupations: RequestedOccupations | null;
  /** The family whose occupations are all counted; null to count the requested ones. */
  readonly siblings: number | null;
  readonly filters: FilterTables;
  /** The requested salary range, which applies within the rule's. */
  readonly range: PayBounds;
  readonly isGross: boolean;
  /** The packed code of the state whose municipalities are shown. */
  readonly shownState: number | null;
  /** The state's municipalities with their regions of IBGE. */
  readonly towns: readonly PlacedTown[];
  /** Whether subclasses are counted, as within a section. */
  readonly hasSubclasses: boolean;
  /** The ranks of the medians' intervals depend on it. */
  readonly designEffect: number;
}

export interface RequestedOccupations {
  readonly codes: readonly number[];
  readonly family: number | null;
}

/** Of the requested months: distinct salaries in centavos, ascending, and how many records have each. */
export interface PayDistribution {
  readonly centavos: Uint32Array<ArrayBuffer>;
  readonly counts: Uint32Array<ArrayBuffer>;
}

/** A plan whose lines are not grouped by municipality or subclass: a thread reads neither for it. */
export const withoutGroups = (plan: IndexPlan): IndexPlan => ({
  ...plan,
  shownState: null,
  towns: [],
  hasSubclasses: false,
});

/** Salaries or codes that the month files cannot hold, or that a count cannot add up. The engine counts such queries. */
export class UncountableRowsError extends RangeError {}

/** Why a line's movement or salary does not count, or that it counts. */
const zoneNames = [
  'otherMovement',
  'unknown',
  'below',
  'above',
  'outsideRange',
  'counted',
] as const;
export type Zone = (typeof zoneNames)[number];

/** A number of lines of a zone and with some flags that pass every filter. */
export interface TalliedLines {
  readonly zone: Zone;
  readonly flags: number;
  readonly lines: number;
}

/** Numbers of lines that pass every filter, by zone and flags. */
export type Tally = Readonly<Record<Zone, Float64Array>>;

export const emptyTally = (): Tally => tableOf(zoneNames, () => new Float64Array(flagCombinations));

export const talliedLines = (tally: Tally): TalliedLines[] =>
  zoneNames.flatMap((zone) =>
    [...tally[zone].entries()].flatMap(([flags, lines]) =>
      lines === 0 ? [] : [{ zone, flags, lines }],
    ),
  );
