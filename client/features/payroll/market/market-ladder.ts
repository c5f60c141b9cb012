import type { MarketCell, MarketCells } from '../../../../shared/contracts/market.ts';
import { completenessOf } from '../../../../shared/statistics/completeness.ts';
import { fewestForConfidence, independent } from '../../../../shared/statistics/design-effect.ts';
import { prepare, type PreparedDistribution } from '../../../../shared/statistics/percentile.ts';

/** A place of a market query: a state, a region or the country. */
export type MarketPlace =
  | { readonly kind: 'uf'; readonly uf: string }
  | { readonly kind: 'regiao'; readonly regiao: string }
  | { readonly kind: 'brasil' };

/** A market query: its smallest unit is a family in a state. */
export interface MarketAsk {
  readonly family: string;
  readonly place: MarketPlace;
}

/** The occupation and the place of a job. */
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
  readonly place: 'municipio' | 'uf' | 'regiao' | 'brasil';
  /** Six digits for an occupation, four for a family. */
  readonly code: string;
  /** The municipality's code, the state, the region's number, or an empty string for the country. */
  readonly placeCode: string;
  readonly distribution: PreparedDistribution;
  readonly designEffect: number;
  /** For an occupation in the whole place: the median that a search shows, in centavos. */
  readonly searchMedian?: number;
}

/** "SP", "3" or "BR". */
export const placeText = (place: MarketPlace) =>
  place.kind === 'uf' ? place.uf : place.kind === 'regiao' ? place.regiao : 'BR';
export const askKey = ({ family, place }: MarketAsk): string => `${family} ${placeText(place)}`;

type KnownCell = Pick<FoundCell, 'distribution' | 'designEffect' | 'searchMedian'>;

/** The market data fetched so far, by query. */
export class KnownMarket {
  readonly #cells = new Map<string, ReadonlyMap<string, KnownCell>>();
  #period: { readonly from: string; readonly to: string } | null = null;

  #completeness = completenessOf(null, []);

  /** The completeness of its months. */
  get completeness() {
    return this.#completeness;
  }

  /** The first and the last month, AAAAMM; null until a response arrives. */
  get period() {
    return this.#period;
  }

  /** The response may also contain other families. */
  learn(ask: MarketAsk, { celulas, periodo, completude }: Omit<MarketCells, 'versao'>): void {
    this.#completeness = completude;
    this.#period = periodo && { from: periodo.inicio, to: periodo.fim };
    const own = celulas.filter(({ familia }) => familia === ask.family);
    this.#cells.set(askKey(ask), new Map(own.map((cell) => [cellKey(cell), preparedCell(cell)])));
  }

  knows(ask: MarketAsk): boolean {
    return this.#cells.has(askKey(ask));
  }

  cell(ask: MarketAsk, code: string | null, municipality: string | null) {
    return this.#cells.get(askKey(ask))?.get(innerKey(code, municipality));
  }
}

const innerKey = (code: string | null, municipality: string | null) =>
  `${code ?? ''}/${municipality ?? ''}`;
const cellKey = ({ ocupacao, municipio }: MarketCell) => innerKey(ocupacao, municipio);
const preparedCell = ({
  centavos,
  registros,
  efeito,
  mediana_pesquisa: searchMedian,
}: MarketCell): KnownCell => ({
  distribution: prepare({ centavos, counts: registros }),
  designEffect: efeito ?? independent,
  ...(searchMedian !== undefined && { searchMedian }),
});

interface Step {
  readonly ask: MarketAsk;
  readonly code: string | null;
  readonly municipality: string | null;
  readonly fewest: number;
}

/**
 * The cells to try, from the narrowest: the occupation in the municipality, the state, the region and the country; then
 * its family in the state, the region and the country. The last and widest cell needs only one record.
 */
function ladderOf({ code, municipality, uf }: JobPlace, regionOf: RegionOf): Step[] {
  const family = code.slice(0, 4);
  const region = uf === null ? undefined : regionOf(uf);
  const places: MarketPlace[] = [
    ...(uf === null ? [] : [{ kind: 'uf', uf } as const]),
    ...(region === undefined ? [] : [{ kind: 'regiao', regiao: region } as const]),
    { kind: 'brasil' },
  ];
  const step = (place: MarketPlace, own: string | null, town: string | null = null): Step => ({
    ask: { family, place },
    code: own,
    municipality: town,
    fewest: fewestForConfidence,
  });
  const [state] = places;
  const inTown =
    municipality === null || state?.kind !== 'uf' ? [] : [step(state, code, municipality)];
  const steps = [
    ...inTown,
    ...places.map((place) => step(place, code)),
    ...places.map((place) => step(place, null)),
  ];
  return steps.map((one, index) => (index === steps.length - 1 ? { ...one, fewest: 1 } : one));
}

/** A state's region by its abbreviation; undefined if there is no such state. */
export type RegionOf = (uf: string) => string | undefined;

/** The narrowest cell that has enough records, null if none has, or the query that is needed to decide. */
export function foundCell(
  job: JobPlace,
  market: KnownMarket,
  regionOf: RegionOf,
): { readonly cell: FoundCell | null } | { readonly ask: MarketAsk } {
  for (const { ask, code, municipality, fewest } of ladderOf(job, regionOf)) {
    if (!market.knows(ask)) return { ask };
    const known = market.cell(ask, code, municipality);
    if (known === undefined || known.distribution.count < fewest) continue;
    return {
      cell: {
        key: `${code ?? ask.family} ${municipality ?? placeText(ask.place)}`,
        scope: code === null ? 'familia' : 'ocupacao',
        place: municipality === null ? ask.place.kind : 'municipio',
        code: code ?? ask.family,
        placeCode: municipality ?? (ask.place.kind === 'brasil' ? '' : placeText(ask.place)),
        ...known,
      },
    };
  }
  return { cell: null };
}

/** The next queries that some jobs need, without duplicates and in an order that reveals nothing about the payroll. */
export function nextAsks(
  jobs: Iterable<JobPlace>,
  market: KnownMarket,
  regionOf: RegionOf,
): MarketAsk[] {
  const asks = new Map<string, MarketAsk>();
  for (const job of jobs) {
    const found = foundCell(job, market, regionOf);
    if ('ask' in found) asks.set(askKey(found.ask), found.ask);
  }
  return [...asks].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, ask]) => ask);
}
