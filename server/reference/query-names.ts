import type { SearchFilters } from '../../shared/contracts/search.ts';
import type { QueryNames } from '../../shared/filters/filter.ts';
import { maybeCnae } from './cnaes.ts';
import { ibgeRegion } from './ibge-regions.ts';
import { occupationTitle } from './occupations.ts';
import { municipalityName } from './places.ts';

export function namesOf(filters: Partial<SearchFilters>): QueryNames {
  const { cbo, cbos = [], semCbos = [], regiaoIbge, municipios = [], cnaes = [] } = filters;
  const occupations = [...(cbo === undefined ? [] : [cbo]), ...cbos, ...semCbos];
  return {
    occupations: named(occupations, occupationTitle),
    municipalities: named(municipios, (code) => municipalityName(code.slice(0, 6))),
    ibgeRegions: named(
      regiaoIbge === undefined ? [] : [regiaoIbge],
      (code) => ibgeRegion(code)?.name,
    ),
    cnaes: named(cnaes, (code) => maybeCnae(code)?.descricao),
  };
}

function named(codes: readonly string[], nameOf: (code: string) => string | undefined) {
  return new Map(
    codes.flatMap((code) => {
      const name = nameOf(code);
      return name === undefined ? [] : [[code, name] as const];
    }),
  );
}
