import { filters as catalogue, type FilterName } from '../filters/catalogue.ts';
import type { Period } from '../filters/data.ts';
import type { QueryNames, QueryPart, DescribedValue } from '../filters/filter.ts';
import { placeText } from '../filters/place.ts';
import { keysOf } from '../codes/keys.ts';
import { withoutUnseenCharacters } from '../contracts/people-fields.ts';
import type { SearchFilters } from '../contracts/search.ts';
import { lowerFirst } from '../words/format.ts';

/** A query in words: above an answer, in the history, on receipts and reports. */

/** A set filter in words, and the change that removes it. */
export interface SetFilter extends DescribedValue<Partial<SearchFilters>> {
  readonly part: QueryPart;
}

/** Every set filter, each list item separately, in the order of the catalogue; defaults are omitted. */
export function setFilters(filters: SearchFilters, names: QueryNames): SetFilter[] {
  return keysOf(catalogue).flatMap((name) => describedOf(name, filters, names));
}

/** Those of one part: the lists of the others may have hundreds of values. */
const setFiltersOf = (part: QueryPart, filters: SearchFilters, names: QueryNames): SetFilter[] =>
  keysOf(catalogue).flatMap((name) =>
    catalogue[name].part === part ? describedOf(name, filters, names) : [],
  );

function describedOf(name: FilterName, filters: SearchFilters, names: QueryNames): SetFilter[] {
  const { part, describe } = catalogue[name];
  return describe(filters, names).map((value) => ({ ...value, part }));
}

export const textsOfPart = (part: QueryPart, filters: SearchFilters, names: QueryNames) =>
  setFiltersOf(part, filters, names).map(({ text }) => text);

/** A part of the query's sentence, with the filter that it describes. */
export interface QueryPhrase {
  readonly name: FilterName;
  readonly text: string;
  readonly isSet: boolean;
}

/** The subject and the data of a query, as parts of a sentence; of the defaults only those that users often change. */
export function queryPhrases(filters: SearchFilters, names: QueryNames): QueryPhrase[] {
  return keysOf(catalogue).flatMap((name): QueryPhrase[] => {
    const { part, emptyText } = catalogue[name];
    if (part === 'subject' || part === 'place') return [];
    const descriptions = describedOf(name, filters, names).map(textInSentence);
    if (descriptions.length > 0) return [{ name, text: descriptions.join(', '), isSet: true }];
    return emptyText === undefined ? [] : [{ name, text: emptyText, isSet: false }];
  });
}

/** The words of a set filter within a sentence. */
export const textInSentence = ({ text, inSentence }: SetFilter): string =>
  inSentence ?? lowerFirst(text);

export const allOccupationsText = 'Todas as ocupações';

/** The subject of the query, short enough for a title. */
export function subjectText(filters: SearchFilters, names: QueryNames): string {
  const subject = setFiltersOf('subject', filters, names);
  const [first, ...others] = subject.filter(({ isLess }) => isLess !== true);
  if (first === undefined) return allOccupationsText;
  const less = subject.length - others.length - 1;
  const more = others.length > 0 ? ` e mais ${others.length}` : '';
  return `${first.text}${more}${less > 0 ? `, menos ${less}` : ''}`;
}

/** The whole query, part by part: subject, place, every other set filter, and the data. */
export function describeQuery(
  filters: SearchFilters,
  names: QueryNames,
  period?: Period | null,
): string[] {
  const occupations = textsOfPart('subject', filters, names);
  return [
    occupations.length === 0 ? allOccupationsText : occupations.join('; '),
    placeText(filters, names),
    ...textsOfPart('profile', filters, names),
    ...describeData(filters, period),
  ];
}

/**
 * The data of a query: always described, because a figure has no meaning without it. `period` is the period of the
 * answer, for filters that leave it open.
 */
export function describeData(filters: SearchFilters, period?: Period | null): string[] {
  const described = period ? { ...filters, ...periodFilters(period) } : filters;
  return filterTexts(described).map(({ text }) => text);
}

const periodFilters = ({ from, to }: Period) => ({ periodoInicio: from, periodoFim: to });

/** Text of the filters that are described even with their default. */
export function filterTexts(
  filters: SearchFilters,
): { readonly name: FilterName; readonly text: string }[] {
  return keysOf(catalogue).flatMap((name) => {
    const text = catalogue[name].describeAlways?.(filters);
    return text === undefined ? [] : [{ name, text }];
  });
}

/**
 * A query as a file or entry name, at most `longest` characters, none of them invisible. The parts that distinguish it
 * in a list come first, as in "SP · mulheres · 521110 - Vendedor".
 */
export function queryName(filters: SearchFilters, names: QueryNames, longest: number): string {
  const people = queryPhrases(filters, names).filter(
    ({ name, isSet }) => isSet && catalogue[name].part === 'profile',
  );
  const parts = [
    placeText(filters, names),
    ...people.map(({ text }) => text),
    subjectText(filters, names),
  ];
  const name = withoutUnseenCharacters(parts.join(' · '));
  if (name.length <= longest) return name;
  // The cut may leave half of a surrogate pair.
  return `${withoutUnseenCharacters(name.slice(0, longest - 1)).trimEnd()}…`;
}
