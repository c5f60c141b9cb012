import type { EqualityQuery } from '../../../shared/contracts/equality.ts';
import type { Scheduler } from '../../platform/scheduler/scheduler.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import { estimatedRows, type OccupationCounts } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import { tooManySearches } from './too-many-searches.ts';
import type { QueryContext } from './query-scheduler.ts';
import { SingleFlight } from './single-flight.ts';
import { equalityGroups, type EqualityGroups } from '../present/equality/equality-groups.ts';
import { equalitySelection, type EqualityAxis } from '../present/equality/equality-selection.ts';

const cacheLimits = {
  maxWaitMs: 60_000,
  heldPositionsPerUser: 5,
  refusal: tooManySearches,
  maxBytes: 32 * 2 ** 20,
};
/** Estimated memory of a result, in bytes. */
const bytesOf = ({ size }: EqualityGroups) => (1 + size) * 1_000;

interface Parts {
  readonly scheduler: Scheduler;
  readonly warehouse: Warehouse;
  readonly countsOf: (maxWaitMs: number) => Promise<OccupationCounts>;
}

/**
 * Counts women's and men's pay by groups. Counts of the same release and reference tables are cached and serve every
 * group. The scheduler limits concurrent counts and shares the slots fairly among users.
 */
export function equalityService({ scheduler, warehouse, countsOf }: Parts) {
  const work = new SingleFlight({ ...cacheLimits, scheduler, bytesOf });
  return {
    /** Cancels counts that no open request waits for. */
    close: () => work.close(),

    /** Throws `AppError` 400 with the field's name for an invalid value, and 503 `too_many_searches`. */
    groups: (
      { grupo, ...filters }: EqualityQuery,
      axis: EqualityAxis,
      release: Release,
      context: QueryContext,
    ) => {
      // One count covers every group of all occupations, so the requested group is not part of the query.
      const requested = axis === 'race' ? { ...filters, grupo } : filters;
      const selection = equalitySelection(requested, release);
      return work.run(
        {
          key: JSON.stringify([axis, release.number, referencesRevision(), requested]),
          cost: async () => estimatedRows(selection.query, await countsOf(0)),
          compute: (limits) => equalityGroups(warehouse, selection, axis, limits),
        },
        context,
      );
    },
  };
}

export type EqualityService = ReturnType<typeof equalityService>;
