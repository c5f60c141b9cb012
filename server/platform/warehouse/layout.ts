import type {
  PublishedColumnName,
  SensitiveColumnName,
} from '../../../shared/codes/record-columns.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';

/**
 * The catalogue of the registry's columns. A file is read by column name, never by position. MOV, FOR and EXC share the
 * columns of a line; two columns occur in EXC only. Source: MTE/PDET, "Layout Não-identificado Novo Caged
 * Movimentação". docs/how-to-add.md describes how to add a column.
 */

/** A list of codes in the registry's own tables: `registryCodes` (registry-codes.ts) has the codes of each. */
export type CodeList =
  | 'regions'
  | 'states'
  | 'municipalities'
  | 'sections'
  | 'subclasses'
  | 'balances'
  | 'occupations'
  | 'categories'
  | 'schooling'
  | 'races'
  | 'sexes'
  | 'establishmentTypes'
  | 'movementTypes'
  | 'disabilities'
  | 'indicators'
  | 'employeeBands'
  | 'origins'
  | 'salaryUnits';

/** `code` stores an empty text as the highest value of its type, so that an empty code is never a real one. */
export type ColumnForm = 'month' | 'balance' | 'code' | 'letter' | 'whole' | 'hundredths';

interface CodeColumn {
  readonly form: 'balance' | 'code' | 'letter';
  readonly type: 'Int8' | 'UInt16' | 'UInt32' | 'LowCardinality(String)';
  /** Null if the files themselves have codes that the ministry's dictionary lacks. */
  readonly codes: CodeList | null;
  /**
   * How a load checks the column: `distribution` compares the lines of each code with those of the months around, and
   * reports codes that are in no table; `codes` only reports such codes.
   */
  readonly check: 'distribution' | 'codes';
  /** Number of digits of the official codes, including leading zeros; only for codes that are written with them. */
  readonly digits?: number;
}

interface ValueColumn {
  readonly form: 'whole' | 'hundredths';
  readonly type: 'Nullable(UInt16)' | 'Nullable(Int64)';
}

interface MonthColumn {
  readonly form: 'month';
  readonly type: 'UInt32';
}

/** The months (AAAAMM) of declaration in which the ministry's files have a column. Absent: all months. */
interface Period {
  readonly since?: string;
  readonly until?: string;
}

type Publication =
  | { readonly isSensitive?: never; readonly publishedAs: readonly OrdinaryColumnName[] }
  /** Sensitive personal data under the LGPD. */
  | { readonly isSensitive: true; readonly publishedAs: readonly SensitiveColumnName[] };
type OrdinaryColumnName = Exclude<PublishedColumnName, SensitiveColumnName>;

type LineColumn = { readonly header: string } & (
  | ((CodeColumn | ValueColumn) & Period)
  | (MonthColumn & { readonly since?: never; readonly until?: never })
) &
  Publication;

const shortCode = { type: 'UInt16', form: 'code', check: 'distribution' } as const;
const longCode = { type: 'UInt32', form: 'code' } as const;
const amount = { type: 'Nullable(Int64)', form: 'hundredths' } as const;
const aMonth = { type: 'UInt32', form: 'month' } as const;

