import type { SearchAnswer } from '../../../shared/search.ts';
import { formatCount } from '../../../shared/format.ts';
import { Panel } from '../../components/panel.tsx';

/** What a text search matched; a click narrows the question to one occupation. */
export function OccupationsPanel({
  occupations,
  onNarrow,
}: {
  occupations: SearchAnswer['occupations'];
  onNarrow: (cbo: string) => void;
}) {
  return (
    <Panel
      title="Ocupações encontradas"
      aside={
        <span className="text-dense text-muted">{formatCount(occupations.length)} no total</span>
      }
    >
      <ul
        aria-label="Ocupações encontradas"
        className="-mx-2 max-h-[420px] overflow-y-auto tabular-nums"
      >
        {occupations.map(({ cbo, titulo, count }) => (
          <li key={cbo}>
            <button
              type="button"
              onClick={() => onNarrow(cbo)}
              className="flex w-full items-baseline justify-between gap-4 rounded-control px-2 py-2 text-left hover:bg-sunken pointer-coarse:min-h-11"
            >
              <span className="min-w-0">
                <span className="text-muted">{cbo}</span> {titulo ?? 'Sem título na CBO'}
              </span>
              <span className="text-dense whitespace-nowrap text-muted">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
