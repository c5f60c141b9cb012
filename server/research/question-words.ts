import type { QuestionNames } from '../../shared/filters/filter.ts';
import { placeText } from '../../shared/filters/place.ts';
import {
  describeQuestion,
  questionName,
  setFilters,
  subjectText,
} from '../../shared/sentences/question-text.ts';
import { questionLine, type QuestionWords } from '../../shared/words/question-words.ts';
import type { Method, SearchFilters } from '../../shared/contracts/search.ts';
import { maybeCnae } from '../reference/cnaes.ts';
import { municipalityName } from '../reference/municipalities.ts';
import { occupationTitle } from '../reference/occupations.ts';

/**
 * A question in words: what it is about, then its filters one by one. `period` is the one that was answered; without
 * it, a question that leaves its period open asks for the last twelve months loaded, whenever it is asked.
 */
export function questionWords(filters: SearchFilters, period?: Method['period']): QuestionWords {
  const names = namesOf(filters);
  const subject = subjectText(filters, names);
  const parts = describeQuestion(filters, names, period).filter((part) => part !== subject);
  const isOpen = filters.periodoInicio === undefined && filters.periodoFim === undefined;
  return {
    subject,
    parts: isOpen && period == null ? [...parts, 'Sempre os últimos 12 meses carregados'] : parts,
  };
}

/** The same as one text. */
export const questionText = (filters: SearchFilters, period?: Method['period']) =>
  questionLine(questionWords(filters, period));

/** A question as the name of what is made of it, in so many characters at most. */
export const nameOfQuestion = (filters: SearchFilters, longest: number) =>
  questionName(filters, namesOf(filters), longest);

/** The words of a question that a name does not say: one that is made from it says whom, where and what it is about. */
export function unsaidParts(name: string, filters: SearchFilters): string[] {
  const { subject, parts } = questionWords(filters);
  const names = namesOf(filters);
  if (!name.includes(questionName(filters, names, Infinity))) return [subject, ...parts];
  const people = setFilters(filters, names).filter(({ part }) => part === 'profile');
  const said = new Set([placeText(filters, names), ...people.map(({ text }) => text)]);
  return parts.filter((part) => !said.has(part));
}

function namesOf(filters: SearchFilters): QuestionNames {
  const { cbo, cbos = [], semCbos = [], municipios = [], cnaes = [] } = filters;
  const occupations = [...(cbo === undefined ? [] : [cbo]), ...cbos, ...semCbos];
  return {
    occupations: named(occupations, occupationTitle),
    municipalities: named(municipios, (code) => municipalityName(code.slice(0, 6))),
    cnaes: named(cnaes, (code) => maybeCnae(code)?.descricao),
  };
}

function named(codes: readonly string[], nameOf: (code: string) => string | undefined) {
  return new Map(
    codes.flatMap((code) => {
      const name = nameOf(code);
      return name === undefined ? [] : [[code, name] as const];
    }),
  );
}
