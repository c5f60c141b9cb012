import words from './place-names.json' with { type: 'json' };
import { differentLetters, letterBits, typingErrors } from '../../../shared/finder/name-words.ts';
import { plainText } from '../../../shared/words/format.ts';
import { ibgeRegions } from '../ibge-regions.ts';
import { knownPlaces, type KnownPlace } from '../known-places.ts';
import { stateOfCode } from '../places.ts';
import type { TypedText } from './typed-text.ts';

/** A place that a name may mean. */
export interface NamedPlace extends Pick<KnownPlace, 'kind' | 'item'> {
  /** Of two places with one name, the one with the lower number is meant first. */
  readonly rank: number;
}

/** Short forms of names, by the full one; each city with its state. */
const shortForms: Readonly<Record<string, string>> = words.shortForms;
const shortStates: Readonly<Record<string, string>> = words.shortStates;

/** Words for who or what is from a place: "vendedora paulista" is not of the town Paulista. */
export const demonyms: ReadonlySet<string> = new Set(
  words.demonyms
    .split(', ')
    .flatMap((one) => [one, one.replace(/o$/, 'a')])
    .flatMap((one) => [one, `${one}s`]),
);

/** What is a part before the name of a state: "sul" of "Sul de Minas", which is no region Sul. */
export const partsOfStates: ReadonlySet<string> = new Set(words.partsOfStates.split(', '));

/** Parts of states with a demonym, such as "oeste catarinense", in plain text. */
export const namedParts: readonly string[] = [
  ...partsOfStates,
  ...words.otherParts.split(', '),
].flatMap((part) => [...demonyms].map((demonym) => `${part} ${demonym}`));

/** The plain names of the capitals, by state. */
export const capitals: Readonly<Record<string, string>> = words.capitals;

/** The largest of cities with one name, where none is the seat of a region (IBGE, census of 2022). */
const larger = new Set(words.larger.split(', '));

interface Gazetteer {
  readonly byName: ReadonlyMap<string, readonly NamedPlace[]>;
  /** By their first letter, names that are long enough to be known with a typing error. */
  readonly longNames: ReadonlyMap<string, readonly LongName[]>;
}

interface LongName {
  readonly name: string;
  readonly letters: number;
  readonly rank: number;
}

let gazetteer: Gazetteer | undefined;

/** The places with this name, in plain text, those that are meant first before the others. */
export const placesNamed = (plain: string): readonly NamedPlace[] =>
  loaded().byName.get(plain) ?? loaded().byName.get(withOneJoin(plain)) ?? [];

/** A name with "de" for each "da", "do" and so on: "barao de monte alto" is Barão do Monte Alto. */
const withOneJoin = (plain: string) => plain.replace(/ d[ao]s? /g, ' de ');

/** The places with these words as their name; of one word, first those with the typed accents: "Poá" is not "POA". */
export function placesAt(text: TypedText, from: number, to: number): readonly NamedPlace[] {
  const [plain, typed] = [text.words(from, to), text.typedWords(from, to).toLowerCase()];
  const isAsTyped = ({ item }: NamedPlace) =>
    to === from + 1 && typed !== plain && item.nome.toLowerCase() === typed;
  return placesNamed(plain).toSorted((a, b) => Number(isAsTyped(b)) - Number(isAsTyped(a)));
}

/** Names of at least six letters that begin with this one, in plain text. */
const longPlaceNames = (first: string): readonly LongName[] => loaded().longNames.get(first) ?? [];

/** Whether a longer name begins with this word: "duque" may be Duque de Caxias. */
export const isBegun = (typed: string): boolean =>
  !typed.includes(' ') &&
  longPlaceNames(typed.charAt(0)).some(({ name }) => name.startsWith(`${typed} `));

/** The names with the fewest typing errors, those of the largest places. */
export function nearestNames(typed: string): string[] {
  const letters = letterBits(typed);
  const maxErrors = typed.length >= 14 ? 2 : 1;
  let [nearest, minErrors, best]: [string[], number, number] = [[], maxErrors, 9];
  for (const { name, letters: own, rank } of longPlaceNames(typed.charAt(0))) {
    if (Math.abs(name.length - typed.length) > maxErrors) continue;
    if (differentLetters(letters, own) > 2 * maxErrors) continue;
    const errors = typingErrors(typed, name, maxErrors);
    if (errors > minErrors || (errors === minErrors && rank > best)) continue;
    nearest = errors === minErrors && rank === best ? [...nearest, name] : [name];
    [minErrors, best] = [errors, rank];
  }
  return nearest;
}

const loaded = () => (gazetteer ??= build());

function build(): Gazetteer {
  const byName = new Map<string, NamedPlace[]>();
  const add = (name: string, place: NamedPlace) => {
    const plain = plainText(name);
    byName.set(plain, [...(byName.get(plain) ?? []), place]);
  };
  const seats = seatRanks();
  for (const { kind, name, item } of knownPlaces()) {
    const uf = item.uf ?? '';
    if (kind === 'region') add(name, { kind, item, rank: 0 });
    else if (kind === 'state') {
      const names = shortStates[uf]?.split(', ') ?? [];
      for (const one of [name, uf, ...names]) add(one, { kind, item, rank: 0 });
    } else if (kind === 'city') {
      const plain = plainText(name);
      const rank = larger.has(`${plain} ${uf}`) ? 3 : (seats.get(`${uf} ${plain}`) ?? 4);
      for (const one of new Set([name, ...spellings(plain)])) add(one, { kind, item, rank });
      for (const one of shortFormsOf(name, uf)) add(one, { kind, item, rank: 0 });
    } else {
      for (const seat of name.split(' - ')) {
        add(seat, { kind, item, rank: 2 });
        for (const one of shortFormsOf(seat, uf)) add(one, { kind, item, rank: 1 });
      }
    }
  }
  for (const [name, places] of byName) {
    byName.set(
      name,
      places.toSorted((a, b) => a.rank - b.rank),
    );
  }
  const long = [...byName].flatMap(([name, [first]]) =>
    name.length < 6 ? [] : [{ name, letters: letterBits(name), rank: first?.rank ?? 9 }],
  );
  return { byName, longNames: Map.groupBy(long, ({ name }) => name.charAt(0)) };
}

/** "bh" and "beaga" for Belo Horizonte. */
const shortFormsOf = (name: string, uf: string): string[] =>
  shortForms[plainText(`${name} ${uf}`)]?.split(', ') ?? [];

const titles: readonly (readonly [whole: string, short: string])[] = Object.entries(words.titles);

/** Other spellings of a name, in plain text: "sto andre", "santa barbara doeste". */
function spellings(plain: string): string[] {
  const forms = [
    ...titles.flatMap(([whole, short]) =>
      plain.startsWith(`${whole} `)
        ? short.split(', ').map((one) => one + plain.slice(whole.length))
        : [],
    ),
    plain.replace(/ d /, ' d'),
    plain.replace(/ d /, ' do '),
    plain.replace(/ del rei$/, ' del rey'),
    withOneJoin(plain),
  ];
  return forms.filter((form) => form !== plain);
}

/**
 * How important cities are, by state and name: 1 the seat of an intermediate region of IBGE, 2 of an immediate one. A
 * region is named after its seats.
 */
function seatRanks(): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const { code, city } of ibgeRegions()) {
    const uf = stateOfCode(code.slice(0, 2))?.sigla ?? '';
    const rank = code.length === 4 ? 1 : 2;
    for (const name of city.split(' - ')) {
      const key = `${uf} ${plainText(name)}`;
      ranks.set(key, Math.min(ranks.get(key) ?? 4, rank));
    }
  }
  return ranks;
}
