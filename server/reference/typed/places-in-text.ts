import type { PlaceItem } from '../../../shared/contracts/reference.ts';
import { wordStem } from '../../../shared/finder/name-words.ts';
import { plainText } from '../../../shared/words/format.ts';
import { filterWords } from './filters-in-text.ts';
import {
  capitals,
  demonyms,
  isBegun,
  nearestNames,
  partsOfStates,
  placesAt,
  placesNamed,
  type NamedPlace,
} from './place-names.ts';
import { together, type TypedPlace, type TypedPlaces } from './places-together.ts';
import type { TypedText } from './typed-text.ts';
import { placing } from './typed-words.ts';

const maxWords = 7;
const joins = new Set(['de', 'do', 'da', 'dos', 'das']);
const prepositions = placing.union(joins);
const maxOthers = 4;
/** The rank of the seat of an immediate region of IBGE. */
const rankOfSeats = 2;

/** Reads the places and claims their words. */
export function readPlaces(text: TypedText): TypedPlaces {
  const found: TypedPlace[] = [];
  let ofJob: PlaceItem | undefined;
  const keep = (place: TypedPlace | undefined): boolean => {
    if (place === undefined) return false;
    const word = text.text(place.from);
    // "Pescador no Pantanal" is no town of that name.
    const isJob = placing.has(text.text(place.to)) && isJobWord(text, word);
    const isOther = place.isDoubtful && (demonyms.has(word) || isJob);
    // Nor is "engenheiro em Minas" a mining engineer.
    const isState = place.place.municipio === null && text.text(place.from - 1) === 'em';
    // "Santos" alone is the city, not a part of "trabalhador da exploração de santa maria".
    const isWhole =
      place.isLarge &&
      !text.hasOthers(place.from, place.to) &&
      !isJobWord(text, text.words(place.from, place.to));
    const isJobPart = place.isBare && !isState && !isWhole;
    if (isOther || (isJobPart && text.isOfJob(place.from, place.to))) {
      ofJob ??= place.place;
      return false;
    }
    if (text.claimExcluded(place.from, place.to)) return true;
    if (isElsewhere(text, place, found)) return false;
    text.claim({ from: place.from, to: place.to, filters: {} });
    found.push(place);
    return true;
  };
  for (let at = 0; at < text.tokens.length; at++) keep(partOfState(text, at));
  // Reads unambiguous places first. The remaining words then show whether a bare name is a place or part of the job
  // title.
  for (const isSure of [true, false]) {
    for (let at = 0; at < text.tokens.length; at++) {
      if (!text.isFree(at, at + 1) || text.isPreposition(at)) continue;
      const place = placeAt(text, at);
      if (!isSure || place?.isBare === false || placing.has(text.text(at - 1))) keep(place);
    }
  }
  if (found.length === 0) {
    for (let at = 0; at < text.tokens.length; at++) {
      if (text.isFree(at, at + 1) && keep(misspelledAt(text, at))) break;
    }
  }
  return { ...together(text, found), ofJob };
}

/** Whether a doubtful city is in no state of the other places, nor in a list: "painel solar em Montes Claros". */
const isElsewhere = (text: TypedText, one: TypedPlace, found: readonly TypedPlace[]): boolean =>
  one.isDoubtful &&
  one.place.municipio !== null &&
  found.length > 0 &&
  text.joinedClaim(one.from, one.to, true) === undefined &&
  ![one.place, ...one.others].some(({ uf }) => found.some(({ place }) => place.uf === uf));

/** The state of "Sul de Minas". Claims the part as unread. */
function partOfState(text: TypedText, at: number): TypedPlace | undefined {
  const isPart = partsOfStates.has(text.text(at)) && text.isFree(at, at + 1);
  const [state] = joins.has(text.text(at + 1)) ? statesAfter(text, at + 1) : [];
  if (!isPart || state === undefined) return undefined;
  if (/^(?:grande|grosso) do$/.test(text.words(at - 2, at))) return undefined;
  if (!text.claimExcluded(at, at + 1))
    text.claim({ from: at, to: at + 1, filters: {}, isUnread: true });
  const [from, to] = [at + 2, state[1]];
  const named = placesNamed(text.words(from, to)).filter(({ kind }) => kind === 'state');
  return placed(text, from, to, named, false);
}

