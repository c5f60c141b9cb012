import { regions } from '../../shared/codes/codes.ts';
import type { PlaceItem } from '../../shared/contracts/reference.ts';
import { plainText } from '../../shared/words/plain-text.ts';
import { allMunicipalities } from './municipalities.ts';
import { stateOfSigla, states } from './states.ts';

/**
 * Regions, states and municipalities by what their names begin with, whatever accents and case, then by what they
 * have in them; in each, the wider places first and the shorter names before the longer. A state is found by its
 * abbreviation too.
 */
export function findPlaces(text: string, most: number): PlaceItem[] {
  const wanted = plainText(text);
  if (wanted === '') return [];
  const begins: PlaceItem[] = [];
  const holds: PlaceItem[] = [];
  for (const { plain, sigla, item } of allPlaces()) {
    if (plain.startsWith(wanted) || sigla === wanted) begins.push(item);
    else if (plain.includes(` ${wanted}`)) holds.push(item);
  }
  return [...begins, ...holds].slice(0, most);
}

interface NamedPlace {
  readonly plain: string;
  readonly sigla: string | null;
  readonly item: PlaceItem;
}

let places: readonly NamedPlace[] | undefined;

function allPlaces(): readonly NamedPlace[] {
  places ??= [
    ...Object.entries(regions).map(([regiao, nome]) =>
      named(nome, { nome, dentro: 'região', regiao, uf: null, municipio: null }),
    ),
    ...states.map(({ nome, sigla, regiao }) => ({
      ...named(nome, { nome, dentro: 'estado', regiao, uf: sigla, municipio: null }),
      sigla: sigla.toLowerCase(),
    })),
    ...allMunicipalities()
      .toSorted((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
      .flatMap(({ code, name, uf }) => {
        const state = stateOfSigla(uf);
        if (state === undefined) return [];
        const within = { dentro: state.nome, regiao: state.regiao, uf, municipio: code };
        return [named(name, { nome: name, ...within })];
      }),
  ];
  return places;
}

const named = (name: string, item: PlaceItem): NamedPlace => ({
  plain: plainText(name),
  sigla: null,
  item,
});
