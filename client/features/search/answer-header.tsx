import type { ReactNode } from 'react';
import { formatCount, formatCounted, formatReais } from '../../../shared/words/format.ts';
import { placeText } from '../../../shared/filters/place.ts';
import { describeData, subjectText } from '../../../shared/sentences/question-text.ts';
import type { SearchAnswer, SearchFilters, Statistics } from '../../../shared/contracts/search.ts';
import { Badge } from '../../components/badge.tsx';
import { useQuestionNames } from '../../lib/question-names.ts';
import {
  fewestForConfidence,
  fewestForStatistics,
} from '../../../shared/statistics/sample-size.ts';

/** What was asked, and the answer in one plain sentence. */
export function AnswerHeader({
  filters,
  answer,
  badge,
  actions,
}: {
  filters: SearchFilters;
  answer: SearchAnswer;
  badge?: ReactNode;
  actions?: ReactNode;
}) {
  const names = useQuestionNames(filters);
  const { count } = answer.statistics;
  const counted = countedText(answer.occupations);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-80 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-figure font-semibold tracking-tight text-balance">
          {subjectText(filters, names)}
        </h1>
        {count > 0 && count < fewestForConfidence && <Badge tone="warm">amostra pequena</Badge>}
        {badge}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:mt-1 max-sm:w-full max-sm:*:flex-1 max-sm:*:px-2 print:hidden">
        {actions}
      </div>
      <p className="-mt-1 w-full text-dense text-muted tabular-nums">
        {[placeText(filters, names), ...describeData(filters, answer.method.period)].join(' · ')}
      </p>
      {counted !== undefined && <p className="w-full text-dense">{counted}</p>}
      {count > 0 && (
        <p className="mt-1 w-full max-w-prose tabular-nums">{plainSentence(answer.statistics)}</p>
      )}
    </header>
  );
}

const namedAtFirst = 2;

/** Which occupations a figure counts, where they are several. */
function countedText(occupations: SearchAnswer['occupations']): string | undefined {
  const found = occupations.filter(({ count }) => count > 0);
  if (found.length < 2) return undefined;
  const names = found.slice(0, namedAtFirst).map(({ cbo, titulo }) => titulo ?? cbo);
  const others = found.length - names.length;
  const parts = others > 0 ? [...names, `mais ${formatCount(others)}`] : names;
  return `Conta ${formatCount(found.length)} ocupações: ${new Intl.ListFormat('pt-BR').format(parts)}.`;
}

/** The figures in words that need no statistics. */
export function plainSentence({ count, median, p25, p75 }: Statistics): string {
  if (count === 0) return 'Nenhum salário a contar com estes filtros.';
  const registers = formatCounted(count, 'registro', 'registros');
  if (count < fewestForStatistics || median === null || p25 === null || p75 === null) {
    return `Com ${registers}, mostramos só a contagem: menos de ${fewestForStatistics} não descrevem um salário.`;
  }
  const sentence = `Metade ganha até ${formatReais(median)}; a metade central, entre ${formatReais(p25)} e ${formatReais(p75)}.`;
  return count < fewestForConfidence
    ? `${sentence} São só ${registers}: tome os valores como indício, não como referência.`
    : sentence;
}
