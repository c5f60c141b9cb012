import type { ReportSelection } from './model.ts';

const maxNameLength = 80;

/** A selection's subject and the parts of its query that not all the others have. */
export function selectionName(
  { query }: ReportSelection,
  selections: readonly ReportSelection[],
): string {
  const distinguishing = query.parts.filter((part) =>
    selections.some((other) => !other.query.parts.includes(part)),
  );
  const name = [query.subject, ...distinguishing].join(' · ');
  // Half of a character of two UTF-16 units would be invalid JSON for the PDF's template.
  const characters = Array.from(name);
  const isLong = characters.length > maxNameLength;
  return isLong ? `${characters.slice(0, maxNameLength - 1).join('')}…` : name;
}
