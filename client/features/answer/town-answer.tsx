import { estimateExplanation, estimateText } from '../../../shared/sentences/town-estimate.ts';
import { formatCount, formatReais, formatRecords } from '../../../shared/words/format.ts';
import type {
  NearbyTown,
  SearchFilters,
  TownEstimate,
  RelaxedQuery,
} from '../../../shared/contracts/search.ts';
import { noPlace } from '../../../shared/filters/place.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { RelaxedQueries } from './relaxed-queries.tsx';

type NearProps = {
  estimate: TownEstimate | null;
  nearby: readonly NearbyTown[];
  onPlace: (place: Partial<SearchFilters>) => void;
};

/** What a small answer has besides its own figures: the estimate, the municipalities nearby, and relaxed queries. */
export default function TownAnswer({
  offers,
  onSearch,
  ...near
}: NearProps & {
  offers: readonly RelaxedQuery[];
  onSearch: (filters: SearchFilters) => void;
}) {
  return (
    <>
      {(near.estimate !== null || near.nearby.length > 0) && <EstimateAndTowns {...near} />}
      {offers.length > 0 && (
        <Notice
          tone="neutral"
          className="print:hidden"
          title="Pesquisas mais amplas, com mais registros"
          actions={<RelaxedQueries offers={offers} onSearch={onSearch} />}
        />
      )}
    </>
  );
}

function EstimateAndTowns({ estimate, nearby, onPlace }: NearProps) {
  return (
    <section aria-label="Estimativa e municípios próximos" className="card min-w-0 p-4 sm:p-5">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[3fr_2fr]">
        {estimate !== null && (
          <div className="min-w-0">
            <h2 className="font-semibold tabular-nums">{estimateText(estimate)}</h2>
            <EstimateBand estimate={estimate} />
            <p className="mt-2 max-w-prose text-dense text-muted">
              {estimateExplanation(estimate)}
            </p>
          </div>
        )}
        {nearby.length > 0 && (
          <div className="min-w-0">
            <h2 className="font-semibold">Mediana dos municípios mais próximos com dados</h2>
            <ul className="mt-2 flex flex-col gap-1 tabular-nums">
              {nearby.map(({ codigo, nome, uf, kilometres, median, count }) => (
                <li key={codigo} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span>
                    <TextButton
                      onClick={() =>
                        // A nearby municipality may be in another region.
                        onPlace({ ...noPlace, uf, municipios: [codigo] })
                      }
                    >
                      {nome}
                    </TextButton>{' '}
                    <span className="text-dense text-muted">{formatCount(kilometres)} km</span>
                  </span>
                  <span>
                    {formatReais(median)}{' '}
                    <span className="text-dense text-muted">{formatRecords(count)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

/** In percent of the width. */
const [bandFrom, bandTo] = [12, 88];

/** The interval and the estimate, drawn hollow: a counted figure is drawn solid. The heading has its amounts. */
function EstimateBand({ estimate: { median, lower, upper } }: { estimate: TownEstimate }) {
  const share = upper > lower ? (median - lower) / (upper - lower) : 0.5;
  return (
    <div aria-hidden className="relative mt-3 h-7 max-w-lg">
      <span className="absolute inset-x-0 top-1/2 border-t border-line" />
      <span
        className="absolute inset-y-1.5 rounded-[2px] border-2 border-dashed border-bar-strong bg-surface"
        style={{ left: `${bandFrom}%`, right: `${100 - bandTo}%` }}
      />
      <span
        className="absolute top-1/2 size-4 -translate-1/2 rounded-full border-2 border-ink bg-surface"
        style={{ left: `${bandFrom + share * (bandTo - bandFrom)}%` }}
      />
    </div>
  );
}