/** The longest name of a place at a word, with the words around it that identify the place. */
function placeAt(text: TypedText, at: number): TypedPlace | undefined {
  const lead = leadOf(text, at);
  const place = placeFrom(text, at, lead);
  // "Cidade Ocidental" is a name as a whole.
  return (
    place ??
    (lead.start === at
      ? undefined
      : placeFrom(text, at, { start: at, kinds: usual, capitalOf: 'none' }))
  );
}

function placeFrom(text: TypedText, at: number, lead: Lead): TypedPlace | undefined {
  const { start, kinds } = lead;
  if (text.isInitial(start - 1)) return undefined;
  for (let to = Math.min(start + maxWords, text.tokens.length); to > start; to--) {
    if (!text.isFree(start, to)) continue;
    const all = placesAt(text, start, to);
    const own = all.filter(({ kind }) => kinds.has(kind));
    const named = own.length > 0 ? own : all.flatMap((place) => capitalFor(place, lead));
    if (named.length === 0) continue;
    // "São José dos Canpos" is no São José.
    const isCutShort = joins.has(text.text(to)) && text.isFree(to, to + 2);
    const longer = isCutShort ? misspelledName(text.words(start, to + 2)) : [];
    if (longer.length > 0) return qualified(text, { at, start, to: to + 2 }, longer);
    // Nor is "Porto de Galinhas" the city of Porto.
    if (isCutShort && statesAfter(text, to).length === 0 && isLeftOut(text, to + 1, to + 2))
      continue;
    return qualified(text, { at, start, to }, named);
  }
  return undefined;
}

/** The city, or the region, of a state's capital: "grande SP", "cidade do RJ", "capital do Ceará". */
function capitalFor({ kind, item }: NamedPlace, { kinds, capitalOf }: Lead): NamedPlace[] {
  const capital = kind === 'state' && item.uf !== null ? capitals[item.uf] : undefined;
  if (capital === undefined || capitalOf === 'none') return [];
  if (capitalOf === 'namesake' && capital !== plainText(item.nome)) return [];
  return placesNamed(capital).filter((one) => kinds.has(one.kind) && one.item.uf === item.uf);
}

type Kinds = ReadonlySet<NamedPlace['kind']>;
const usual: Kinds = new Set(['region', 'state', 'city']);
const leads: readonly (readonly [words: string, kinds: Kinds])[] = [
  ['regiao intermediaria', new Set(['intermediate'])],
  ['regiao imediata', new Set(['immediate'])],
  ['regiao metropolitana', new Set(['immediate'])],
  ['rm de', new Set(['immediate'])],
  ['regiao', new Set(['region', 'immediate'])],
  ['grande', new Set(['immediate'])],
  ['estado', new Set(['state'])],
  ['cidade', new Set(['city'])],
  ['municipio', new Set(['city'])],
  ['capital', new Set(['city'])],
];

/** Where a name begins, and what it may mean. */
interface Lead {
  readonly start: number;
  readonly kinds: Kinds;
  /** The states whose names stand for their capitals: those with the capital's name, all, or none. */
  readonly capitalOf: 'namesake' | 'any' | 'none';
}

/** The kind of place that "região de", "estado do" or "cidade de" before a name states. */
function leadOf(text: TypedText, at: number): Lead {
  for (const [words, kinds] of leads) {
    const end = at + words.split(' ').length;
    if (text.words(at, end) !== words) continue;
    const hasPreposition = prepositions.has(text.text(end));
    const start = hasPreposition ? end + 1 : end;
    if (words === 'capital') {
      // "Mercado de capital SP" names no city.
      const isPlace = hasPreposition || !joins.has(text.text(at - 1));
      return { start, kinds, capitalOf: isPlace ? 'any' : 'none' };
    }
    const isPlace = hasPreposition || /^(?:grande|rm de)$/.test(words);
    return { start, kinds, capitalOf: isPlace ? 'namesake' : 'none' };
  }
  return { start: at, kinds: usual, capitalOf: 'none' };
}

interface Span {
  /** Where the words before the name begin. */
  readonly at: number;
  readonly start: number;
  readonly to: number;
}

