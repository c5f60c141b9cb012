import { cnaeSectionLabels } from '../../shared/codes/cnae.ts';
import { disabilities, disabilityKinds, races } from '../../shared/codes/codes.ts';
import type { CodeList } from '../platform/warehouse/layout.ts';
import { allCnaes } from './cnaes.ts';
import { occupationTable } from './occupations.ts';
import { allMunicipalities } from './places.ts';
import { states } from '../../shared/codes/states.ts';
import { identifiedSchoolingCodes } from './schooling.ts';

/**
 * Names of the files' codes, from MTE's "Layout Não-identificado Novo Caged Movimentação". Files may have codes that
 * are not in this list; these are shown as they are.
 */
export type CodeNames = Readonly<Record<number, string>>;

const unidentified = 'Não identificado';

export const categories: CodeNames = {
  101: 'Empregado, geral',
  102: 'Trabalhador rural por pequeno prazo (Lei 11.718/2008)',
  103: 'Aprendiz',
  104: 'Empregado doméstico',
  105: 'Contrato a termo (Lei 9.601/1998)',
  106: 'Trabalhador temporário (Lei 6.019/1974)',
  107: 'Contrato Verde e Amarelo, sem acordo de antecipação da multa',
  108: 'Contrato Verde e Amarelo, com acordo de antecipação da multa',
  111: 'Contrato intermitente',
  999: unidentified,
};

export const movementTypes: CodeNames = {
  10: 'Admissão por primeiro emprego',
  20: 'Admissão por reemprego',
  25: 'Admissão por contrato de prazo determinado',
  31: 'Desligamento por demissão sem justa causa',
  32: 'Desligamento por demissão com justa causa',
  33: 'Culpa recíproca',
  35: 'Admissão por reintegração',
  40: 'Desligamento a pedido',
  43: 'Término de contrato de prazo determinado',
  45: 'Desligamento por término de contrato',
  50: 'Desligamento por aposentadoria',
  60: 'Desligamento por morte',
  70: 'Admissão por transferência',
  80: 'Desligamento por transferência',
  90: 'Desligamento por acordo entre empregado e empregador',
  97: 'Admissão de tipo ignorado',
  98: 'Desligamento de tipo ignorado',
  99: unidentified,
};

export const raceNames: CodeNames = { ...races, 9: 'Não identificada' };

export const disabilityNames: CodeNames = {
  0: disabilities.nao,
  ...disabilityKinds,
  9: unidentified,
};

export const employerTypes: CodeNames = { 0: 'CNPJ raiz', 2: 'CPF', 9: unidentified };

export const establishmentTypes: CodeNames = {
  1: 'CNPJ',
  3: 'CAEPF (cadastro de atividade econômica da pessoa física)',
  4: 'CNO (cadastro nacional de obra)',
  5: 'CEI (CAGED)',
  9: unidentified,
};

/** `tamestabjan`: employees of the establishment in January. */
export const employeeBandNames: CodeNames = {
  1: 'Nenhum',
  2: 'De 1 a 4',
  3: 'De 5 a 9',
  4: 'De 10 a 19',
  5: 'De 20 a 49',
  6: 'De 50 a 99',
  7: 'De 100 a 249',
  8: 'De 250 a 499',
  9: 'De 500 a 999',
  10: '1.000 ou mais',
  90: 'Não informado',
  97: 'Não se aplica',
  98: 'Inválido',
  99: 'Ignorado',
};

export const salaryUnits: CodeNames = {
  1: 'Hora',
  2: 'Dia',
  3: 'Semana',
  4: 'Quinzena',
  5: 'Mês',
  6: 'Tarefa',
  7: 'Variável',
  99: unidentified,
};

export const origins: CodeNames = { 1: 'eSocial', 2: 'CAGED', 3: 'EmpregadoWEB' };

const namedIn = (names: CodeNames) => new Set(Object.keys(names));

const withoutLeadingZeros = (codes: readonly string[]) =>
  new Set(codes.map((code) => String(Number(code))));

/**
 * The codes of each list in the registry's own tables, including those for "not identified", as numbers without leading
 * zeros. Imported tables can change them.
 */
export const registryCodes = {
  regions: () => new Set(['1', '2', '3', '4', '5', '9']),
  states: () => new Set([...states.map(({ codigo }) => codigo), '99']),
  municipalities: () =>
    withoutLeadingZeros([...allMunicipalities().map(({ code }) => code), '999999']),
  sections: () => new Set(Object.keys(cnaeSectionLabels)),
  subclasses: () => withoutLeadingZeros([...allCnaes().map(({ codigo }) => codigo), '9999999']),
  balances: () => new Set(['1', '-1']),
  occupations: () => withoutLeadingZeros([...occupationTable().keys(), '999999']),
  categories: () => namedIn(categories),
  schooling: () => new Set([...identifiedSchoolingCodes, 99].map(String)),
  races: () => namedIn(raceNames),
  sexes: () => new Set(['1', '3', '9']),
  establishmentTypes: () => namedIn(establishmentTypes),
  movementTypes: () => namedIn(movementTypes),
  disabilities: () => namedIn(disabilityNames),
  indicators: () => new Set(['0', '1', '9']),
  employeeBands: () => namedIn(employeeBandNames),
  origins: () => namedIn(origins),
  salaryUnits: () => namedIn(salaryUnits),
} satisfies Readonly<Record<CodeList, () => ReadonlySet<string>>>;
