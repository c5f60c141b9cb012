import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCounted, formatDate } from '../../../shared/format.ts';
import type { ChartSource } from '../../components/charts/chart.ts';
import { describeQuestion } from './describe-question.ts';
import { municipalitiesOptions } from './reference-options.ts';
import type { AnsweredSearch } from './search-options.ts';
import { occupationText } from './search-text.ts';

/** What a chart of this answer says of itself when it is taken away. */
export function useChartSource({ filters, answer }: AnsweredSearch): ChartSource {
  const municipalities = useQuery(municipalitiesOptions(filters.uf ?? 'all')).data;
  return useMemo(() => {
    const names = new Map(municipalities?.map(({ codigo, nome }) => [codigo, nome]));
    const { method, statistics } = answer;
    return {
      subject: subjectOf({ filters, answer }),
      question: describeQuestion(filters, method, names).join(' · '),
      sample: `n = ${formatCounted(statistics.count, 'registro', 'registros')}`,
      origin: originText(method.release),
    };
  }, [filters, answer, municipalities]);
}

function subjectOf({ filters, answer }: AnsweredSearch): string {
  if (filters.searchQuery !== undefined) return `“${filters.searchQuery}”`;
  if (filters.cbo === undefined) return 'Todas as ocupações';
  const titulo = answer.occupations.find(({ cbo }) => cbo === filters.cbo)?.titulo ?? null;
  return occupationText({ cbo: filters.cbo, titulo });
}

function originText(release: AnsweredSearch['answer']['method']['release']): string {
  const source =
    'Fonte: Ministério do Trabalho e Emprego, Novo CAGED. Salário contratual de movimentações formais.';
  if (!release) return `${source} CAGED Analytics.`;
  const published = `Publicação nº ${release.number}, de ${formatDate(release.publishedAt)}.`;
  const text = `${source} CAGED Analytics, ${published}`;
  return release.isSynthetic ? `Dados sintéticos de demonstração. ${text}` : text;
}
