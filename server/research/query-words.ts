import type { ApiMetadata } from '../../shared/contracts/api-v1.ts';
import type { Completeness } from '../../shared/contracts/completeness.ts';
import type { Method, SearchFilters } from '../../shared/contracts/search.ts';
import { hasFixedPeriod } from '../../shared/filters/data.ts';
import { placeText } from '../../shared/filters/place.ts';
import {
  allOccupationsText,
  describeQuery,
  queryName,
  textsOfPart,
  subjectText,
} from '../../shared/sentences/query-text.ts';
import { incompleteTitle } from '../../shared/statistics/completeness.ts';
import { formatFirst, plainText } from '../../shared/words/format.ts';
import { type QueryWords, queryLine } from '../../shared/words/query-words.ts';
import { matchingCodes } from '../reference/occupation-search.ts';
import { namesOf } from '../reference/query-names.ts';

/**
 * A query in words: its subject, then its filters one by one. `period` is the period of the response. Without it, the
 * words of a query with an open period state that the query always means the last twelve months loaded.
 */
export function queryWords(filters: SearchFilters, period?: Method['period']): QueryWords {
  const names = namesOf(filters);
  const subject = subjectText(filters, names);
  const parts = describeQuery(filters, names, period).filter((part) => part !== subject);
  return {
    subject,
    parts:
      !hasFixedPeriod(filters) && period == null
        ? [...parts, 'Sempre os últimos meses carregados, até 12']
        : parts,
  };
}

export const placeOf = (filters: SearchFilters) => placeText(filters, namesOf(filters));

export const queryText = (filters: SearchFilters, period?: Method['period']) =>
  queryLine(queryWords(filters, period));

const maxAuditedCodes = 20;

/**
 * A query in one line for the audit, of which nothing can be removed. The codes that a typed text finds stand for the
 * text, which may name a person.
 */
export function auditedQuery(filters: SearchFilters, period?: Method['period']): string {
  const { searchQuery = '', ...others } = filters;
  if (searchQuery === '') return queryText(filters, period);
  const { subject, parts } = queryWords(others, period);
  const codes = matchingCodes(searchQuery);
  const found = codes.length === 0 ? 'nenhuma ocupação' : formatFirst(codes, maxAuditedCodes);
  const text = `Texto digitado (${found})`;
  return subject === allOccupationsText
    ? queryLine({ subject: text, parts })
    : queryLine({ subject, parts: [text, ...parts] });
}

/** The text in which the search boxes of the history and of saved searches look for words. */
export const searchableText = (name: string, filters: SearchFilters): string =>
  plainText(`${name} ${queryText(filters)}`);

/** A query as a name of at most `longest` characters, for a document or a saved search. */
export const nameOfQuery = (filters: SearchFilters, longest: number) =>
  queryName(filters, namesOf(filters), longest);

/** The words of a query that a name lacks. A name made from it already has the subject, the place and the people. */
export function partsNotInName(name: string, filters: SearchFilters): string[] {
  const { subject, parts } = queryWords(filters);
  const names = namesOf(filters);
  if (!name.includes(queryName(filters, names, Infinity))) return [subject, ...parts];
  const inName = new Set([placeText(filters, names), ...textsOfPart('profile', filters, names)]);
  return parts.filter((part) => !inName.has(part));
}

const states = {
  complete: 'completa',
  partial: 'parcial',
  late_only: 'so_fora_do_prazo',
} as const satisfies Record<Completeness['state'], string>;

/** The completeness, by the Portuguese names that files and the API use. */
export const portugueseCompleteness = (completeness: Completeness): ApiMetadata['completude'] => ({
  situacao: states[completeness.state],
  meses: completeness.months,
  sem_mov: completeness.withoutMov,
  aviso: incompleteTitle(completeness),
});
