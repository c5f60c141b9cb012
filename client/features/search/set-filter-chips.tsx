import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { setFilters } from '../../../shared/sentences/question-text.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { useQuestionNames } from '../../lib/question-names.ts';

/** Every filter of the question, one after the other; a click or a key takes one away and asks anew. */
export function SetFilterChips({
  filters,
  onRemove,
}: {
  filters: SearchFilters;
  onRemove: (change: Partial<SearchFilters>) => void;
}) {
  const set = setFilters(filters, useQuestionNames(filters));
  if (set.length === 0) return null;
  return (
    <ul
      aria-label="Filtros aplicados"
      className="-m-1 flex gap-1.5 p-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap"
    >
      {set.map(({ key, text, without }) => (
        <li key={key} className="max-w-full shrink-0 max-sm:max-w-[85vw]">
          <button
            type="button"
            onClick={(event) => {
              focusNeighbour(event);
              onRemove(without);
            }}
            className="relative inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-control border border-line bg-surface py-0.5 pr-2 pl-2.5 text-left text-dense hover:border-control hover:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="sr-only">Retirar o filtro </span>
            <span className="min-w-0 wrap-anywhere tabular-nums">{text}</span>
            <X aria-hidden size={14} className="shrink-0 text-muted print:hidden" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The chip is about to go: the one that takes its place takes the focus too. */
function focusNeighbour({ currentTarget }: MouseEvent): void {
  const chip = currentTarget.closest('li');
  const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling;
  neighbour?.querySelector('button')?.focus();
}
