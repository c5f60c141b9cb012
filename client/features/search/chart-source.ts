import { formatCounted, formatDate } from '../../../shared/words/format.ts';
import type { QuestionNames } from '../../../shared/filters/filter.ts';
import { describeQuestion } from '../../../shared/sentences/question-text.ts';
import type { SearchAnswer, SearchFilters } from '../../../shared/contracts/search.ts';
import type { ChartSource } from '../../components/charts/chart.ts';

/** The captions of this query's charts when they are saved; `count` is the number of records they are drawn from. */
export function chartSource(
  filters: SearchFilters,
  names: QuestionNames,
  { period, release }: SearchAnswer['method'],
  count: number,
): ChartSource {
  const [subject = '', ...rest] = describeQuestion(filters, names, period);
  return {
    subject,
    question: rest.join(' · '),
    sample: formatCounted(count, 'registro', 'registros'),
    origin: originText(release),
  };
}

function originText(release: SearchAnswer['method']['release']): string {
  const source =
    'Fonte: Ministério do Trabalho e Emprego, Novo CAGED. Salário contratual de movimentações formais.';
  if (!release) return `${source} CAGED Analytics.`;
  const published = `versão ${release.number} dos dados, de ${formatDate(release.publishedAt)}.`;
  const text = `${source} CAGED Analytics, ${published}`;
  return release.isSynthetic ? `Dados sintéticos de demonstração. ${text}` : text;
}
