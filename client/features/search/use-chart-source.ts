import { useMemo } from 'react';
import { formatCounted, formatDate } from '../../../shared/format.ts';
import { describeQuestion } from '../../../shared/question-text.ts';
import type { ChartSource } from '../../components/charts/chart.ts';
import { useQuestionNames } from '../../lib/question-names.ts';
import type { AnsweredSearch } from './search-options.ts';

/** What a chart of this answer says of itself when it is taken away. */
export function useChartSource({ filters, answer }: AnsweredSearch): ChartSource {
  const names = useQuestionNames(filters);
  const { method, statistics } = answer;
  const [subject = '', ...rest] = describeQuestion(filters, names, method.period);
  const question = rest.join(' · ');
  return useMemo(
    () => ({
      subject,
      question,
      sample: `n = ${formatCounted(statistics.count, 'registro', 'registros')}`,
      origin: originText(method.release),
    }),
    [subject, question, statistics, method],
  );
}

function originText(release: AnsweredSearch['answer']['method']['release']): string {
  const source =
    'Fonte: Ministério do Trabalho e Emprego, Novo CAGED. Salário contratual de movimentações formais.';
  if (!release) return `${source} CAGED Analytics.`;
  const published = `Publicação nº ${release.number}, de ${formatDate(release.publishedAt)}.`;
  const text = `${source} CAGED Analytics, ${published}`;
  return release.isSynthetic ? `Dados sintéticos de demonstração. ${text}` : text;
}
