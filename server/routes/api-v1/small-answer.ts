import { apiFields } from '../../../shared/contracts/api-queries.ts';
import type { ApiAnswer } from '../../../shared/contracts/api-v1.ts';
import type { SearchAnswer } from '../../../shared/contracts/search.ts';
import { estimateExplanation } from '../../../shared/sentences/town-estimate.ts';

/** The figures of wider and nearby places, and the estimate, of an answer with few records. */
export const smallAnswerResponse = ({
  relaxed,
  nearby,
  estimate,
}: Pick<SearchAnswer, 'relaxed' | 'nearby' | 'estimate'>): Pick<
  ApiAnswer,
  'mais_amplas' | 'proximos' | 'estimativa'
> => ({
  mais_amplas: relaxed.map(({ label, filters, count, figures }) => ({
    rotulo: label,
    filtros: apiFields(filters),
    registros: count,
    mediana: figures?.median ?? null,
    mediana_de: figures?.medianInterval?.lower ?? null,
    mediana_ate: figures?.medianInterval?.upper ?? null,
  })),
  proximos: nearby.map(({ codigo, nome, uf, kilometres, count, median }) => ({
    municipio: codigo,
    nome,
    uf,
    distancia_km: kilometres,
    registros: count,
    mediana: median,
  })),
  estimativa: estimate && {
    nome: estimate.nome,
    mediana: estimate.median,
    de: estimate.lower,
    ate: estimate.upper,
    registros: estimate.records,
    peso_proprio: estimate.ownWeight,
    explicacao: estimateExplanation(estimate),
  },
});
