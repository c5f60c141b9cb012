import type { OccupationItem } from '../../../shared/contracts/reference.ts';
import type { TypedQuery, TypedSuggestion } from '../../../shared/contracts/typed-query.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { placeText } from '../../../shared/filters/place.ts';
import { everydayNames } from '../../../shared/finder/cbo/official-names.ts';
import { nameWords, wordStem, wordsWithoutMeaning } from '../../../shared/finder/name-words.ts';
import type { Commonness } from '../../../shared/finder/find-occupations.ts';
import { plainText } from '../../../shared/words/format.ts';
import { setFilters, textInSentence } from '../../../shared/sentences/query-text.ts';
import {
  maybeDigitCodes,
  namesInForce,
  occupationItems,
  searchOccupations,
} from '../occupation-search.ts';
import { stateOfSigla } from '../places.ts';
import { namesOf } from '../query-names.ts';
import { readFirmFilters, readLooseFilters } from './filters-in-text.ts';
import { jobIn } from './job-in-text.ts';
import { readNumbers, type Months } from './numbers-in-text.ts';
import { readPlaces } from './places-in-text.ts';
import { placeFilters, type TypedPlace, type TypedPlaces } from './places-together.ts';
import { TypedText, type Claim } from './typed-text.ts';

export interface ReadingDeps {
  /** The months of the last release, AAAAMM, ascending: "últimos 6 meses" ends with the last. */
  readonly months: Months;
  readonly commonness?: Commonness;
}

/**
 * Reads a text such as "vendedor em Campinas, mulher, ensino médio": the occupations, the filters, and the words that
 * are neither. Words of a job title stay with the job ("professor de ensino médio"). A name of several places, or one
 * that may be another word, is offered in each of its meanings.
 */
export function readTypedQuery(typed: string, { months, commonness }: ReadingDeps): TypedQuery {
  if (isName(typed)) {
    const named = occupationItems(typed, commonness).slice(0, maxSuggestions);
    const sugestoes = named.map((item) => suggestion(item, {}));
    return { cargo: typed.trim(), filtros: {}, partes: [], naoLidas: [], sugestoes };
  }
  const text = new TypedText(typed);
  const code = readCode(text);
  readNumbers(text, months);
  readFirmFilters(text);
  const places = readPlaces(text);
  readLooseFilters(text);
  const free = text.free().replace(beforeJob, '');
  const exclusion = code === undefined ? excluded.exec(free)?.[0] : undefined;
  const typedJob = code ?? free.slice(0, free.length - (exclusion?.length ?? 0));
  const job = jobIn(typedJob, commonness);
  const items = /[\p{L}\d]/u.test(typedJob) ? job.items : [];
  const others = text.claims.filter(({ isUnread }) => isUnread !== true);
  const filters = Object.assign({}, ...others.map((claim) => claim.filters), places.filters);
  return {
    cargo: job.name,
    filtros: filters,
    partes: partsOf(text, places),
    naoLidas: [
      ...unreadWords(text, typedJob, items, exclusion),
      ...(code === undefined ? [] : wordsBesideCode(free, items)),
    ],
    sugestoes: suggestionsOf(items, filters, places, typed),
  };
}

/** Builds the caches of names of places and occupations that the first text needs, which takes some 100 ms. */
export function readyTypedQueries(): void {
  // An unknown word, so that the search of similar names is ready too.
  readTypedQuery('xqwzk', { months: [] });
}

/** Words before the job, such as "qual é a" of "qual é a média salarial de um soldador". */
const beforeJob =
  /^(?:(?:qual|quais|quanto|que|[oa]s?|em|no|na|de|do|da|e|é|com|como|para|um|uma)(?: |$))+/i;

/** Whether the text is an official name of several words: "Professor de física (ensino superior)" has no filter. */
function isName(typed: string): boolean {
  const name = searchOccupations(typed)[0]?.name;
  const isOfficial = everydayNames[plainText(typed)] === undefined;
  return (
    isOfficial && name !== undefined && name.words.length > 1 && name.plain === plainText(typed)
  );
}

/** What a job excludes: "que não seja de caminhão". */
const excluded =
  /(?<=\S)(?<!\b(?:ou|ao|pelo))(?: e| mas)? (?:exceto|exclusive|que n[aã]o sejam?|sem ser|menos|salvo|tirando)\b.*$/i;

