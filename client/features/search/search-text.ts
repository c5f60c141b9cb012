import { longestSearchText } from '../../../shared/filters/occupations.ts';

/** The query in the main search field's text (specification, §5). */
export type SearchText = { cbo: string } | { searchQuery: string } | null;

const codeWithTitle = /^(\d{6})(?: - .*)?$/s;
const splitCode = /^(\d{4})-?(\d{2})$/;

/** A CBO code, with or without ' - title' or hyphen, is sent as `cbo`; other text as `searchQuery`; null for none. */
export function readSearchText(text: string): SearchText {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, code] = codeWithTitle.exec(trimmed) ?? [];
  if (code !== undefined) return { cbo: code };
  const [, family, rest] = splitCode.exec(trimmed) ?? [];
  if (family !== undefined && rest !== undefined) return { cbo: family + rest };
  return { searchQuery: trimmed };
}

/**
 * The look-up for the suggestions: a code's title, titles by a text that is neither too short nor too long, or none.
 */
export type SuggestionLookup = { kind: 'code'; code: string } | { kind: 'title'; text: string };

export function suggestionLookup(text: string): SuggestionLookup | null {
  const asked = readSearchText(text);
  if (asked === null) return null;
  if ('cbo' in asked) {
    return text.includes(' - ') ? null : { kind: 'code', code: asked.cbo };
  }
  const { length } = asked.searchQuery;
  return length >= 3 && length <= longestSearchText
    ? { kind: 'title', text: asked.searchQuery }
    : null;
}

/** The text of an occupation in the field: 'code - title'. */
export function occupationText({ cbo, titulo }: { cbo: string; titulo: string | null }): string {
  return titulo === null ? cbo : `${cbo} - ${titulo}`;
}