/** The place that a name means by the words after it: a state, "capital", or "estado". */
function qualified(
  text: TypedText,
  { at, start, to }: Span,
  named: readonly NamedPlace[],
): TypedPlace | undefined {
  const cities = named.filter(({ item }) => item.uf !== null);
  for (const [uf, end] of statesAfter(text, to)) {
    // "São Paulo SP" is the city, "Goiás GO" the state: only a capital bears the name of its state.
    const isState = named.some(({ kind, item }) => kind === 'state' && item.uf === uf);
    const isCapital = capitals[uf] === text.words(start, to);
    const ofState = cities.filter(
      ({ kind, item }) =>
        item.uf === uf && (isState && !isCapital ? kind === 'state' : kind !== 'state'),
    );
    if (ofState.length > 0) return placed(text, at, end, ofState, false);
  }
  if (text.text(to) === 'capital' && text.isFree(to, to + 1)) {
    const uf = named.find(({ kind }) => kind === 'state')?.item.uf;
    const capital = uf && capitals[uf];
    if (capital)
      return placed(
        text,
        at,
        to + 1,
        placesNamed(capital).filter(({ kind, item }) => kind === 'city' && item.uf === uf),
        false,
      );
  }
  const states = named.filter(({ kind }) => kind === 'state');
  if (text.text(to) === 'estado' && text.isFree(to, to + 1) && states.length > 0)
    return placed(text, at, to + 1, states, false);
  return placed(text, at, to, named, at === start);
}

function placed(
  text: TypedText,
  from: number,
  to: number,
  named: readonly NamedPlace[],
  isBare: boolean,
): TypedPlace | undefined {
  const [meant, ...others] = named;
  if (meant === undefined) return undefined;
  return {
    from,
    to,
    place: meant.item,
    others: others.slice(0, maxOthers).map(({ item }) => item),
    isBare,
    isLarge: meant.rank <= rankOfSeats,
    isDoubtful: isBare && to === from + 1 && !placing.has(text.text(from - 1)),
  };
}

/** The states named right after a place, each with the end of its words: the longest name first. */
function statesAfter(text: TypedText, to: number): (readonly [uf: string, end: number])[] {
  const start = prepositions.has(text.text(to)) ? to + 1 : to;
  return [4, 3, 2, 1].flatMap((length) => {
    const end = start + length;
    if (!text.isFree(to, end)) return [];
    return placesNamed(text.words(start, end)).flatMap(({ kind, item: { uf } }) =>
      kind === 'state' && uf !== null ? [[uf, end] as const] : [],
    );
  });
}

/**
 * The name of a place with one typing error; two in a long name. None after "de" or "do", where a name goes on or a
 * region's begins: "Porto de Galinhas", "região do Cariri".
 */
function misspelledAt(text: TypedText, at: number): TypedPlace | undefined {
  const isPlaced = placing.has(text.text(at - 1));
  if (at === 0 || joins.has(text.text(at - 1))) return undefined;
  for (let to = Math.min(at + 4, text.tokens.length); to > at; to--) {
    const typed = text.words(at, to);
    if (!text.isFree(at, to) || typed.length < 6 || filterWords.has(typed)) continue;
    if (leads.some(([words]) => words === typed) || isBegun(typed)) continue;
    if (demonyms.has(typed) || text.isInitial(at - 1)) continue;
    const named = misspelledName(typed);
    if (named.length === 0) continue;
    if (!isPlaced && (isJobWord(text, typed) || !isLeftOut(text, at, to))) continue;
    const place = qualified(text, { at, start: at, to }, named);
    if (place) return place;
  }
  return undefined;
}

const misspelledName = (typed: string): NamedPlace[] =>
  nearestNames(typed).flatMap((name) => placesNamed(name).filter(({ kind }) => usual.has(kind)));

/** Whether a word is a job without a typing error: "porteiro" is no town Porteirão, but "curitba" is no "curimba". */
const isJobWord = (text: TypedText, typed: string): boolean =>
  text.isJob(typed) && text.bestFor(typed)?.name.words[0]?.stem === wordStem(typed);

/** Whether one of the words is no word of the job. */
function isLeftOut(text: TypedText, from: number, to: number): boolean {
  const found = text.bestFor(text.free());
  return (
    found === undefined ||
    text.tokens.slice(from, to).some(({ text: word }) => found.leftOut.includes(word))
  );
}
