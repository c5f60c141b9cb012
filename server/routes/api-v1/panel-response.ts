import type { z } from 'zod';
import { apiFields } from '../../../shared/contracts/api-queries.ts';
import type { ApiPanelMetadata } from '../../../shared/contracts/api-v1.ts';
import type { DeferredPanelName } from '../../../shared/contracts/deferred-panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { version } from '../../platform/version.ts';
import { designEffectOf } from '../../answers/query/design-effects.ts';
import type { SalaryQuery } from '../../answers/query/salary-query.ts';
import { portugueseCompleteness, questionText } from '../../research/question-words.ts';

/** A panel computed on request, with what a reader needs to cite it. It has no receipt. */
export const panelResponse = <Panel>(
  name: DeferredPanelName,
  painel: Panel,
  filters: SearchFilters,
  query: SalaryQuery,
) => ({
  painel,
  metadados: metadataOf(appliedFilters(name, filters), query),
});

/** The filters that a panel applies: `movementPanel` selects all movements and has no salary bounds. */
const appliedFilters = (name: DeferredPanelName, filters: SearchFilters): SearchFilters =>
  name === 'entradas-e-saidas'
    ? { ...filters, movimentacao: 'todas', salarioMin: undefined, salarioMax: undefined }
    : filters;

function metadataOf(filters: SearchFilters, query: SalaryQuery): z.infer<typeof ApiPanelMetadata> {
  const { period, release, series } = query;
  return {
    pergunta: questionText(filters, period),
    filtros: apiFields(filters),
    periodo: period && { de: period.from, ate: period.to },
    completude: portugueseCompleteness(completenessOf(period, release.files)),
    serie: series,
    efeito_de_bloco: designEffectOf(query),
    versao:
      release.number === null || release.publishedAt === null
        ? null
        : {
            numero: release.number,
            publicada_em: release.publishedAt,
            sintetica: release.isSynthetic,
          },
    sistema: version,
  };
}
