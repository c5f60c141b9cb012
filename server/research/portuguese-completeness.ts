import type { ApiMetadata } from '../../shared/contracts/api-v1.ts';
import type { Completeness } from '../../shared/contracts/completeness.ts';
import { incompleteTitle } from '../../shared/statistics/completeness.ts';

const states = {
  complete: 'completa',
  partial: 'parcial',
  late_only: 'so_fora_do_prazo',
} as const satisfies Record<Completeness['state'], string>;

/** The completeness, by the Portuguese names that files and the API use. */
export const portugueseCompleteness = (completeness: Completeness): ApiMetadata['completude'] => ({
  situacao: states[completeness.state],
  meses: completeness.months,
  sem_mov: completeness.withoutMov,
  aviso: incompleteTitle(completeness),
});
