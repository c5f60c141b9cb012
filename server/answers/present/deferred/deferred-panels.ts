import type {
  DeferredPanelName,
  DeferredPanels,
} from '../../../../shared/contracts/deferred-panels.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { refuseNarrowSelection } from '../suppression/salary-bound.ts';
import { compositionPanel } from './composition-panel.ts';
import { floorsPanel } from './floors-panel.ts';
import { movementPanel } from './movement-panel.ts';

type Compute<Name extends DeferredPanelName> = (
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
) => Promise<DeferredPanels[Name]>;

const computations: { readonly [Name in DeferredPanelName]: Compute<Name> } = {
  'pisos-e-concentracoes': floorsPanel,
  'salario-ou-composicao': compositionPanel,
  'entradas-e-saidas': movementPanel,
};

/** How often each panel reads the lines of its query, counted from the statements of its computation. */
const scans: Readonly<Record<DeferredPanelName, number>> = {
  'pisos-e-concentracoes': 2,
  'salario-ou-composicao': 2,
  'entradas-e-saidas': 3,
};

/** The scans of a panel, for the scheduler: one more with a salary bound, which is checked first. */
export function scansOf(name: DeferredPanelName, query: SalaryQuery): readonly SalaryQuery[] {
  const hasBound = query.salaryFrom !== null || query.salaryTo !== null;
  return Array.from({ length: scans[name] + (hasBound ? 1 : 0) }, () => query);
}

/** Computes a panel on request. Throws `AppError` 422 for a salary bound on too narrow a selection. */
export async function deferredPanel<Name extends DeferredPanelName>(
  name: Name,
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<DeferredPanels[Name]> {
  await refuseNarrowSelection(warehouse, query, limits);
  return computations[name](warehouse, query, limits);
}