/** Words before and after four digits that are an amount of money: "salário 4110", "até 1412 reais". */
const ofAmount =
  /(?:\br\$|(?:\b(?:salari\w*|ganh\w+|receb\w+|remuneracao|faixa|ate|entre|d[eo]|que|minimo|maximo|cnae|classe)|\d (?:a|e|ate)|[<>]=?) )$/;
const amountGoesOn = /^ ?(?:reais|mil|por mes|mensa)/;
const rangeGoesOn = /^(?: (?:a|e|ate|ou mais) \d| ?- ?\d{3})/;
/** What joins a code to the one before it. */
const betweenCodes = /^ ?[,;/]? ?(?:(?:e|ou|x|vs|a|ate) )?(?:cbos? )?$/;
/** Words before codes: a number that begins the text, as in "4110 e 4221" and "4110 até 3 mil", is no salary. */
const ofCode = /^(?:(?:cbos?|codigos?|cargos?|familias?|ocupac(?:ao|oes)) )*$/;

/** Words before a month such as "202105", which alone is a code. */
const ofMonth = /\b(?:em|a|ate|desde|partir de|entre|mes de) $/;

/** A CBO code among other words: it alone is the job. Further codes are unread. */
function readCode(text: TypedText): string | undefined {
  let first: string | undefined;
  let end = 0;
  for (const match of text.folded.matchAll(
    /(?<![\w/.-]|(?<!\d{6}),)(cbo)?(\d{4}(?:[-–]?(\d{2}))?)(?![\w/]|[.-]\d|,\d(?!\d{5}))/g,
  )) {
    const [whole, prefix, typed = '', ending] = match;
    const digits = typed.replace(/\D/, '');
    const isYear = prefix === undefined && ending === undefined && /^20[0-4]\d$/.test(digits);
    if (isYear && text.tokens.length > 1) continue;
    const isMonth = /^202\d(?:0[1-9]|1[0-2])$/.test(digits);
    const before = text.folded.slice(0, match.index);
    const after = text.folded.slice(match.index + whole.length);
    if (isMonth && (ofMonth.test(before) || /^ (?:a|ate|e) 202/.test(after))) continue;
    const isRange = rangeGoesOn.test(after) && !ofCode.test(before);
    const isAmount = ofAmount.test(before) || amountGoesOn.test(after) || isRange;
    const isNext = first !== undefined && betweenCodes.test(before.slice(end));
    if (ending === undefined && isAmount && !isNext) continue;
    if ((maybeDigitCodes(digits) ?? []).length === 0) continue;
    end = match.index + whole.length;
    text.claim({ ...text.range(match.index, end), filters: {}, isUnread: first !== undefined });
    first ??= digits;
  }
  return first;
}

const maxSuggestions = 20;

function suggestionsOf(
  items: readonly OccupationItem[],
  filters: Partial<SearchFilters>,
  { meant, ofJob }: TypedPlaces,
  typed: string,
): TypedSuggestion[] {
  const hasFilters = Object.keys(filters).length > 0;
  const [first, ...rest] = items;
  const likeliest = suggestion(first ?? null, filters);
  const { regiao: _r, uf: _u, regiaoIbge: _i, municipios: _m, ...others } = filters;
  const elsewhere = (meant?.others ?? []).map((place) =>
    suggestion(first ?? null, { ...others, ...placeFilters(place) }),
  );
  const ofWords = meant?.isDoubtful === true ? withoutPlace(first, others, meant, typed) : [];
  const ofPlace =
    ofJob === undefined ? [] : [suggestion(null, { ...others, ...placeFilters(ofJob) })];
  if (first === undefined && !hasFilters) return ofPlace;
  return [likeliest, ...elsewhere, ...ofWords, ...rest.map((item) => suggestion(item, filters))]
    .slice(0, maxSuggestions - ofPlace.length)
    .concat(ofPlace);
}

/** A suggestion of the query without a place whose name may be another word. */
function withoutPlace(
  first: OccupationItem | undefined,
  others: Partial<SearchFilters>,
  { place }: TypedPlace,
  typed: string,
): TypedSuggestion[] {
  if (first === undefined) {
    const named = occupationItems(typed).filter((item) => !item.ignoradas && !item.parecida);
    return named.slice(0, 1).map((item) => suggestion(item, others));
  }
  const offer = suggestion(first, others);
  return [{ ...offer, nota: [`sem o lugar ${place.nome}`, offer.nota].filter(Boolean).join(', ') }];
}

