import { filters as catalogue, type FilterName } from '../filters/catalogue.ts';
import type { Period } from '../filters/data.ts';
import type { QuestionNames, QuestionPart, ToldValue } from '../filters/filter.ts';
import { placeText } from '../filters/place.ts';
import { keysOf } from '../codes/keys.ts';
import type { SearchFilters } from '../contracts/search.ts';

/** A question in words: above an answer, in the history, on receipts and reports. */

/** A filter that is set, in words, and what takes it away. */
export interface SetFilter extends ToldValue<Partial<SearchFilters>> {
  readonly part: QuestionPart;
}

/** Every filter that is set, each of a list on its own, in the order of the catalogue; defaults are not. */
export function setFilters(filters: SearchFilters, names: QuestionNames): SetFilter[] {
  return keysOf(catalogue).flatMap((name) => toldOf(name, filters, names));
}

function toldOf(name: FilterName, filters: SearchFilters, names: QuestionNames): SetFilter[] {
  const { part, told } = catalogue[name];
  return told(filters, names).map((value) => ({ ...value, part }));
}

const partOf = (part: QuestionPart, filters: SearchFilters, names: QuestionNames) =>
  setFilters(filters, names)
    .filter((set) => set.part === part)
    .map(({ text }) => text);

/** A part of the question's sentence, by the filter that says it. */
export interface QuestionPhrase {
  readonly name: FilterName;
  readonly text: string;
  readonly isSet: boolean;
}

/** Who is asked for and of which data, as parts of a sentence; what is usual is left out, but for what people often change. */
export function questionPhrases(filters: SearchFilters, names: QuestionNames): QuestionPhrase[] {
  return keysOf(catalogue).flatMap((name): QuestionPhrase[] => {
    const { part, unsaid, form } = catalogue[name];
    if (part === 'subject' || part === 'place' || form === null) return [];
    const said = toldOf(name, filters, names).map(
      ({ text, said: own }) => own ?? `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    );
    if (said.length > 0) return [{ name, text: said.join(', '), isSet: true }];
    return unsaid === undefined ? [] : [{ name, text: unsaid, isSet: false }];
  });
}

/** What the question is about, short enough for a title. */
export function subjectText(filters: SearchFilters, names: QuestionNames): string {
  const subject = setFilters(filters, names).filter(({ part }) => part === 'subject');
  const [first, ...others] = subject.filter(({ isLess }) => isLess !== true);
  if (first === undefined) return 'Todas as ocupações';
  const less = subject.length - others.length - 1;
  const more = others.length > 0 ? ` e mais ${others.length}` : '';
  return `${first.text}${more}${less > 0 ? `, menos ${less}` : ''}`;
}

/** The whole question, part by part: whom, where, everything else that is set, and of which data. */
export function describeQuestion(
  filters: SearchFilters,
  names: QuestionNames,
  period?: Period | null,
): string[] {
  const occupations = partOf('subject', filters, names);
  return [
    occupations.length === 0 ? 'Todas as ocupações' : occupations.join('; '),
    placeText(filters, names),
    ...partOf('profile', filters, names),
    ...describeData(filters, period),
  ];
}

/**
 * Which data a question is asked of: always told, since a figure means nothing without it. `period` is the one
 * answered, where the filters leave it open.
 */
export function describeData(filters: SearchFilters, period?: Period | null): string[] {
  const asked = period ? { ...filters, ...askedFrom(period) } : filters;
  return alwaysTold(asked).map(({ text }) => text);
}

const askedFrom = ({ from, to }: Period) => ({ periodoInicio: from, periodoFim: to });

/** What is told of a question even where it is the default. */
export function alwaysTold(
  filters: SearchFilters,
): { readonly name: FilterName; readonly text: string }[] {
  return keysOf(catalogue).flatMap((name) => {
    const text = catalogue[name].alwaysTold?.(filters);
    return text === undefined ? [] : [{ name, text }];
  });
}

/**
 * A question as the name of what is made of it, at most `longest` characters: what tells it from others in a list
 * leads, as in "SP · mulheres · 521110 - Vendedor".
 */
export function questionName(
  filters: SearchFilters,
  names: QuestionNames,
  longest: number,
): string {
  const people = questionPhrases(filters, names).filter(
    ({ name, isSet }) => isSet && catalogue[name].part === 'profile',
  );
  const name = [
    placeText(filters, names),
    ...people.map(({ text }) => text),
    subjectText(filters, names),
  ].join(' · ');
  return name.length <= longest ? name : `${name.slice(0, longest - 1).trimEnd()}…`;
}
