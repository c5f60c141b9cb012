import type { PlaceItem } from '../../../shared/contracts/reference.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { plainText } from '../../../shared/words/format.ts';
import { capitals } from './place-names.ts';
import type { TypedText } from './typed-text.ts';

/** A place in a text, and the others that its name may mean. */
export interface TypedPlace {
  readonly from: number;
  readonly to: number;
  readonly place: PlaceItem;
  readonly others: readonly PlaceItem[];
  /** Whether only its name shows that it is a place. */
  readonly isBare: boolean;
  /** Whether it is a region, a state, or a city that many know. */
  readonly isLarge: boolean;
  /** Whether it is one word without a preposition, which may be a person or a word: "santos", "natal". */
  readonly isDoubtful: boolean;
}

export interface TypedPlaces {
  readonly filters: Partial<SearchFilters>;
  /** The place that the filters mean. */
  readonly meant: TypedPlace | undefined;
  /** A place whose name was taken for a part of the job. */
  readonly ofJob: PlaceItem | undefined;
}

/** The filters of a text's places: the narrowest, which a wider one may identify. Cities of a state add up. */
export function together(
  text: TypedText,
  typed: readonly TypedPlace[],
): Omit<TypedPlaces, 'ofJob'> {
  const found = withCapitals(
    text,
    typed.toSorted((a, b) => a.from - b.from),
  );
  const states = new Set(
    found.flatMap(({ place: { uf, municipio, regiao_ibge: ibge } }) =>
      uf !== null && municipio === null && ibge === null ? [uf] : [],
    ),
  );
  const agreed = found.map((one) => {
    const ofState = [one.place, ...one.others].find(
      ({ uf, municipio }) => municipio !== null && uf !== null && states.has(uf),
    );
    const isOfState = one.place.municipio !== null && ofState !== undefined;
    return isOfState ? { ...one, place: ofState, others: [] } : one;
  });
  // "Planaltina DF" is no city of another state.
  const sure = agreed.filter(
    ({ place: { uf, municipio } }) =>
      municipio === null || states.size === 0 || states.has(uf ?? ''),
  );
  const [meant] = sure.toSorted((a, b) => narrowness(b.place) - narrowness(a.place));
  if (meant === undefined) return { filters: {}, meant };
  const cities: string[] = [];
  for (const { from, to, place } of agreed) {
    if (place.municipio !== null && place.uf === meant.place.uf) cities.push(place.municipio);
    else if (!holds(place, meant.place)) text.claim({ from, to, filters: {}, isUnread: true });
  }
  return {
    filters: {
      ...placeFilters(meant.place),
      ...(cities.length > 0 && { municipios: [...new Set(cities)] }),
    },
    meant,
  };
}

/**
 * The places with the city of São Paulo instead of the state in "Guarulhos e São Paulo" and "São Paulo, Guarulhos e
 * Osasco"; in "Guarulhos, São Paulo" the state identifies Guarulhos.
 */
function withCapitals(text: TypedText, found: readonly TypedPlace[]): TypedPlace[] {
  const isJoined = (before: TypedPlace | undefined, after: TypedPlace | undefined) =>
    before !== undefined &&
    after !== undefined &&
    /^(?:e|ou|x|vs)(?: (?:em|no|na|d[eo]))?$/.test(text.words(before.to, after.from));
  return found.map((one, at) => {
    const { uf, municipio, regiao_ibge: ibge } = one.place;
    const capital =
      uf !== null && municipio === null && ibge === null
        ? one.others.find((other) => other.uf === uf && capitals[uf] === plainText(other.nome))
        : undefined;
    const neighbours = [found[at - 1], found[at + 1]].filter(
      (other) => isJoined(one, other) || isJoined(other, one),
    );
    const isAfterBreak = text.tokens[found[1]?.from ?? -1]?.isAfterBreak === true;
    const isList =
      neighbours.some((other) => isCityOf(other, uf)) ||
      (at === 0 && (found.length > 2 || isAfterBreak) && isCityOf(found[1], uf));
    return capital !== undefined && isList ? { ...one, place: capital, others: [] } : one;
  });
}

const isCityOf = (one: TypedPlace | undefined, uf: string | null): boolean =>
  one !== undefined && one.place.municipio !== null && one.place.uf === uf;

const narrowness = ({ uf, regiao_ibge: ibge, municipio }: PlaceItem): number =>
  municipio !== null ? 3 : ibge !== null ? 2 : uf !== null ? 1 : 0;

/** Whether a place is the other one or one around it. */
const holds = (wide: PlaceItem, narrow: PlaceItem): boolean =>
  wide.regiao === narrow.regiao &&
  (wide.uf === null || wide.uf === narrow.uf) &&
  (wide.municipio === null || wide.municipio === narrow.municipio) &&
  (wide.regiao_ibge === null || wide.regiao_ibge === narrow.regiao_ibge);

export const placeFilters = ({
  regiao,
  uf,
  regiao_ibge: regiaoIbge,
  municipio,
}: PlaceItem): Partial<SearchFilters> => ({
  regiao,
  ...(uf !== null && { uf }),
  ...(regiaoIbge !== null && { regiaoIbge }),
  ...(municipio !== null && { municipios: [municipio] }),
});
