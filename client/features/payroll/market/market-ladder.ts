import { states } from '../../../../shared/codes/states.ts';
import type {
  MarketCell,
  MarketCells,
  MarketEstimate,
  MarketNames,
} from '../../../../shared/contracts/market.ts';
import type { Period } from '../../../../shared/filters/data.ts';
import { completenessOf } from '../../../../shared/statistics/completeness.ts';
import { minForConfidence, independent } from '../../../../shared/statistics/design-effect.ts';
import { withRanks, type RankedDistribution } from '../../../../shared/statistics/percentile.ts';

/** A place of a market query: a state, a region or the country. */
export type MarketPlace =
  | { readonly kind: 'uf'; readonly uf: string }
  | { readonly kind: 'regiao'; readonly regiao: string }
  | { readonly kind: 'brasil' };

/** A market query: its smallest unit is a family in a state. */
export interface MarketRequest {
  readonly family: string;
  readonly place: MarketPlace;
}

export interface JobPlace {
  /** Six digits of the CBO. */
  readonly code: string;
  /** Six digits of the IBGE; null if not known. */
  readonly municipality: string | null;
  readonly uf: string | null;
}

/** A cell of the market that is large enough to use. */
export interface FoundCell {
  readonly key: string;
  readonly scope: 'ocupacao' | 'familia';
  readonly place: 'municipio' | 'regiaoIbge' | 'uf' | 'regiao' | 'brasil';
  /** Six digits for an occupation, four for a family. */
  readonly code: string;
  /** The code of a municipality or of IBGE's region, a state, a region's number, or an empty string for the country. */
  readonly placeCode: string;
  readonly distribution: RankedDistribution;
  readonly designEffect: number;
  /** For an occupation in the whole place: the median that a search shows, in centavos. */
  readonly searchMedian?: number;
}

/** "SP", "3" or "BR". */
export const placeText = (place: MarketPlace) =>
  place.kind === 'uf' ? place.uf : place.kind === 'regiao' ? place.regiao : 'BR';
export const requestKey = ({ family, place }: MarketRequest): string =>
  `${family} ${placeText(place)}`;

type KnownCell = Pick<FoundCell, 'distribution' | 'designEffect' | 'searchMedian'>;

/** What is known of a family in a place, by occupation and part of the place. */
interface KnownFamily {
  readonly cells: ReadonlyMap<string, KnownCell>;
  readonly omitted: ReadonlySet<string>;
  readonly estimates: ReadonlyMap<string, MarketEstimate>;
}

/** The market data fetched so far, by query. */
export class KnownMarket {
  readonly #families = new Map<string, KnownFamily>();
  /** The first and the last month, AAAAMM; null until a response arrives. */
  period: Period | null = null;
  completeness = completenessOf(null, []);

  /** The response may also contain other families. */
  learn(
    request: MarketRequest,
    { celulas, omitidos, periodo, completude, estimativas }: MarketCells,
  ): void {
    this.completeness = completude;
    this.period = periodo && { from: periodo.inicio, to: periodo.fim };
    const cells = celulas.filter(({ familia }) => familia === request.family);
    const estimated = estimativas.filter(({ ocupacao }) => ocupacao.startsWith(request.family));
    this.#families.set(requestKey(request), {
      cells: new Map(cells.map((cell) => [cellKey(cell), knownCell(cell)])),
      omitted: new Set(omitidos.map(({ ocupacao, municipio }) => innerKey(ocupacao, municipio))),
      estimates: new Map(estimated.map((one) => [innerKey(one.ocupacao, one.municipio), one])),
    });
  }

  /** Whether a municipality has enough records of an occupation and is left out to protect those of another. */
  isOmitted(uf: string, code: string, municipality: string): boolean {
    return this.#inState(uf, code)?.omitted.has(innerKey(code, municipality)) ?? false;
  }

  /** The estimated median of an occupation in a municipality; null without one, and for an omitted municipality. */
  estimate(uf: string, code: string, municipality: string): MarketEstimate | null {
    if (this.isOmitted(uf, code, municipality)) return null;
    const estimates = this.#inState(uf, code)?.estimates;
    return (
      estimates?.get(innerKey(code, municipality)) ?? estimates?.get(innerKey(code, null)) ?? null
    );
  }

  knows(request: MarketRequest): boolean {
    return this.#families.has(requestKey(request));
  }

  #inState(uf: string, code: string) {
    return this.#families.get(requestKey({ family: code.slice(0, 4), place: { kind: 'uf', uf } }));
  }

  /** `part` is a municipality or a region of IBGE in the place; null for the whole. */
  cell(request: MarketRequest, code: string | null, part: string | null) {
    return this.#families.get(requestKey(request))?.cells.get(innerKey(code, part));
  }
}

