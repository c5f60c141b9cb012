import { ibgeRegions } from '../../server/reference/ibge-regions.ts';
import { findMunicipality, stateOfSigla } from '../../server/reference/places.ts';
import { placeFilters } from '../../server/reference/typed/places-together.ts';
import { readTypedQuery } from '../../server/reference/typed/read-typed-query.ts';
import { monthsEnding } from '../../shared/codes/months.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { plainText } from '../../shared/words/format.ts';

/** The months of the last release for "últimos 6 meses". */
const months = monthsEnding('202607', 36);

const fields: Readonly<Record<string, string>> = {
  esc: 'escolaridade',
  nivel: 'nivelEscolaridade',
  idade: 'faixaEtaria',
  mov: 'movimentacao',
  de: 'periodoInicio',
  ate: 'periodoFim',
  def: 'deficiencia',
};

/**
 * Reads the labelled texts of a file in this folder, "text | accepted codes | filters" a line, and lists those whose
 * first suggestion has no accepted occupation, or filters that differ from the labels.
 */
export function readTypedTitles(file: string) {
  const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const missed = lines.flatMap((line) => {
    const [text = '', codes = '', labels = ''] = line.split(' | ').map((part) => part.trim());
    const { sugestoes } = readTypedQuery(text, { months });
    const [first] = sugestoes;
    const code = first?.ocupacao?.codigo ?? '-';
    const expected = sorted(labelledFilters(labels));
    const read = sorted(first?.filtros ?? {});
    const isRight = codes.split(',').some((accepted) => code.startsWith(accepted));
    if (isRight && read === expected) return [];
    return [`${text}: ${code} ${first?.ocupacao?.titulo ?? ''} ${read}, not ${codes} ${expected}`];
  });
  return { requested: lines.length, missed };
}

const sorted = (filters: Partial<SearchFilters>): string =>
  JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The filters of a label such as "Campinas/SP F esc=5": places with spaces have none after a filter. */
function labelledFilters(labels: string): Partial<SearchFilters> {
  const own: Record<string, unknown> = {};
  const municipios: string[] = [];
  const rest = labels.replace(
    /(ibge |ibgeint )?(\p{Lu}[^/=|]*?)\/([A-Z]{2})\b/gu,
    (_, kind: string | undefined, name: string, uf: string) => {
      Object.assign(own, placeOf(name, uf, kind?.trim()));
      if (kind === undefined) municipios.push(findMunicipality(uf, name)?.code ?? name);
      return '';
    },
  );
  for (const word of rest.split(' ').filter(Boolean)) {
    const [name = '', value] = word.split('=');
    if (value === undefined)
      Object.assign(own, name.length === 1 ? { genero: name } : stateFilters(name));
    else if (name === 'cnae') own['cnaes'] = [value];
    else if (name === 'min' || name === 'max') {
      own[name === 'min' ? 'salarioMin' : 'salarioMax'] = Number(value);
    } else own[fields[name] ?? name] = value;
  }
  return { ...own, ...(municipios.length > 0 && { municipios }) };
}

const stateFilters = (uf: string) => ({ regiao: stateOfSigla(uf)?.regiao, uf });

function placeOf(name: string, uf: string, kind: string | undefined): Partial<SearchFilters> {
  const state = stateOfSigla(uf);
  if (state === undefined) throw new Error(`There is no state ${uf}.`);
  const place = { nome: name, dentro: '', regiao: state.regiao, uf };
  if (kind === undefined) {
    const municipio = findMunicipality(uf, name)?.code;
    if (municipio === undefined) throw new Error(`There is no ${name} in ${uf}.`);
    return placeFilters({ ...place, regiao_ibge: null, municipio });
  }
  const digits = kind === 'ibge' ? 6 : 4;
  const region = ibgeRegions().find(
    ({ code, city }) =>
      code.length === digits &&
      code.startsWith(state.codigo) &&
      plainText(city) === plainText(name),
  );
  if (region === undefined) throw new Error(`There is no region of ${name} in ${uf}.`);
  return placeFilters({ ...place, regiao_ibge: region.code, municipio: null });
}
