import type {
  DeferredPanelName,
  DeferredPanels,
} from '../../../shared/contracts/deferred-panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { Store } from '../../platform/store/store.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { deferredPanel, scansOf } from '../present/deferred/deferred-panels.ts';
import type { Release } from '../query/release.ts';
import { resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import type { QueryContext, QueryScheduler } from './query-scheduler.ts';

export interface DeferredAnswerDeps {
  readonly store: Pick<Store, 'db'>;
  readonly warehouse: Warehouse;
  readonly queries: QueryScheduler;
}

/**
 * Computes a panel on request in a slot for all its scans, with one state of the reference tables. Throws `AppError` as
 * `deferredPanel` and the scheduler do.
 */
export function deferredAnswer<Name extends DeferredPanelName>(
  { store, warehouse, queries }: DeferredAnswerDeps,
  name: Name,
  requested: { readonly filters: SearchFilters; readonly release: Release },
  context: QueryContext,
): Promise<{ readonly panel: DeferredPanels[Name]; readonly query: SalaryQuery }> {
  return withStableReferences(store.db, async () => {
    const query = resolveQuery(requested.filters, requested.release);
    const panel = await queries.run(scansOf(name, query), context, (limits) =>
      deferredPanel(name, warehouse, query, limits),
    );
    return { panel, query };
  });
}
