import { formatCount, formatReais } from '../../../shared/words/format.ts';
import type { Place } from '../../../shared/contracts/panels.ts';

/** Places by median: position, name, median and n; each asks about itself. */
export function RankingList({
  label,
  places,
  chosen,
  isWide = false,
  onPlace,
}: {
  label: string;
  places: readonly Place[];
  chosen: readonly string[];
  /** It has the whole panel: two columns where they fit. */
  isWide?: boolean;
  onPlace: (codigo: string) => void;
}) {
  return (
    <div className="-mx-2 max-h-[35rem] overflow-y-auto print:max-h-none">
      <ol
        aria-label={label}
        className={`tabular-nums ${isWide ? 'gap-x-8 @min-[44rem]:columns-2' : ''}`}
      >
        {places.map((place) => (
          <li key={place.codigo} className="break-inside-avoid">
            <button
              type="button"
              aria-current={chosen.includes(place.codigo)}
              onClick={() => onPlace(place.codigo)}
              className="grid w-full grid-cols-[2rem_1fr_auto] items-baseline gap-x-2 rounded-control px-2 py-1.5 text-left text-dense hover:bg-sunken focus-visible:-outline-offset-2 aria-current:bg-accent-soft aria-current:font-semibold pointer-coarse:min-h-11"
            >
              <span className="text-right text-muted">
                {place.rank === null ? '—' : `${place.rank}º`}
              </span>
              <span className="min-w-0">{place.nome}</span>
              <span className="text-right whitespace-nowrap">
                {place.median === null ? (
                  <span className="text-muted">só a contagem</span>
                ) : (
                  formatReais(place.median)
                )}
                <span className="ml-1 inline-block min-w-14 @min-[24rem]:ml-2 @min-[24rem]:min-w-18 text-fine font-normal text-muted">
                  n = {formatCount(place.count)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
