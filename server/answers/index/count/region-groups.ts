import type { IndexPlan } from './plan.ts';

/** Dimensions whose counts follow from those of the municipalities. */
export const regionDimensions = ['immediateRegion', 'intermediateRegion'] as const;
export type RegionDimension = (typeof regionDimensions)[number];

/** The regions of some municipalities, and the index of each municipality's region; code 0 is an unknown region. */
interface RegionGroups {
  readonly codes: readonly number[];
  readonly ofMunicipality: readonly number[];
}
export type ShownRegions = Readonly<Record<RegionDimension, RegionGroups>>;

/** The regions of IBGE of the municipalities that a query's panels list. */
export function shownRegions(
  { townRegions }: Pick<IndexPlan, 'townRegions'>,
  municipalities: readonly number[],
): ShownRegions {
  const towns = new Map(townRegions.map((town) => [town.municipality, town]));
  const groupsOf = (kind: 'immediate' | 'intermediate'): RegionGroups => {
    const own = municipalities.map((code) => towns.get(code)?.[kind] ?? 0);
    const codes = [...new Set(own)];
    return { codes, ofMunicipality: own.map((code) => codes.indexOf(code)) };
  };
  return { immediateRegion: groupsOf('immediate'), intermediateRegion: groupsOf('intermediate') };
}
