import { syntheticNotice } from '../../../shared/codes/codes.ts';
import { maxSearchLength } from '../../../shared/filters/occupations.ts';
import { formatReais, formatDate, formatRecords } from '../../../shared/words/format.ts';
import type { Statistics, SearchFilters, SearchAnswer } from '../../../shared/contracts/search.ts';
import { incompleteTitle } from '../../../shared/statistics/completeness.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { suppressionSentences } from '../../../shared/statistics/suppression.ts';
import type { QueryNames } from '../../../shared/filters/filter.ts';
import { describeQuery, subjectText } from '../../../shared/sentences/query-text.ts';
import { placeText } from '../../../shared/filters/place.ts';
import type { ChartSource } from '../../components/charts/chart.ts';
import type { AnsweredSearch } from './search-options.ts';

/** The query in the main search field's text (specification, §5). */
type SearchText = { cbo: string } | { searchQuery: string } | null;

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

/** The look-up for suggestions: a code's title, titles by a text neither too short nor too long, or none. */
export type SuggestionLookup = { kind: 'code'; code: string } | { kind: 'title'; text: string };

/** Names of two letters that job titles have; other texts of fewer than three letters look nothing up. */
const abbreviations: ReadonlySet<string> = new Set(['ti', 'rh', 'dp']);

export function suggestionLookup(text: string): SuggestionLookup | null {
  const requested = readSearchText(text);
  if (requested === null) return null;
  if ('cbo' in requested) {
    return text.includes(' - ') ? null : { kind: 'code', code: requested.cbo };
  }
  const { length } = requested.searchQuery;
  const isLongEnough = length >= 3 || abbreviations.has(requested.searchQuery.toLowerCase());
  return isLongEnough && length <= maxSearchLength
    ? { kind: 'title', text: requested.searchQuery }
    : null;
}

/** The figures in words that require no statistics. */
export function plainSentence({ count, median, p25, p75 }: Statistics): string {
  if (count === 0) return 'Nenhum registro com estes filtros.';
  if (median === null || p25 === null || p75 === null) {
    if (count >= minForStatistics) return suppressionSentences.poucos_sensiveis;
    return `Com ${formatRecords(count)}, mostramos só a contagem: as estatísticas precisam de ao menos ${minForStatistics}.`;
  }
  return `Metade ganha até ${formatReais(median)}; a metade central, entre ${formatReais(p25)} e ${formatReais(p75)}.`;
}

/** The change that removes one occupation from a query about several, however the query names it. */
export function withoutOccupation(
  { cbo, cbos, searchQuery, familiaCbo, semCbos = [] }: SearchFilters,
  code: string,
): Partial<SearchFilters> {
  const left = cbos?.filter((other) => other !== code);
  const named = {
    cbo: cbo === code ? undefined : cbo,
    cbos: left?.length === 0 ? undefined : left,
  };
  const isFound = searchQuery !== undefined || familiaCbo !== undefined;
  return isFound ? { ...named, semCbos: [...semCbos, code] } : named;
}

/** The captions of this query's charts when they are saved; `count` is the number of records they are drawn from. */
export function chartSource(
  filters: SearchFilters,
  names: QueryNames,
  { period, completeness, release }: SearchAnswer['method'],
  count: number,
): ChartSource {
  const [subject = '', ...rest] = describeQuery(filters, names, period);
  return {
    subject,
    query: rest.join(' · '),
    sample: formatRecords(count),
    notice: incompleteTitle(completeness),
    origin: originText(release),
  };
}

function originText(release: SearchAnswer['method']['release']): string {
  const source =
    'Fonte: Ministério do Trabalho e Emprego, Novo CAGED. Salário contratual de movimentações formais.';
  if (!release) return `${source} CAGED Analytics.`;
  const published = `versão ${release.number} dos dados, de ${formatDate(release.publishedAt)}.`;
  const text = `${source} CAGED Analytics, ${published}`;
  return release.isSynthetic ? `${syntheticNotice}. ${text}` : text;
}

/** "R$ 1.910,00: Vendedor de comércio varejista, SP": the answer, then its query; without a median, the query. */
export function answerTitle(
  answered: AnsweredSearch | undefined,
  names: QueryNames,
  hasFailed: boolean,
): string {
  if (hasFailed) return 'Erro na pesquisa';
  if (answered === undefined) return 'Pesquisando';
  const { answer, filters } = answered;
  const subject = subjectText(filters, names).replace(/^\d{6} - /, '');
  const query = `${subject}, ${placeText(filters, names)}`;
  const { median } = answer.statistics;
  return median === null ? query : `${formatReais(median)}: ${query}`;
}
