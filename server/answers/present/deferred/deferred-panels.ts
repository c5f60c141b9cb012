import type {
  DeferredPanelName,
  DeferredPanels,
} from '../../../../shared/contracts/deferred-panels.ts';
import type { QueryLimits } from '../../../platform/warehouse/warehouse.ts';
import type { PaySource } from '../../query/engine/counted-pay.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { refuseNarrowSelection } from '../suppression/salary-bound.ts';
import { compositionPanel } from './composition-panel.ts';
import { floorsPanel } from './floors-panel.ts';
import { movementPanel } from './movement-panel.ts';

interface Computation<Name extends DeferredPanelName> {
  readonly compute: (
    source: PaySource,
    query: SalaryQuery,
    limits: QueryLimits,
  ) => Promise<DeferredPanels[Name]>;
  /** How often it reads the lines of its query, counted from its statements and counts. */
  readonly scans: number;
}

const computations: { readonly [Name in DeferredPanelName]: Computation<Name> } = {
  'pisos-e-concentracoes': { compute: floorsPanel, scans: 2 },
  'salario-ou-composicao': { compute: compositionPanel, scans: 2 },
  'entradas-e-saidas': { compute: movementPanel, scans: 4 },
};

/** The scans of a panel, for the scheduler: one more with a salary bound, which is checked first. */
export function scansOf(name: DeferredPanelName, query: SalaryQuery): number {
  const hasBound = query.salaryFrom !== null || query.salaryTo !== null;
  return computations[name].scans + (hasBound ? 1 : 0);
}

/** Computes a panel on request. Throws `AppError` 422 for a salary bound on too narrow a selection. */
export async function deferredPanel<Name extends DeferredPanelName>(
  name: Name,
  source: PaySource,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<DeferredPanels[Name]> {
  await refuseNarrowSelection(source.warehouse, query, limits);
  return computations[name].compute(source, query, limits);
}
