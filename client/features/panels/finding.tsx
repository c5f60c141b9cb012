import { findingText } from './figures.ts';

/** What a section's groups say, in one sentence at its head. */
export function Finding({ groups }: { groups: Parameters<typeof findingText>[0] }) {
  return <p className="mb-3 max-w-prose tabular-nums">{findingText(groups)}</p>;
}
