import { useState } from 'react';
import { formatCount, formatReais, formatRecords } from '../../../shared/words/format.ts';
import type { Place } from '../../../shared/contracts/panels.ts';
import { TextButton } from '../../components/button.tsx';

/** The number of places shown above and below the requested one, until the user requests all. */
const around = 3;

/**
 * Places by median: position, name, median and n; clicking a place runs its query. Initially shows the requested place
 * and its neighbours, or the first ones; places with too few records come last, without a position.
 */
export function RankingList({
  label,
  places,
  chosen,
  onPlace,
}: {
  label: string;
  places: readonly Place[];
  chosen: readonly string[];
  onPlace: (codigo: string) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? places : placesAround(places, chosen);
  const isAlone = places.filter(({ rank }) => rank !== null).length === 1;
  return (
    <div>
      <div className="-mx-2 max-h-[35rem] overflow-y-auto print:max-h-none">
        <ol aria-label={label} className="tabular-nums">
          {shown.map((place, index) => (
            <li key={place.codigo}>
              <PlaceRow
                place={place}
                isAlone={isAlone}
                isTied={place.rank !== null && place.rank === shown[index - 1]?.rank}
                isRequested={chosen.includes(place.codigo)}
                onPlace={() => onPlace(place.codigo)}
              />
            </li>
          ))}
        </ol>
      </div>
      {shown.length < places.length && (
        <TextButton
          className="mt-2 print:hidden"
          onClick={({ currentTarget }) => {
            // This button leaves the page, so the focus goes to the first place.
            currentTarget.parentElement?.querySelector('button')?.focus();
            setWhole(true);
          }}
        >
          Ver a lista inteira ({formatCount(places.length)})
        </TextButton>
      )}
    </div>
  );
}

/** The requested place, three before it and three after it; the first seven if no place is requested. */
export function placesAround(
  places: readonly Place[],
  chosen: readonly string[],
): readonly Place[] {
  const index = places.findIndex(({ codigo }) => chosen.includes(codigo));
  const last = Math.max(0, places.length - (2 * around + 1));
  const from = Math.min(Math.max(0, index - around), last);
  return places.slice(from, from + 2 * around + 1);
}

function PlaceRow({
  place: { rank, nome, median, count },
  isAlone,
  isTied,
  isRequested,
  onPlace,
}: {
  place: Place;
  /** The only place with a position, so the position is not shown. */
  isAlone: boolean;
  /** Tied with the row above, which shows the position of all tied rows. */
  isTied: boolean;
  isRequested: boolean;
  onPlace: () => void;
}) {
  return (
    <button
      type="button"
      aria-current={isRequested}
      onClick={onPlace}
      className={`grid w-full grid-cols-[2rem_1fr_auto] items-baseline gap-x-2 rounded-control px-2 py-1 text-left text-dense @min-[24rem]:py-1.5 hover:bg-sunken focus-visible:-outline-offset-2 aria-current:bg-accent-soft aria-current:font-semibold pointer-coarse:min-h-11 ${rank === null ? 'text-muted' : ''}`}
    >
      <span className="text-right text-muted">
        {rank === null ? '—' : isTied ? <TiedRank rank={rank} /> : !isAlone && `${rank}º`}
      </span>
      <span className="min-w-0">{nome}</span>
      <span className="text-right whitespace-nowrap">
        {median === null ? <span className="text-muted">só a contagem</span> : formatReais(median)}
        <span className="block text-fine leading-tight font-normal text-muted @min-[24rem]:ml-2 @min-[24rem]:inline-block @min-[24rem]:min-w-24">
          {formatRecords(count)}
        </span>
      </span>
    </button>
  );
}

function TiedRank({ rank }: { rank: number }) {
  return (
    <>
      <span aria-hidden>=</span>
      <span className="sr-only">{rank}º, empate</span>
    </>
  );
}
