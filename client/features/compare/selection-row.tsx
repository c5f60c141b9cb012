import type { ReactNode } from 'react';
import { ActMenu, type MenuAct } from '../../components/act-menu.tsx';
import { SelectionTitle } from './comparison-table.tsx';

/** A selection: its mark and name, the filters that only it has, its record count, and a menu of actions. */
export function SelectionRow({
  place,
  letter,
  name,
  query,
  records,
  acts,
  problem,
  isLoading,
}: {
  place: number;
  letter: string;
  name: string;
  /** The filters that not all selections have, without those in the name; empty if there are none. */
  query: string;
  /** The number of records; undefined until it is known. */
  records: string | undefined;
  acts: readonly MenuAct[];
  /** The problem, and what the user can do about it. */
  problem: ReactNode;
  isLoading: boolean;
}) {
  return (
    <li className="border-b border-line py-1 last:border-0" aria-busy={isLoading}>
      <div className="flex items-center justify-between gap-x-4">
        <div className="min-w-0 flex-1 items-baseline gap-x-4 sm:flex">
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
            <SelectionTitle place={place} letter={letter} name={name} />
            <span className="text-dense text-muted max-sm:pl-5">{query}</span>
          </div>
          <span className="shrink-0 text-dense text-muted tabular-nums max-sm:pl-5">
            {isLoading ? 'Buscando...' : records}
          </span>
        </div>
        <span className="print:hidden">
          <ActMenu label={`Ações de ${letter}`} acts={acts} />
        </span>
      </div>
      {problem}
    </li>
  );
}
