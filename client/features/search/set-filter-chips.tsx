import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { setFilters } from '../../../shared/question-text.ts';
import type { SearchFilters } from '../../../shared/search.ts';
import { useQuestionNames } from '../../lib/question-names.ts';

/** Every filter of the question, one after the other; a click or a key takes one away and asks anew. */
export function SetFilterChips({
  filters,
  onRemove,
}: {
  filters: SearchFilters;
  onRemove: (change: Partial<SearchFilters>) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  // The chip that had the focus is gone after its removal: the one in its place takes it.
  const removed = useRef<number>(undefined);
  const set = setFilters(filters, useQuestionNames(filters));
  const keys = set.map(({ key }) => key).join('|');
  useEffect(() => {
    const index = removed.current;
    removed.current = undefined;
    if (index === undefined) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[index] ?? buttons.at(-1))?.focus();
  }, [keys]);
  if (set.length === 0) return null;
  return (
    <ul
      ref={list}
      aria-label="Filtros aplicados"
      className="-m-1 flex gap-1.5 p-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap"
    >
      {set.map(({ key, text, without }, index) => (
        <li key={key} className="max-w-full shrink-0 max-sm:max-w-[75vw]">
          <button
            type="button"
            onClick={() => {
              removed.current = index;
              onRemove(without);
            }}
            className="relative inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-control border border-line bg-surface py-0.5 pr-2 pl-2.5 text-left text-dense hover:border-control hover:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="sr-only">Retirar o filtro </span>
            <span className="min-w-0 wrap-anywhere tabular-nums">{text}</span>
            <X aria-hidden size={14} className="shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
