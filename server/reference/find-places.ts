import { regions } from '../../shared/codes/codes.ts';
import type { PlaceItem } from '../../shared/contracts/reference.ts';
import { plainText } from '../../shared/words/format.ts';
import { ibgeRegions } from './ibge-regions.ts';
import { allMunicipalities, stateOfCode, stateOfSigla } from './places.ts';
import { states } from './states.ts';

/**
 * Regions, states, municipalities and regions of IBGE whose names begin with a text, ignoring accents and case, then
 * those with a later word that begins with it. In each, wider places come first, but a municipality before the regions
 * of IBGE that have its name, and shorter names of municipalities before longer ones. A state is also found by its
 * abbreviation.
 */
export function findPlaces(text: string, most: number): PlaceItem[] {
  const plainQuery = plainText(text);
  if (plainQuery === '') return [];
  const begins: PlaceItem[] = [];
  const holds: PlaceItem[] = [];
  for (const { plain, sigla, item } of allPlaces()) {
    if (plain.startsWith(plainQuery) || sigla === plainQuery) begins.push(item);
    else if (plain.includes(` ${plainQuery}`)) holds.push(item);
  }
  return [...begins, ...holds].slice(0, most);
}

interface NamedPlace {
  readonly plain: string;
  readonly sigla: string | null;
  readonly item: PlaceItem;
}

const nowhere = { uf: null, regiao_ibge: null, municipio: null } as const;

let places: readonly NamedPlace[] | undefined;

function allPlaces(): readonly NamedPlace[] {
  places ??= [
    ...Object.entries(regions).map(([regiao, nome]) =>
      named(nome, { ...nowhere, nome, dentro: 'região', regiao }),
    ),
    ...states.map(({ nome, sigla: uf, regiao }) => ({
      ...named(nome, { ...nowhere, nome, dentro: 'estado', regiao, uf }),
      sigla: uf.toLowerCase(),
    })),
    ...allMunicipalities()
      .toSorted((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
      .flatMap(({ code, name, uf }) => {
        const state = stateOfSigla(uf);
        if (state === undefined) return [];
        const { nome: dentro, regiao } = state;
        return [named(name, { ...nowhere, nome: name, dentro, regiao, uf, municipio: code })];
      }),
    ...ibgeRegions().flatMap(({ code, name, city }) => {
      const state = stateOfCode(code.slice(0, 2));
      if (state === undefined) return [];
      const { sigla: uf, nome: dentro, regiao } = state;
      // Its municipalities come first: both have the city's name.
      return [named(city, { ...nowhere, nome: name, dentro, regiao, uf, regiao_ibge: code })];
    }),
  ];
  return places;
}

const named = (name: string, item: PlaceItem): NamedPlace => ({
  plain: plainText(name),
  sigla: null,
  item,
});
