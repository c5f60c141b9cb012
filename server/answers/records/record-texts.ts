import { cnaeSectionCodes, cnaeSectionLabels } from '../../../shared/codes/cnae.ts';
import {
  companySizeLabels,
  contractKinds,
  genders,
  movementKinds,
  regions,
  schoolingGroups,
} from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { PublishedColumnName } from '../../../shared/codes/record-columns.ts';
import { allCnaes } from '../../reference/cnaes.ts';
import {
  employeeBandsOfSize,
  industrySections,
  type SizeCriterion,
} from '../../reference/company-size.ts';
import { allMunicipalities } from '../../reference/municipalities.ts';
import { allOccupations } from '../../reference/occupations.ts';
import {
  categories,
  disabilityNames,
  employeeBandNames,
  employerTypes,
  establishmentTypes,
  movementTypes,
  origins,
  raceNames,
  salaryUnits,
  type CodeNames,
} from '../../reference/registry-codes.ts';
import { fileCodesOfSchooling } from '../../reference/schooling.ts';
import { states } from '../../reference/states.ts';
import { emptyCode } from '../../platform/warehouse/layout.ts';
import { contractClauses } from '../filters/contract-clauses.ts';

/** How the engine writes a published column as text; what is unknown is an empty one. */
export type RecordText = { readonly sql: string } | NamedText;

/** The name of a code. */
export interface NamedText {
  /** A whole number that is not negative. */
  readonly code: string;
  readonly names: () => readonly (readonly [code: number, name: string])[];
  /** For a code without a name. */
  readonly otherwise?: string;
}

/** Every published column, the same as `publishedRecord` tells it. */
export const recordTexts: Readonly<Record<PublishedColumnName, RecordText>> = {
  competencia: { sql: 'toString(month)' },
  competencia_declarada: { sql: 'toString(declared_month)' },
  fora_do_prazo: {
    code: 'late',
    names: () => [
      [0, 'Não'],
      [1, 'Sim'],
    ],
  },
  movimentacao: {
    code: 'balance = 1',
    names: () => [
      [0, movementKinds.desligamento],
      [1, movementKinds.admissao],
    ],
  },
  tipo_movimentacao: plainCode('movement_type', 'UInt16'),
  tipo_movimentacao_nome: nameOf('movement_type', movementTypes),
  cbo: wideCode('cbo', 6),
  ocupacao: {
    code: 'cbo',
    names: () => allOccupations().map(({ code, title }) => [Number(code), title]),
  },
  categoria: wideCode('category', 3),
  categoria_nome: nameOf('category', categories),
  contrato: contracts(),
  municipio: wideCode('municipality', 6),
  municipio_nome: {
    code: 'municipality',
    names: () => allMunicipalities().map(({ code, name }) => [Number(code), name]),
  },
  uf: { code: 'uf', names: () => states.map(({ codigo, sigla }) => [Number(codigo), sigla]) },
  regiao: nameOf('region', regions),
  salario: decimal('salary'),
  valor_fixo: decimal('fixed_salary'),
  unidade_salario: plainCode('salary_unit', 'UInt16'),
  unidade_salario_nome: nameOf('salary_unit', salaryUnits),
  horas: hours(),
  genero: {
    code: 'sex',
    names: () => Object.values(genders).map(({ label, sexo }) => [Number(sexo), label]),
  },
  sexo: plainCode('sex', 'UInt16'),
  idade: { sql: `ifNull(toString(age), '')` },
  escolaridade: {
    code: 'schooling',
    names: () => schoolingCodes((group) => group),
    otherwise: `'80'`,
  },
  escolaridade_nome: {
    code: 'schooling',
    names: () => [
      ...schoolingCodes((group) => schoolingGroups[group]),
      [emptyCode('UInt16'), schoolingGroups['80']],
    ],
    otherwise: `concat('Código ', toString(schooling))`,
  },
  raca: plainCode('race', 'UInt16'),
  raca_nome: nameOf('race', raceNames),
  deficiencia: plainCode('disability', 'UInt16'),
  deficiencia_nome: nameOf('disability', disabilityNames),
  porte: companySizes(),
  empregados: plainCode('company_size', 'UInt16'),
  empregados_nome: nameOf('company_size', employeeBandNames),
  secao: { sql: 'toString(section)' },
  secao_nome: {
    code: 'ascii(toString(section))',
    names: () =>
      cnaeSectionCodes.map((letter) => [letter.charCodeAt(0), cnaeSectionLabels[letter]]),
  },
  cnae: wideCode('subclass', 7),
  cnae_nome: {
    code: 'subclass',
    names: () => allCnaes().map(({ codigo, descricao }) => [Number(codigo), descricao]),
  },
  tipo_empregador: plainCode('employer_type', 'UInt16'),
  tipo_empregador_nome: nameOf('employer_type', employerTypes),
  tipo_estabelecimento: plainCode('establishment_type', 'UInt16'),
  tipo_estabelecimento_nome: nameOf('establishment_type', establishmentTypes),
  origem: plainCode('origin', 'UInt16'),
  origem_nome: nameOf('origin', origins),
};

