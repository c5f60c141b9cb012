import X from 'lucide-react/icons/x';
import type { SearchAnswer, SearchFilters } from '../../../shared/contracts/search.ts';
import { leftOutTexts } from '../../../shared/sentences/left-out-words.ts';
import { named } from '../../../shared/filters/filter.ts';
import { formatCount, formatCounted, formatFirst } from '../../../shared/words/format.ts';
import { IconButton } from '../../components/button.tsx';
import { Fold } from '../../components/fold.tsx';

type Occupation = SearchAnswer['occupations'][number];

/** The occupations of a query, above its figures: opened, a click narrows the query to one, or removes one. */
export function OccupationsPanel({
  filters,
  answer,
  onNarrow,
  onRemove,
}: {
  filters: SearchFilters;
  answer: Pick<SearchAnswer, 'occupations' | 'text'>;
  onNarrow: (cbo: string) => void;
  onRemove: (cbo: string) => void;
}) {
  const { occupations } = answer;
  const counted = occupations.filter(({ count }) => count > 0);
  const empty = occupations.length - counted.length;
  // Without any record, it shows which occupations were looked for.
  const found = counted.length > 0 ? counted : occupations;
  const reading = readingOf(filters, answer);
  if (occupations.length < 2) {
    return reading === undefined ? null : <p className="text-dense text-muted">{reading}</p>;
  }
  return (
    <section aria-label="Ocupações encontradas">
      {reading !== undefined && <p className="text-dense text-muted">{reading}</p>}
      <Fold title={countedText(found)}>
        <div className="@container">
          <ul
            aria-label="Ocupações encontradas"
            className="-mx-2 grid max-h-48 gap-x-8 overflow-y-auto tabular-nums @2xl:grid-cols-2"
          >
            {found.map((occupation) => (
              <OccupationRow
                key={occupation.cbo}
                occupation={occupation}
                onNarrow={() => onNarrow(occupation.cbo)}
                onRemove={found.length > 1 ? () => onRemove(occupation.cbo) : undefined}
              />
            ))}
          </ul>
        </div>
        {empty > 0 && (
          <p className="mt-3 text-dense text-muted">
            Sem registros nesta pesquisa: {formatCounted(empty, 'ocupação', 'ocupações')}.
          </p>
        )}
      </Fold>
    </section>
  );
}

const namedAtFirst = 2;

/** The occupations that a figure counts, the most frequent by name. */
function countedText(found: readonly Occupation[]): string {
  const names = found.map(({ cbo, titulo }) => titulo ?? cbo);
  return `Conta ${formatCounted(found.length, 'ocupação', 'ocupações')}: ${formatFirst(names, namedAtFirst)}.`;
}

function OccupationRow({
  occupation: { cbo, titulo, count, sinonimo },
  onNarrow,
  onRemove,
}: {
  occupation: Occupation;
  onNarrow: () => void;
  /** Undefined if it is the only one left. */
  onRemove: (() => void) | undefined;
}) {
  const name = titulo ?? 'Sem título na CBO';
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={onNarrow}
        className="flex min-w-0 flex-1 items-baseline justify-between gap-4 rounded-control px-2 py-1.5 text-left hover:bg-sunken pointer-coarse:min-h-11"
      >
        <span className="min-w-0">
          <span className="text-muted">{cbo}</span> {name}
          {sinonimo !== undefined && (
            <span className="text-dense text-muted"> — também: {sinonimo}</span>
          )}
        </span>
        <span className="text-dense whitespace-nowrap text-muted">{formatCount(count)}</span>
      </button>
      {onRemove && (
        <IconButton label={`Remover ${name} da pesquisa`} onClick={onRemove}>
          <X aria-hidden size={14} />
        </IconButton>
      )}
    </li>
  );
}

/** How the server interpreted a text: as one occupation, whose name can be another, and without some words. */
function readingOf(
  { searchQuery, semCbos }: SearchFilters,
  { occupations, text }: Pick<SearchAnswer, 'occupations' | 'text'>,
): string | undefined {
  if (searchQuery === undefined || text === null) return undefined;
  const [only, another] = occupations;
  // Without the removed ones, the text's matches are not one.
  const isOne = another === undefined && semCbos === undefined;
  const verb = only?.sinonimo === undefined ? 'foi lido como' : 'está na CBO como';
  const parts = [
    ...(only && isOne ? [`“${searchQuery}” ${verb} ${named(only.cbo, only.titulo)}.`] : []),
    ...leftOutTexts(text),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}
