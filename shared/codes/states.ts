/** A state as IBGE numbers it; `regiao` is IBGE's major region, 1 North to 5 Center-West. */
export interface State {
  readonly sigla: string;
  readonly nome: string;
  /** Two-digit IBGE code, the `uf` of the official files. */
  readonly codigo: string;
  readonly regiao: '1' | '2' | '3' | '4' | '5';
}

/** The 26 states and the Federal District, by IBGE code. */
export const states: readonly State[] = [
  { codigo: '11', sigla: 'RO', nome: 'Rondônia', regiao: '1' },
  { codigo: '12', sigla: 'AC', nome: 'Acre', regiao: '1' },
  { codigo: '13', sigla: 'AM', nome: 'Amazonas', regiao: '1' },
  { codigo: '14', sigla: 'RR', nome: 'Roraima', regiao: '1' },
  { codigo: '15', sigla: 'PA', nome: 'Pará', regiao: '1' },
  { codigo: '16', sigla: 'AP', nome: 'Amapá', regiao: '1' },
  { codigo: '17', sigla: 'TO', nome: 'Tocantins', regiao: '1' },
  { codigo: '21', sigla: 'MA', nome: 'Maranhão', regiao: '2' },
  { codigo: '22', sigla: 'PI', nome: 'Piauí', regiao: '2' },
  { codigo: '23', sigla: 'CE', nome: 'Ceará', regiao: '2' },
  { codigo: '24', sigla: 'RN', nome: 'Rio Grande do Norte', regiao: '2' },
  { codigo: '25', sigla: 'PB', nome: 'Paraíba', regiao: '2' },
  { codigo: '26', sigla: 'PE', nome: 'Pernambuco', regiao: '2' },
  { codigo: '27', sigla: 'AL', nome: 'Alagoas', regiao: '2' },
  { codigo: '28', sigla: 'SE', nome: 'Sergipe', regiao: '2' },
  { codigo: '29', sigla: 'BA', nome: 'Bahia', regiao: '2' },
  { codigo: '31', sigla: 'MG', nome: 'Minas Gerais', regiao: '3' },
  { codigo: '32', sigla: 'ES', nome: 'Espírito Santo', regiao: '3' },
  { codigo: '33', sigla: 'RJ', nome: 'Rio de Janeiro', regiao: '3' },
  { codigo: '35', sigla: 'SP', nome: 'São Paulo', regiao: '3' },
  { codigo: '41', sigla: 'PR', nome: 'Paraná', regiao: '4' },
  { codigo: '42', sigla: 'SC', nome: 'Santa Catarina', regiao: '4' },
  { codigo: '43', sigla: 'RS', nome: 'Rio Grande do Sul', regiao: '4' },
  { codigo: '50', sigla: 'MS', nome: 'Mato Grosso do Sul', regiao: '5' },
  { codigo: '51', sigla: 'MT', nome: 'Mato Grosso', regiao: '5' },
  { codigo: '52', sigla: 'GO', nome: 'Goiás', regiao: '5' },
  { codigo: '53', sigla: 'DF', nome: 'Distrito Federal', regiao: '5' },
];

/** The same in alphabetical order of their names, for a list to choose from. */
export const statesByName = states.toSorted((left, right) =>
  left.nome.localeCompare(right.nome, 'pt-BR'),
);

/** Places whose names take an article: "no Acre", "na Bahia". Others, and nearly all cities, take none: "em Goiás". */
const articles: ReadonlyMap<string, 'a' | 'o'> = new Map([
  ['Acre', 'o'],
  ['Amapá', 'o'],
  ['Amazonas', 'o'],
  ['Bahia', 'a'],
  ['Ceará', 'o'],
  ['Distrito Federal', 'o'],
  ['Espírito Santo', 'o'],
  ['Maranhão', 'o'],
  ['Pará', 'o'],
  ['Paraíba', 'a'],
  ['Paraná', 'o'],
  ['Piauí', 'o'],
  ['Rio de Janeiro', 'o'],
  ['Rio de Janeiro (RJ)', 'o'],
  ['Rio Grande do Norte', 'o'],
  ['Rio Grande do Sul', 'o'],
  ['Tocantins', 'o'],
]);

/** "no" before "Acre", "na" before "Bahia", and "em" before "Goiás"; likewise for "de". */
export function prepositionBefore(place: string, preposition: 'de' | 'em'): string {
  const article = articles.get(place);
  return article === undefined ? preposition : `${preposition === 'em' ? 'n' : 'd'}${article}`;
}
