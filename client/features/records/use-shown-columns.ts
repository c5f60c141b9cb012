import { useState } from 'react';
import { z } from 'zod';
import { recordColumns, type RecordColumn } from './record-columns.ts';

const name = 'record-columns';
const known = new Map(recordColumns.map((column) => [column.key, column]));

/**
 * The visible columns of the records, stored in this browser, in the columns' own order; the usual ones until the user
 * chooses. Sensitive columns are not stored: the user requests them on each visit.
 */
export function useShownColumns(usual: readonly string[]) {
  const [chosen, setChosen] = useState(() => new Set(storedKeys() ?? usual));
  const change = (next: ReadonlySet<string>) => {
    setChosen(new Set(next));
    store([...next].filter((key) => known.get(key)?.isSensitive !== true));
  };
  return {
    chosen,
    columns: recordColumns.filter(({ key }) => chosen.has(key)),
    toggle: ({ key }: RecordColumn) => {
      const next = new Set(chosen);
      if (!next.delete(key)) next.add(key);
      change(next);
    },
    reset: () => change(new Set(usual)),
  };
}

function storedKeys(): string[] | undefined {
  try {
    const kept = z.array(z.string()).safeParse(JSON.parse(localStorage.getItem(name) ?? ''));
    return kept.data?.filter((key) => known.has(key) && known.get(key)?.isSensitive !== true);
  } catch {
    return undefined;
  }
}

function store(keys: readonly string[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(keys));
  } catch {
    // The browser can refuse storage; the choice then lasts as long as the page.
  }
}
