import type {
  CompositionPanel,
  DeferredPanelName,
  DeferredPanels,
  FloorsPanel,
  MovementPanel,
} from '../../../shared/contracts/deferred-panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { Scheduler } from '../../platform/scheduler/scheduler.ts';
import type { Store } from '../../platform/store/store.ts';
import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import { referencesRevision, withStableReferences } from '../../reference/imported-references.ts';
import { deferredPanel, scansOf } from '../present/deferred/deferred-panels.ts';
import type { PaySource } from '../query/engine/counted-pay.ts';
import type { Release } from '../query/release.ts';
import {
  estimatedRows,
  resolveQuery,
  rowsOfStatement,
  withExplicitPeriod,
  type OccupationCounts,
  type SalaryQuery,
} from '../query/salary-query.ts';
import type { QueryContext } from './query-scheduler.ts';
import { SingleFlight } from './single-flight.ts';
import { tooManySearches } from './too-many-searches.ts';

interface Parts extends PaySource {
  readonly store: Pick<Store, 'db'>;
  readonly scheduler: Scheduler;
  readonly countsOf: (maxWaitMs: number) => Promise<OccupationCounts>;
}

/** Computes panels on request. Identical requests for a release share one computation and its cached result. */
export function deferredPanelService({ store, scheduler, countsOf, ...source }: Parts) {
  const cacheLimits = {
    scheduler,
    maxWaitMs: 20_000,
    heldPositionsPerUser: 5,
    refusal: tooManySearches,
    maxBytes: 2 * 2 ** 20,
    /** At most 10,000. */
    bytesOf: (panel: object) => JSON.stringify(panel).length,
  };
  const panels: { readonly [Name in DeferredPanelName]: SingleFlight<DeferredPanels[Name]> } = {
    'pisos-e-concentracoes': new SingleFlight<FloorsPanel>(cacheLimits),
    'salario-ou-composicao': new SingleFlight<CompositionPanel>(cacheLimits),
    'entradas-e-saidas': new SingleFlight<MovementPanel>(cacheLimits),
  };
  return {
    /** Cancels computations that no open request waits for. */
    close: () => {
      for (const work of Object.values(panels)) work.close();
    },

    /** Throws `AppError` as `deferredPanel` does, and 503 `too_many_searches`. */
    answer: <Name extends DeferredPanelName>(
      name: Name,
      requested: { readonly filters: SearchFilters; readonly release: Release },
      context: QueryContext,
    ): Promise<{ readonly panel: DeferredPanels[Name]; readonly query: SalaryQuery }> => {
      const { release } = requested;
      const filters = withExplicitPeriod(requested.filters, release);
      return withStableReferences(store.db, async () => {
        const query = resolveQuery(filters, release);
        const computation = {
          key: JSON.stringify([release.number, referencesRevision(), filters]),
          cost: async () =>
            scansOf(name, query) * (rowsOfStatement + estimatedRows(query, await countsOf(0))),
          compute: (limits: QueryLimits) => deferredPanel(name, source, query, limits),
        };
        const panel = await panels[name].run(computation, context);
        return { panel, query };
      });
    },
  };
}

export type DeferredPanelService = ReturnType<typeof deferredPanelService>;
