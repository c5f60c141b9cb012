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

const statesByCode = new Map(states.map((state) => [state.codigo, state]));
const statesBySigla = new Map(states.map((state) => [state.sigla, state]));

/** The state of a two-digit IBGE code; undefined for 99 (unknown) and anything else. */
export function stateOfCode(codigo: string): State | undefined {
  return statesByCode.get(codigo);
}

/** The state of a two-letter abbreviation, in either case. */
export function stateOfSigla(sigla: string): State | undefined {
  return statesBySigla.get(sigla.toUpperCase());
}

/** The states of a region (1 to 5), by IBGE code; none for another number. */
export function statesOfRegion(regiao: string): readonly State[] {
  return states.filter((state) => state.regiao === regiao);
}
