import { formatReais, formatRecords } from '../../../shared/words/format.ts';
import { allOccupationsText } from '../../../shared/sentences/query-text.ts';
import type { SearchFilters, RelaxedQuery } from '../../../shared/contracts/search.ts';
import { Button } from '../../components/button.tsx';

/**
 * The nearest relaxed query with enough records: the server gives its figures an interval. All occupations are not near one:
 * they lead no answer.
 */
export const nearestOffer = (offers: readonly RelaxedQuery[]) =>
  offers.find(({ label, figures }) => figures?.medianInterval && label !== allOccupationsText);

/** The next relaxed queries, each with its record count, some with their median; a click runs it. */
export function RelaxedQueries({
  offers,
  onSearch,
}: {
  offers: readonly RelaxedQuery[];
  onSearch: (filters: SearchFilters) => void;
}) {
  return (
    <ul className="flex flex-wrap gap-2 print:hidden">
      {offers.map(({ label, filters, count, figures }) => (
        <li key={label}>
          <Button onClick={() => onSearch(filters)} className="text-left">
            <span>
              {label}
              {figures === null ? ' ' : `: mediana ${formatReais(figures.median)} `}
              <span className="text-dense text-muted tabular-nums">{formatRecords(count)}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