/** The columns of a line, in the order of the files. */
export const lineColumns = {
  month: { ...aMonth, header: 'competênciamov', publishedAs: ['competencia'] },
  region: { ...shortCode, header: 'região', codes: 'regions', publishedAs: ['regiao'] },
  uf: { ...shortCode, header: 'uf', codes: 'states', publishedAs: ['uf'] },
  municipality: {
    ...longCode,
    header: 'município',
    codes: 'municipalities',
    check: 'codes',
    digits: 6,
    publishedAs: ['municipio', 'municipio_nome'],
  },
  section: {
    header: 'seção',
    type: 'LowCardinality(String)',
    form: 'letter',
    codes: 'sections',
    check: 'distribution',
    publishedAs: ['secao', 'secao_nome'],
  },
  subclass: {
    ...longCode,
    header: 'subclasse',
    codes: 'subclasses',
    check: 'codes',
    digits: 7,
    publishedAs: ['cnae', 'cnae_nome'],
  },
  balance: {
    header: 'saldomovimentação',
    type: 'Int8',
    form: 'balance',
    codes: 'balances',
    check: 'distribution',
    publishedAs: ['movimentacao'],
  },
  cbo: {
    ...longCode,
    header: 'cbo2002ocupação',
    codes: 'occupations',
    check: 'codes',
    digits: 6,
    publishedAs: ['cbo', 'ocupacao'],
  },
  category: {
    ...longCode,
    header: 'categoria',
    codes: 'categories',
    check: 'distribution',
    publishedAs: ['categoria', 'categoria_nome'],
  },
  schooling: {
    ...shortCode,
    header: 'graudeinstrução',
    codes: 'schooling',
    publishedAs: ['escolaridade', 'escolaridade_nome'],
  },
  age: { header: 'idade', type: 'Nullable(UInt16)', form: 'whole', publishedAs: ['idade'] },
  hours: { ...amount, header: 'horascontratuais', publishedAs: ['horas'] },
  race: {
    ...shortCode,
    header: 'raçacor',
    codes: 'races',
    isSensitive: true,
    publishedAs: ['raca', 'raca_nome'],
  },
  sex: { ...shortCode, header: 'sexo', codes: 'sexes', publishedAs: ['sexo', 'genero'] },
  employer_type: {
    ...shortCode,
    header: 'tipoempregador',
    codes: null,
    publishedAs: ['tipo_empregador', 'tipo_empregador_nome'],
  },
  establishment_type: {
    ...shortCode,
    header: 'tipoestabelecimento',
    codes: 'establishmentTypes',
    publishedAs: ['tipo_estabelecimento', 'tipo_estabelecimento_nome'],
  },
  movement_type: {
    ...shortCode,
    header: 'tipomovimentação',
    codes: 'movementTypes',
    publishedAs: ['tipo_movimentacao', 'tipo_movimentacao_nome'],
  },
  disability: {
    ...shortCode,
    header: 'tipodedeficiência',
    codes: 'disabilities',
    isSensitive: true,
    publishedAs: ['deficiencia', 'deficiencia_nome'],
  },
  intermittent: {
    ...shortCode,
    header: 'indtrabintermitente',
    codes: 'indicators',
    publishedAs: ['contrato'],
  },
  part_time: {
    ...shortCode,
    header: 'indtrabparcial',
    codes: 'indicators',
    publishedAs: ['contrato'],
  },
  salary: { ...amount, header: 'salário', publishedAs: ['salario'] },
  company_size: {
    ...shortCode,
    header: 'tamestabjan',
    codes: 'employeeBands',
    publishedAs: ['empregados', 'empregados_nome', 'porte'],
  },
  apprentice: {
    ...shortCode,
    header: 'indicadoraprendiz',
    codes: 'indicators',
    publishedAs: ['contrato'],
  },
  origin: {
    ...shortCode,
    header: 'origemdainformação',
    codes: 'origins',
    publishedAs: ['origem', 'origem_nome'],
  },
  declared_month: { ...aMonth, header: 'competênciadec', publishedAs: ['competencia_declarada'] },
  late: {
    ...shortCode,
    header: 'indicadordeforadoprazo',
    codes: 'indicators',
    publishedAs: ['fora_do_prazo'],
  },
  salary_unit: {
    ...shortCode,
    header: 'unidadesaláriocódigo',
    codes: 'salaryUnits',
    publishedAs: ['unidade_salario', 'unidade_salario_nome'],
  },
  fixed_salary: { ...amount, header: 'valorsaláriofixo', publishedAs: ['valor_fixo'] },
} as const satisfies Readonly<Record<string, LineColumn>>;
export type ColumnName = keyof typeof lineColumns;

/** The value of a column in a row that the engine returns. */
type StoredValue<Type> = Type extends `Nullable${string}`
  ? number | null
  : Type extends `LowCardinality${string}`
    ? string
    : number;

/** A line of the warehouse, by the columns' names. */
export type LineRow = {
  readonly [Name in ColumnName]: StoredValue<(typeof lineColumns)[Name]['type']>;
};

/** A column of a file, as loading and comparing see it. */
export interface Column extends Period, Partial<Pick<CodeColumn, 'codes' | 'check' | 'digits'>> {
  readonly name: string;
  readonly header: string;
  readonly type: string;
  readonly form: ColumnForm;
}

export const sharedColumns: readonly Column[] = Object.entries(lineColumns).map(
  ([name, column]) => ({ name, ...column }),
);

export const exclusionColumns: readonly Column[] = [
  { name: 'exclusion_month', header: 'competênciaexc', type: 'UInt32', form: 'month' },
  { name: 'exclusion_indicator', header: 'indicadordeexclusão', type: 'UInt16', form: 'code' },
];

export function columnsOf(kind: FileKind): readonly Column[] {
  return kind === 'EXC' ? [...sharedColumns, ...exclusionColumns] : sharedColumns;
}

/** Whether only some months have the column. */
export const isOptional = ({ since, until }: Column) => since !== undefined || until !== undefined;

/** Whether the ministry added the column later. What is stored about earlier months does not depend on it. */
export const isAdded = ({ since }: Column) => since !== undefined;

/** Whether a file of this month (AAAAMM) must have the column. */
export const isRequired = ({ since = '000000', until = '999999' }: Column, month: string) =>
  since <= month && month <= until;

/** The column whose month is the file's own: competênciamov, competênciadec or competênciaexc. */
export const monthColumn: Readonly<Record<FileKind, string>> = {
  MOV: 'month',
  FOR: 'declared_month',
  EXC: 'exclusion_month',
};
