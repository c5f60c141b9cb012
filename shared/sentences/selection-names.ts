import { placeText } from '../filters/place.ts';
import type { QuestionNames } from '../filters/filter.ts';
import { alwaysTold, setFilters, subjectText } from './question-text.ts';
import type { SearchFilters } from '../contracts/search.ts';

/**
 * A name for each selection from the differences between them: "SP" and "RJ" if only the state differs. Numbers
 * distinguish equal selections.
 */
export function selectionNames(
  selections: readonly SearchFilters[],
  names: QuestionNames,
): string[] {
  const parts = selections.map((filters) => partsOf(filters, names));
  const differing = differingKeys(parts);
  const texts = parts.map((part) => {
    const own = differing.map((key) => part.get(key)).filter((text) => text !== undefined);
    return own.length > 0 ? own.join(' · ') : [part.get('subject'), part.get('place')].join(' · ');
  });
  return texts.map((text, index) => {
    const before = texts.slice(0, index).filter((other) => other === text).length;
    return before === 0 ? text : `${text} (${before + 1})`;
  });
}

/** Whether selections differ only in their place. */
export function differInPlaceAlone(
  selections: readonly SearchFilters[],
  names: QuestionNames,
): boolean {
  const keys = differingKeys(selections.map((filters) => partsOf(filters, names)));
  return keys.length === 1 && keys[0] === 'place';
}

function differingKeys(parts: readonly ReadonlyMap<string, string>[]): string[] {
  const keys = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  return keys.filter((key) => new Set(parts.map((part) => part.get(key))).size > 1);
}

/** The parts of a selection, with keys that are the same in every selection. */
function partsOf(filters: SearchFilters, names: QuestionNames): Map<string, string> {
  const parts = new Map([
    ['subject', subjectText(filters, names)],
    ['place', placeText(filters, names)],
  ]);
  for (const { key, text, part } of setFilters(filters, names)) {
    if (part !== 'profile') continue;
    const name = key.split(' ')[0] ?? key;
    const before = parts.get(name);
    parts.set(name, before === undefined ? text : `${before}, ${text}`);
  }
  for (const { name, text } of alwaysTold(filters)) parts.set(name, text);
  return parts;
}
