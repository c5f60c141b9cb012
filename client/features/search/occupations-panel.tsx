import type { SearchAnswer } from '../../../shared/search.ts';
import { formatCount, formatCounted } from '../../../shared/format.ts';
import { Panel } from '../../components/panel.tsx';

/** What is asked and has records, of several occupations; a click narrows the question to one. */
export function OccupationsPanel({
  occupations,
  onNarrow,
}: {
  occupations: SearchAnswer['occupations'];
  onNarrow: (cbo: string) => void;
}) {
  const found = occupations.filter(({ count }) => count > 0);
  const empty = occupations.length - found.length;
  return (
    <Panel
      title="Ocupações encontradas"
      aside={<span className="text-dense text-muted">registros</span>}
    >
      <div className="@container">
        <ul
          aria-label="Ocupações encontradas"
          className="-mx-2 grid max-h-[420px] gap-x-8 overflow-y-auto tabular-nums @2xl:grid-cols-2"
        >
          {found.map(({ cbo, titulo, count }) => (
            <li key={cbo}>
              <button
                type="button"
                onClick={() => onNarrow(cbo)}
                className="flex w-full items-baseline justify-between gap-4 rounded-control px-2 py-2 text-left hover:bg-sunken pointer-coarse:min-h-11"
              >
                <span className="min-w-0">
                  <span className="text-muted">{cbo}</span> {titulo ?? 'Sem título na CBO'}
                </span>
                <span className="text-dense whitespace-nowrap text-muted">
                  {formatCount(count)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {empty > 0 && (
        <p className="mt-3 text-dense text-muted">
          Sem registros nesta pesquisa: {formatCounted(empty, 'ocupação', 'ocupações')}.
        </p>
      )}
    </Panel>
  );
}
