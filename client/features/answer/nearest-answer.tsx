import type { AnswerHead, SearchFilters, RelaxedQuery } from '../../../shared/contracts/search.ts';
import { widerInterval } from '../../../shared/sentences/town-estimate.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { LargeMedian, movementNouns } from './answer-figure.tsx';

/** Leads an answer with few records: the figure of the nearest relaxed query that has enough of them. */
export default function NearestAnswer({
  offer: { label, filters, count, figures },
  movement,
  onSearch,
}: {
  offer: RelaxedQuery;
  movement: AnswerHead['method']['movement'];
  onSearch: (filters: SearchFilters) => void;
}) {
  const interval =
    figures &&
    widerInterval(
      figures,
      (lower, upper) => `mediana entre ${lower} e ${upper}, com 95\u00a0% de confiança`,
    );
  if (!interval) return null;
  return (
    <section aria-label="Pesquisa mais ampla" className="card min-w-0 p-4 sm:p-5">
      <p className="text-dense text-muted">
        A sua pesquisa tem poucos registros. O resultado dela está logo abaixo.
      </p>
      <h2 className="mt-1 text-title font-semibold">{label}</h2>
      <div className="@container flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <LargeMedian median={figures.median} />
        {/* Beside the figure on a wide screen; last on a phone. */}
        <Button className="max-xl:order-last max-xl:mt-1" onClick={() => onSearch(filters)}>
          Ver esta resposta
        </Button>
        <p className="w-full text-dense tabular-nums">
          {formatCounted(count, ...movementNouns[movement])}
          <span className="text-muted">{` · ${interval}`}</span>
        </p>
      </div>
    </section>
  );
}
