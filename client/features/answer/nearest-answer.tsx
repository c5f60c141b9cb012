import type { AnswerHead, SearchFilters, RelaxedQuery } from '../../../shared/contracts/search.ts';
import { widerInterval } from '../../../shared/sentences/town-estimate.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { Median, movementNouns } from './answer-figure.tsx';

/** Leads an answer with few records: the nearest relaxed query that has enough, large only if the answer has no figure. */
export default function NearestAnswer({
  offer: { label, filters, count, figures },
  answer: { method, statistics },
  onSearch,
}: {
  offer: RelaxedQuery;
  answer: Pick<AnswerHead, 'method' | 'statistics'>;
  onSearch: (filters: SearchFilters) => void;
}) {
  const interval =
    figures &&
    widerInterval(
      figures,
      (lower, upper) => `intervalo de 95\u00a0% da mediana: ${lower} a ${upper}`,
    );
  if (!interval) return null;
  return (
    <section aria-label="Pesquisa mais ampla" className="card min-w-0 p-4 sm:p-5">
      <p className="text-dense text-muted">
        A sua pesquisa tem poucos registros. O resultado dela está logo abaixo.
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="@container min-w-0 flex-1 basis-80">
          <h2 className="text-title font-semibold">{label}</h2>
          <Median
            median={figures.median}
            size={statistics.median === null ? 'text-answer' : 'text-title'}
          />
          <p className="mt-1 text-dense tabular-nums">
            {formatCounted(count, ...movementNouns[method.movement])}
            <span className="text-muted">{` · ${interval}`}</span>
          </p>
        </div>
        <Button onClick={() => onSearch(filters)}>Ver esta resposta</Button>
      </div>
    </section>
  );
}
