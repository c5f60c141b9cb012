import { cnaeSectionCodes, cnaeSectionLabels } from '../../../../shared/codes/cnae.ts';
import {
  balanceNames,
  companySizeLabels,
  contractKinds,
  genders,
  regions,
  schoolingGroups,
  type SchoolingGroup,
} from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import {
  ordinaryColumns,
  type PublishedColumnName,
  type PublishedRecord,
} from '../../../../shared/codes/record-columns.ts';
import { allCnaes, maybeCnae } from '../../../reference/cnaes.ts';
import {
  employeeBandsOfSize,
  industrySections,
  type SizeCriterion,
} from '../../../reference/company-size.ts';
import { allMunicipalities, municipalityName } from '../../../reference/places.ts';
import { states } from '../../../../shared/codes/states.ts';
import { allOccupations, occupationTitle } from '../../../reference/occupations.ts';
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
} from '../../../reference/registry-codes.ts';
import { fileCodesOfSchooling } from '../../../reference/schooling.ts';
import { emptyCode } from '../../../platform/warehouse/empty-values.ts';
import type { LineRow } from '../../../platform/warehouse/layout.ts';
import { contractClauses, isOfKind, markedKinds } from '../../query/filters/contract-clauses.ts';

type AmountColumn = 'salary' | 'fixed_salary' | 'hours';
type CodeColumn = Exclude<keyof LineRow, AmountColumn | 'age' | 'section'>;

/**
 * How a published column is written as text, with an empty text for unknown values. The engine writes documents of all
 * records; this code writes a page of records. The engine's decimals have a comma.
 */
export type RecordText = PlainText | NamedText;

interface PlainText {
  readonly sql: string;
  readonly of: (row: LineRow) => string;
}

export interface NamedText {
  /** The code in SQL: a whole number that is not negative. */
  readonly code: string;
  readonly codeOf: (row: LineRow) => number;
  readonly names: () => readonly CodeName[];
  readonly nameOf: (code: number) => string | undefined;
  /** For a code without a name, in which `#` stands for the code. */
  readonly otherwise?: string;
}
type CodeName = readonly [code: number, name: string];

/** A line as it is published, without the sensitive columns. */
export const publishedRecord = (row: LineRow): PublishedRecord => columnsOf(ordinaryColumns, row);

/** A line with the sensitive columns, for users who request them and have the permission. */
export const sensitiveRecord = (row: LineRow): PublishedRecord =>
  columnsOf(keysOf(recordTexts), row);

/** The texts of the columns; only gender and age are not texts in a response. */
function columnsOf(names: readonly PublishedColumnName[], row: LineRow): PublishedRecord {
  const columns = names.map((name) => ({ [name]: textOf(recordTexts[name], row) }));
  return Object.assign({}, ...columns, { genero: genderOf(row), idade: row.age });
}

const genderOf = ({ sex }: LineRow) =>
  keysOf(genders).find((gender) => Number(genders[gender].sexo) === sex) ?? '';

function textOf(text: RecordText, row: LineRow): string {
  if ('sql' in text) return text.of(row);
  const { codeOf, nameOf, otherwise = '' } = text;
  const code = codeOf(row);
  return nameOf(code) ?? otherwise.replace('#', String(code));
}

export const recordTexts: Readonly<Record<PublishedColumnName, RecordText>> = {
  competencia: plain('month'),
  competencia_declarada: plain('declared_month'),
  fora_do_prazo: codeName('late', { 0: 'Não', 1: 'Sim' }),
  movimentacao: listed({
    code: 'balance = 1',
    codeOf: ({ balance }) => Number(balance === 1),
    names: [
      [0, balanceNames.desligamento],
      [1, balanceNames.admissao],
    ],
  }),
  tipo_movimentacao: plainCode('movement_type'),
  tipo_movimentacao_nome: codeName('movement_type', movementTypes),
  cbo: wideCode('cbo', 6),
  ocupacao: {
    code: 'cbo',
    codeOf: ({ cbo }) => cbo,
    names: () => allOccupations().map(({ code, title }) => [Number(code), title]),
    nameOf: (code) => occupationTitle(padded(code, 6)),
  },
  categoria: wideCode('category', 3),
  categoria_nome: codeName('category', categories),
  contrato: contracts(),
  municipio: wideCode('municipality', 6),
  municipio_nome: {
    code: 'municipality',
    codeOf: ({ municipality }) => municipality,
    names: () => allMunicipalities().map(({ code, name }) => [Number(code), name]),
    nameOf: (code) => municipalityName(padded(code, 6)),
  },
  uf: codeName('uf', Object.fromEntries(states.map(({ codigo, sigla }) => [codigo, sigla]))),
  regiao: codeName('region', regions),
  salario: decimal('salary'),
  valor_fixo: decimal('fixed_salary'),
  unidade_salario: plainCode('salary_unit'),
  unidade_salario_nome: codeName('salary_unit', salaryUnits),
  horas: hours(),
  genero: codeName('sex', { [genders.M.sexo]: genders.M.label, [genders.F.sexo]: genders.F.label }),
  sexo: plainCode('sex'),
  idade: {
    sql: `ifNull(toString(age), '')`,
    of: ({ age }) => (age === null ? '' : String(age)),
  },
  escolaridade: codeName(
    'schooling',
    schoolingNames((group) => group),
    '80',
  ),
  escolaridade_nome: codeName(
    'schooling',
    {
      ...schoolingNames((group) => schoolingGroups[group]),
      [emptyCode('UInt16')]: schoolingGroups['80'],
    },
    'Código #',
  ),
  raca: plainCode('race'),
  raca_nome: codeName('race', raceNames),
  deficiencia: plainCode('disability'),
  deficiencia_nome: codeName('disability', disabilityNames),
  porte: companySizes(),
  empregados: plainCode('company_size'),
  empregados_nome: codeName('company_size', employeeBandNames),
  secao: { sql: 'toString(section)', of: ({ section }) => section },
  secao_nome: listed({
    code: 'ascii(toString(section))',
    codeOf: ({ section }) => section.charCodeAt(0),
    names: cnaeSectionCodes.map((letter) => [letter.charCodeAt(0), cnaeSectionLabels[letter]]),
  }),
  cnae: wideCode('subclass', 7),
  cnae_nome: {
    code: 'subclass',
    codeOf: ({ subclass }) => subclass,
    names: () => allCnaes().map(({ codigo, descricao }) => [Number(codigo), descricao]),
    nameOf: (code) => maybeCnae(padded(code, 7))?.descricao,
  },
  tipo_empregador: plainCode('employer_type'),
  tipo_empregador_nome: codeName('employer_type', employerTypes),
  tipo_estabelecimento: plainCode('establishment_type'),
  tipo_estabelecimento_nome: codeName('establishment_type', establishmentTypes),
  origem: plainCode('origin'),
  origem_nome: codeName('origin', origins),
};

