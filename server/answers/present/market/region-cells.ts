import type { MarketCell } from '../../../../shared/contracts/market.ts';
import { joinedDistribution } from '../../../../shared/statistics/joined-distribution.ts';
import { ibgeRegion, regionsOfTown } from '../../../reference/ibge-regions.ts';

const regionOf = (kind: 'immediate' | 'intermediate') => (town: MarketCell) =>
  regionsOfTown(Number(town.municipio))?.[kind];

/** The cells of an occupation in IBGE's regions of a state, added up from all its municipalities. */
export function regionCells(towns: readonly MarketCell[]): MarketCell[] {
  const [like] = towns;
  if (like === undefined) return [];
  return (['immediate', 'intermediate'] as const).flatMap((kind) =>
    [...Map.groupBy(towns, regionOf(kind))].flatMap(([region, ofRegion]) =>
      region === undefined
        ? []
        : [{ ...like, municipio: null, regiao_ibge: region, ...joined(ofRegion) }],
    ),
  );
}

/** The joint distribution of several cells. */
function joined(cells: readonly MarketCell[]): Pick<MarketCell, 'centavos' | 'registros'> {
  const { centavos, counts } = joinedDistribution(
    cells.map(({ centavos: own, registros }) => ({ centavos: own, counts: registros })),
  );
  return { centavos, registros: counts };
}

/** The cells that contain a cell of the same occupation, the narrowest first: its regions, then the state. */
export function partOf({ municipio, regiao_ibge: region }: MarketCell): readonly string[] {
  const state = 'state';
  if (municipio !== null) {
    const regions = regionsOfTown(Number(municipio));
    return regions === undefined ? [state] : [regions.immediate, regions.intermediate, state];
  }
  if (region === undefined) return [];
  return region.length === immediateDigits ? [intermediateOf(region), state] : [state];
}

/** The name under which `partOf` lists a cell; undefined for a municipality, which contains no other cell. */
export const wholeOf = ({ municipio, regiao_ibge: region }: MarketCell): string | undefined =>
  municipio === null ? (region ?? 'state') : undefined;

const immediateDigits = 6;

function intermediateOf(region: string): string {
  const [town = 0] = ibgeRegion(region)?.municipalities ?? [];
  return regionsOfTown(town)?.intermediate ?? '';
}
