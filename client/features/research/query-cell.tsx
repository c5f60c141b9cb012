import type { ReactNode } from 'react';
import type { QueryWords } from '../../../shared/words/query-words.ts';
import { leadingParts, monthParts, nonDefaultParts } from '../../lib/query-parts.ts';

/** A search in a list: its name, or its distinguishing filters and subject, then the other filters, each once. */
export function QueryCell({
  name,
  query: { subject, parts },
  notInName = [subject, ...parts],
  badges,
}: {
  name: string | null;
  query: QueryWords;
  /** The parts of the query that the name does not state. */
  notInName?: readonly string[];
  badges?: ReactNode;
}) {
  const rest = name === null ? monthParts(parts) : nonDefaultParts(notInName);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">
          {name ?? [...leadingParts(parts), subject].join('\u00a0· ')}
        </span>
        {badges}
      </span>
      <span className="block text-muted wrap-anywhere">{rest.join('\u00a0· ')}</span>
    </>
  );
}