function suggestion(
  ocupacao: OccupationItem | null,
  filtros: Partial<SearchFilters>,
): TypedSuggestion {
  const nota = filterTexts(filtros).join(', ');
  if (!/^est[aá]gi/i.test(ocupacao?.sinonimo ?? '')) return { ocupacao, filtros, nota };
  // An internship is no employment (Lei 11.788/2008, art. 3º): the registry has the nearest occupation's employees only.
  return {
    ocupacao: ocupacao && { ...ocupacao, sinonimo: undefined },
    filtros,
    nota: [nota, 'estágio não entra no CAGED'].filter(Boolean).join(' · '),
  };
}

const aboutCodes = new Set(['cbo', 'codigo', 'cargo', 'familia', 'ocupacao'].map(wordStem));

/** The words that no name of a code's occupations has: "vendedor" of "vendedor 411010". */
function wordsBesideCode(free: string, items: readonly OccupationItem[]): string[] {
  const codes = new Set(items.map(({ codigo }) => codigo));
  const known = new Set(aboutCodes);
  for (const { code, text } of namesInForce()) {
    if (codes.has(code)) for (const word of nameWords(text)) known.add(wordStem(word.text));
  }
  const others = nameWords(free).filter(({ text }) => !known.has(wordStem(text)));
  return [...others.map(({ typed }) => typed), ...wordsWithoutMeaning(free)];
}

/** The filters in words, the place first. */
function filterTexts(filters: Partial<SearchFilters>): string[] {
  const { regiao, uf, regiaoIbge, municipios, ...others } = filters;
  const names = namesOf(filters);
  const place = placeText({ regiao, uf, regiaoIbge, municipios }, names);
  const state = uf !== undefined && place === uf ? stateText(uf) : undefined;
  const isRegion = uf === undefined && regiao !== undefined;
  const texts = setFilters({ ...usual, ...others }, names).map(textInSentence);
  return [
    ...(regiao === undefined ? [] : [isRegion ? `região ${place}` : (state ?? place)]),
    ...(others.movimentacao === usual.movimentacao ? ['admissões'] : []),
    ...texts,
  ];
}

/** A state's name, marked as a state because municipalities share some of the names; the Federal District is no state. */
const stateText = (uf: string): string =>
  `${stateOfSigla(uf)?.nome ?? uf}${uf === 'DF' ? '' : ' (estado)'}`;

const usual = SearchFilters.parse({});

/** Each understood part in words, with the text without it. */
function partsOf(text: TypedText, places: TypedPlaces): TypedQuery['partes'] {
  return text.claims
    .map((claim) => ({ claim, filters: filtersOf(claim, places) }))
    .toSorted((a, b) => a.claim.from - b.claim.from)
    .flatMap(({ claim, filters }) =>
      filterTexts(filters).map((texto) => ({ texto, sem: text.without(claim) })),
    );
}

function filtersOf({ from, to, filters }: Claim, { meant, filters: place }: TypedPlaces) {
  return meant !== undefined && to === meant.to && from <= meant.from ? place : filters;
}

/** Words that the answer ignores: they belong to no filter and are not in the name of the first suggestion. */
function unreadWords(
  text: TypedText,
  job: string,
  items: readonly OccupationItem[],
  exclusion: string | undefined,
): string[] {
  const unread = text.claims
    .filter(({ isUnread }) => isUnread)
    .map(({ from, to }) =>
      text.typed.slice(text.tokens[from]?.start, text.tokens[to - 1]?.end).trim(),
    );
  const [first] = items;
  const isOfTitle = plainText(first?.titulo ?? '').includes(plainText(exclusion ?? ''));
  const isKnown = first !== undefined && first.parecida !== true;
  const ofJob = isKnown ? (first.ignoradas ?? []) : [job].filter(Boolean);
  return [
    ...unread,
    ...(exclusion === undefined || isOfTitle ? [] : [exclusion.trim()]),
    ...ofJob,
    ...wordsWithoutMeaning(job),
  ];
}