function plainCode(column: string, type: string): RecordText {
  return { sql: `if(${column} = ${emptyCode(type)}, '', toString(${column}))` };
}

/** With leading zeros. The engine's own padding would cut what is longer. */
function wideCode(column: string, width: number): RecordText {
  const padded = `substring(toString(${column} + ${10 ** width}), 2)`;
  return {
    sql: `multiIf(${column} < ${10 ** width}, ${padded}, ${column} = ${emptyCode('UInt32')}, '', toString(${column}))`,
  };
}

function nameOf(column: string, names: CodeNames): RecordText {
  return {
    code: column,
    names: () => Object.entries(names).map(([value, name]) => [Number(value), name]),
  };
}

/** Hundredths with two decimals. */
function decimal(column: string): RecordText {
  const fraction = `substring(toString(${column} % 100 + 100), 2)`;
  return { sql: `ifNull(concat(toString(intDiv(${column}, 100)), ',', ${fraction}), '')` };
}

/** Hundredths with as many decimals as they need. */
function hours(): RecordText {
  const fraction = `trimRight(substring(toString(hours % 100 + 100), 2), '0')`;
  return {
    sql: `ifNull(concat(toString(intDiv(hours, 100)), if(hours % 100 = 0, '', concat(',', ${fraction}))), '')`,
  };
}

function schoolingCodes(nameOfGroup: (group: keyof typeof schoolingGroups) => string) {
  return keysOf(schoolingGroups).flatMap((group) =>
    fileCodesOfSchooling(group).map((value) => [value, nameOfGroup(group)] as const),
  );
}

/** The kinds of a contract are bits of one number, and each of the sixteen numbers has its words. */
function contracts(): RecordText {
  const kinds = keysOf(contractClauses);
  const bits = kinds.map((kind, bit) => `${2 ** bit} * (${contractClauses[kind]})`);
  const wordsOf = (number: number) => {
    const words = kinds
      .filter((_, bit) => (number & (2 ** bit)) !== 0)
      .map((kind) => contractKinds[kind]);
    return words.length === 0 ? contractKinds.comum : words.join(', ');
  };
  return {
    code: bits.join(' + '),
    names: () =>
      Array.from({ length: 2 ** kinds.length }, (_, number) => [number, wordsOf(number)]),
  };
}

/** A band means another size in industry: there its code stands a thousand higher. */
function companySizes(): RecordText {
  const sections = industrySections.map((letter) => `'${letter}'`).join(', ');
  return {
    code: `toUInt32(company_size) + if(section in (${sections}), 1000, 0)`,
    names: () => [...sizesOfBands('other', 0), ...sizesOfBands('industry', 1000)],
  };
}

const sizesOfBands = (criterion: SizeCriterion, offset: number) =>
  keysOf(companySizeLabels).flatMap((size) =>
    employeeBandsOfSize(size, criterion).map(
      (band) => [band + offset, companySizeLabels[size]] as const,
    ),
  );
