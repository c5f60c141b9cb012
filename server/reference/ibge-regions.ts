import { stateOfMunicipality } from '../../shared/codes/codes.ts';
import { prepositionBefore } from '../../shared/codes/states.ts';
import table from './ibge-regions.json' with { type: 'json' };
import { stateOfCode } from './places.ts';

/** The form of `ibge-regions.json`, which `scripts/write-ibge-regions.ts` writes. */
export interface IbgeRegionTable {
  readonly source: string;
  /** Names by four-digit code. */
  readonly intermediate: Readonly<Record<string, string>>;
  /** Name and intermediate region, by six-digit code. */
  readonly immediate: Readonly<Record<string, readonly string[]>>;
  /** "code latitude longitude, …" of the municipalities of each immediate region. */
  readonly towns: Readonly<Record<string, string>>;
}

/** A region of IBGE's division of 2017: immediate (six digits) or intermediate (four). The first two are the state. */
export interface IbgeRegion {
  readonly code: string;
  /** "Região de Juiz de Fora", or "Região intermediária de Juiz de Fora". Two regions may have the same name. */
  readonly name: string;
  /** The name of its main city, or cities. */
  readonly city: string;
  /** Six-digit codes of its municipalities. */
  readonly municipalities: readonly number[];
}

/** The regions and the seat of a municipality. */
export interface PlacedTown {
  readonly code: number;
  readonly immediate: string;
  readonly intermediate: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

interface Tables {
  readonly regions: ReadonlyMap<string, IbgeRegion>;
  readonly byTown: ReadonlyMap<number, PlacedTown>;
  readonly byState: ReadonlyMap<number, readonly PlacedTown[]>;
}

let tables: Tables | undefined;
const loaded = () => (tables ??= built(table));

const region = (
  code: string,
  city: string,
  kind: string,
  own: readonly PlacedTown[] = [],
): readonly [string, IbgeRegion] => [
  code,
  {
    code,
    name: `${kind} ${prepositionBefore(city, 'de')} ${city}`,
    city,
    municipalities: own.map((town) => town.code),
  },
];

function built({ intermediate, immediate, towns }: IbgeRegionTable): Tables {
  const placed = Object.entries(towns).flatMap(([code, list]) =>
    list.split(', ').map((town): PlacedTown => {
      const [municipality, latitude, longitude] = town.split(' ').map(Number);
      return {
        code: municipality ?? 0,
        immediate: code,
        intermediate: immediate[code]?.[1] ?? '',
        latitude: latitude ?? 0,
        longitude: longitude ?? 0,
      };
    }),
  );
  const within = (kind: 'immediate' | 'intermediate') => Map.groupBy(placed, (town) => town[kind]);
  const [small, large] = [within('immediate'), within('intermediate')];
  return {
    regions: new Map([
      ...Object.entries(immediate).map(([code, [city = code]]) =>
        region(code, city, 'Região', small.get(code)),
      ),
      ...Object.entries(intermediate).map(([code, city]) =>
        region(code, city, 'Região intermediária', large.get(code)),
      ),
    ]),
    byTown: new Map(placed.map((town) => [town.code, town])),
    byState: Map.groupBy(placed, ({ code }) => stateOfMunicipality(code)),
  };
}

/** A region by its code; undefined for another text. */
export const ibgeRegion = (code: string): IbgeRegion | undefined => loaded().regions.get(code);

/** All regions: immediate ones by code, then intermediate ones. */
export const ibgeRegions = (): readonly IbgeRegion[] => [...loaded().regions.values()];

/** The regions of a state, given by its two-digit code, by name; immediate ones first. */
export function ibgeRegionsOfState(codigo: string): readonly IbgeRegion[] {
  if (stateOfCode(codigo) === undefined) return [];
  return ibgeRegions()
    .filter(({ code }) => code.startsWith(codigo))
    .toSorted((a, b) => b.code.length - a.code.length || a.city.localeCompare(b.city, 'pt-BR'));
}

/** The immediate and the intermediate region of a municipality; undefined for codes that IBGE's list lacks. */
export function regionsOfTown(
  code: number,
): Pick<PlacedTown, 'immediate' | 'intermediate'> | undefined {
  return loaded().byTown.get(code);
}

/** The municipalities of a state, given by IBGE's code; none without one. */
export const townsOfState = (state: number | null): readonly PlacedTown[] =>
  (state !== null && loaded().byState.get(state)) || [];

const earthRadiusKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres between the seats of two municipalities (haversine formula); null if one is unknown. */
export function kilometresBetween(from: number, to: number): number | null {
  const [a, b] = [loaded().byTown.get(from), loaded().byTown.get(to)];
  if (a === undefined || b === undefined) return null;
  const half = (one: number, other: number) => Math.sin(radians(one - other) / 2) ** 2;
  const haversine =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(haversine));
}