const innerKey = (code: string | null, part: string | null) => `${code ?? ''}/${part ?? ''}`;
/** Codes of municipalities and of regions of IBGE may be equal. */
const regionPart = (region: string) => `ibge ${region}`;
const cellKey = ({ ocupacao, municipio, regiao_ibge: region }: MarketCell) =>
  innerKey(ocupacao, region === undefined ? municipio : regionPart(region));
const knownCell = ({
  centavos,
  registros,
  efeito,
  mediana_pesquisa: searchMedian,
}: MarketCell): KnownCell => ({
  distribution: withRanks({ centavos, counts: registros }),
  designEffect: efeito ?? independent,
  ...(searchMedian !== undefined && { searchMedian }),
});

interface Step {
  readonly request: MarketRequest;
  readonly code: string | null;
  /** A municipality, or a region of IBGE, in the state of `request`; null for the whole place. */
  readonly part: { readonly kind: 'municipio' | 'regiaoIbge'; readonly code: string } | null;
}

/**
 * The cells to try, from the narrowest: the occupation in the municipality, IBGE's regions around it, the state, the
 * region and the country; then its family in the state, the region and the country.
 */
function ladderOf({ code, municipality, uf }: JobPlace, regionOf: RegionOf): Step[] {
  const family = code.slice(0, 4);
  const region = uf === null ? undefined : regionOf.state(uf);
  const places: MarketPlace[] = [
    ...(uf === null ? [] : [{ kind: 'uf', uf } as const]),
    ...(region === undefined ? [] : [{ kind: 'regiao', regiao: region } as const]),
    { kind: 'brasil' },
  ];
  const step = (place: MarketPlace, cbo: string | null, part: Step['part'] = null): Step => ({
    request: { family, place },
    code: cbo,
    part,
  });
  const [state] = places;
  const inTown =
    municipality === null || state?.kind !== 'uf'
      ? []
      : [
          step(state, code, { kind: 'municipio', code: municipality }),
          ...regionOf
            .town(municipality)
            .map((around) => step(state, code, { kind: 'regiaoIbge', code: around })),
        ];
  return [
    ...inTown,
    ...places.map((place) => step(place, code)),
    ...places.map((place) => step(place, null)),
  ];
}

export interface RegionOf {
  /** A state's region by its abbreviation; undefined if there is no such state. */
  readonly state: (uf: string) => string | undefined;
  /** The regions of IBGE around a municipality, the smaller one first; none for an unknown one. */
  readonly town: (municipality: string) => readonly string[];
}

/** The regions around the places of the names' lists. */
export function regionsOf({
  municipios,
  regioes,
}: Pick<MarketNames, 'municipios' | 'regioes'>): RegionOf {
  const ofState = new Map(states.map(({ sigla, regiao }) => [sigla, regiao]));
  const ofTown = new Map(municipios.map(([code, , , region]) => [code, region]));
  const around = new Map(regioes.map(([code, , wider]) => [code, wider]));
  return {
    state: (uf) => ofState.get(uf),
    town: (municipality) => {
      const region = ofTown.get(municipality);
      return region === undefined ? [] : [region, around.get(region) ?? ''];
    },
  };
}

/** The narrowest cell that has enough records, null if none has, or the query that is needed to decide. */
export function foundCell(
  job: JobPlace,
  market: KnownMarket,
  regionOf: RegionOf,
): { readonly cell: FoundCell | null } | { readonly request: MarketRequest } {
  const steps = ladderOf(job, regionOf);
  for (const step of steps) {
    const { request, code, part } = step;
    if (!market.knows(request)) return { request };
    const inner = part?.kind === 'regiaoIbge' ? regionPart(part.code) : (part?.code ?? null);
    const known = market.cell(request, code, inner);
    // The widest cell is better than none.
    const minRecords = step === steps.at(-1) ? 1 : minForConfidence;
    if (known === undefined || known.distribution.count < minRecords) continue;
    return {
      cell: {
        key: `${code ?? request.family} ${inner ?? placeText(request.place)}`,
        scope: code === null ? 'familia' : 'ocupacao',
        place: part?.kind ?? request.place.kind,
        code: code ?? request.family,
        placeCode: part?.code ?? (request.place.kind === 'brasil' ? '' : placeText(request.place)),
        ...known,
      },
    };
  }
  return { cell: null };
}

/** The next queries that some jobs need, without duplicates and in an order that reveals nothing about the payroll. */
export function nextRequests(
  jobs: Iterable<JobPlace>,
  market: KnownMarket,
  regionOf: RegionOf,
): MarketRequest[] {
  const requests = new Map<string, MarketRequest>();
  for (const job of jobs) {
    const found = foundCell(job, market, regionOf);
    if ('request' in found) requests.set(requestKey(found.request), found.request);
  }
  return [...requests].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, request]) => request);
}
