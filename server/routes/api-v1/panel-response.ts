import type { DeferredPanelName } from '../../../shared/contracts/deferred-panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { designEffectOf } from '../../answers/query/design-effects.ts';
import { statedRelease } from '../../answers/query/release.ts';
import type { SalaryQuery } from '../../answers/query/salary-query.ts';
import { version } from '../../platform/version.ts';
import { sharedMetadata } from './responses.ts';

/** A panel computed on request, with what a reader needs to cite it. It has no receipt. */
export function panelResponse<Panel>(
  name: DeferredPanelName,
  painel: Panel,
  filters: SearchFilters,
  query: SalaryQuery,
) {
  const about = {
    ...query,
    completeness: completenessOf(query.period, query.release.files),
    designEffect: designEffectOf(query),
    release: statedRelease(query.release),
  };
  return { painel, metadados: sharedMetadata(appliedFilters(name, filters), about, version) };
}

/** The filters that a panel applies: `movementPanel` selects all movements and has no salary bounds. */
const appliedFilters = (name: DeferredPanelName, filters: SearchFilters): SearchFilters =>
  name === 'entradas-e-saidas'
    ? { ...filters, movimentacao: 'todas', salarioMin: undefined, salarioMax: undefined }
    : filters;