function padded(code: number, width: number): string {
  return String(code).padStart(width, '0');
}

function plain(column: 'month' | 'declared_month'): RecordText {
  return { sql: `toString(${column})`, of: (row) => String(row[column]) };
}

function plainCode(column: CodeColumn): RecordText {
  const empty = emptyCode('UInt16');
  return {
    sql: `if(${column} = ${empty}, '', toString(${column}))`,
    of: (row) => (row[column] === empty ? '' : String(row[column])),
  };
}

/** With leading zeros. The engine's own padding would truncate longer values. */
function wideCode(column: CodeColumn, width: number): RecordText {
  const empty = emptyCode('UInt32');
  const wide = `substring(toString(${column} + ${10 ** width}), 2)`;
  return {
    sql: `multiIf(${column} < ${10 ** width}, ${wide}, ${column} = ${empty}, '', toString(${column}))`,
    of: (row) => (row[column] === empty ? '' : padded(row[column], width)),
  };
}

/** A code of few values. */
function listed({
  names,
  ...text
}: Omit<NamedText, 'names' | 'nameOf'> & { readonly names: readonly CodeName[] }): RecordText {
  const byCode = new Map(names);
  return { ...text, names: () => names, nameOf: (code) => byCode.get(code) };
}

function codeName(column: CodeColumn, names: CodeNames, otherwise = ''): RecordText {
  return listed({
    code: column,
    codeOf: (row) => row[column],
    names: Object.entries(names).map(([value, name]) => [Number(value), name]),
    otherwise,
  });
}

/** Hundredths with two decimals. */
function decimal(column: AmountColumn): RecordText {
  const fraction = `substring(toString(${column} % 100 + 100), 2)`;
  return {
    sql: `ifNull(concat(toString(intDiv(${column}, 100)), ',', ${fraction}), '')`,
    of: ({ [column]: amount }) => (amount === null ? '' : (amount / 100).toFixed(2)),
  };
}

/** Hundredths with as many decimals as they need. */
function hours(): RecordText {
  const fraction = `trimRight(substring(toString(hours % 100 + 100), 2), '0')`;
  return {
    sql: `ifNull(concat(toString(intDiv(hours, 100)), if(hours % 100 = 0, '', concat(',', ${fraction}))), '')`,
    of: ({ hours: hundredths }) => (hundredths === null ? '' : String(hundredths / 100)),
  };
}

function schoolingNames(nameOfGroup: (group: SchoolingGroup) => string): CodeNames {
  const codes = keysOf(schoolingGroups).flatMap((group) =>
    fileCodesOfSchooling(group).map((value) => [value, nameOfGroup(group)] as const),
  );
  return Object.fromEntries(codes);
}

/** The kinds of a contract are bits of one number. */
function contracts(): RecordText {
  const bits = markedKinds.map((kind, bit) => `${2 ** bit} * (${contractClauses[kind]})`);
  return listed({
    code: bits.join(' + '),
    codeOf: (row) =>
      markedKinds.reduce((sum, kind, bit) => sum + 2 ** bit * Number(isOfKind(kind, row)), 0),
    names: Array.from({ length: 2 ** markedKinds.length }, (_, number) => [
      number,
      namesOfKinds(number),
    ]),
  });
}

function namesOfKinds(number: number): string {
  const names = markedKinds
    .filter((_, bit) => (number & (2 ** bit)) !== 0)
    .map((kind) => contractKinds[kind]);
  return names.length === 0 ? contractKinds.comum : names.join(', ');
}

/** A band means another size in industry, so the codes of industry are a thousand higher. */
function companySizes(): RecordText {
  const sections = industrySections.map((letter) => `'${letter}'`).join(', ');
  return listed({
    code: `toUInt32(company_size) + if(section in (${sections}), 1000, 0)`,
    codeOf: ({ company_size: band, section }) =>
      band + (industrySections.includes(section) ? 1000 : 0),
    names: [...sizesOfBands('other', 0), ...sizesOfBands('industry', 1000)],
  });
}

function sizesOfBands(criterion: SizeCriterion, offset: number): CodeName[] {
  return keysOf(companySizeLabels).flatMap((size) =>
    employeeBandsOfSize(size, criterion).map((band): CodeName => [
      band + offset,
      companySizeLabels[size],
    ]),
  );
}
