import { formatCnae } from '../../../shared/codes/cnae.ts';
import { genders } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import {
  formatCounted,
  formatDecimal,
  formatMonth,
  formatReais,
} from '../../../shared/words/format.ts';
import {
  isSensitive,
  publishedColumns,
  type PublishedColumnName,
  type PublishedRecord,
} from '../../../shared/codes/record-columns.ts';
import { recordSorts, type RecordSort } from '../../../shared/contracts/records.ts';
import type { Method } from '../../../shared/contracts/search.ts';

export type RecordColumn = {
  key: string;
  label: string;
  align?: 'right';
  sort?: RecordSort;
  /** Whether its texts are long: they would wrap at each word without a minimum width. */
  isLong?: true;
  /** Race and disability: shown only if the user requests them. */
  isSensitive: boolean;
  text: (record: PublishedRecord) => string;
  /** A second line in a muted style. */
  detail?: (record: PublishedRecord) => string;
};

const unknown = 'Não informado';

/** `tipo_empregador_nome` → `tipoEmpregador`: a code and its name are one column. */
const keyOf = (name: PublishedColumnName) =>
  name.replace(/_nome$/, '').replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const isSort = (key: string): key is RecordSort => Object.hasOwn(recordSorts, key);

/** A column of the catalogue; by default its text is the catalogue column's value. */
function column(name: PublishedColumnName, own: Partial<RecordColumn> = {}): RecordColumn {
  const { title, kind } = publishedColumns[name];
  const key = keyOf(name);
  return {
    key,
    label: title,
    isSensitive: isSensitive(name),
    ...(isSort(key) && { sort: key }),
    ...((kind === 'inteiro' || kind === 'decimal') && { align: 'right' }),
    text: (record) => {
      const value = String(record[name] ?? '');
      return kind === 'mes' ? formatMonth(value) : value || unknown;
    },
    ...own,
  };
}

type Code = {
  [Name in PublishedColumnName]: `${Name}_nome` extends PublishedColumnName ? Name : never;
}[PublishedColumnName];

const isCode = (name: PublishedColumnName): name is Code =>
  Object.hasOwn(publishedColumns, `${name}_nome`);

const isNameOfCode = (name: PublishedColumnName) =>
  name.endsWith('_nome') && Object.hasOwn(publishedColumns, name.replace(/_nome$/, ''));

/** A code's name, or the code itself if no table has it. */
const nameText = (record: PublishedRecord, code: Code) =>
  record[`${code}_nome`] || ((record[code] ?? '') === '' ? unknown : `Código ${record[code]}`);

const names = (code: Code, own: Partial<RecordColumn> = {}): RecordColumn =>
  column(`${code}_nome`, { isLong: true, text: (record) => nameText(record, code), ...own });

const placeText = ({ municipio_nome: name, municipio, uf }: PublishedRecord): string => {
  if (municipio === '') return uf || unknown;
  return uf === '' ? name || municipio : `${name || municipio} (${uf})`;
};

const genderText = ({ genero, sexo }: PublishedRecord): string =>
  genero !== '' ? genders[genero].label : sexo === '' || sexo === '9' ? unknown : `Código ${sexo}`;

const amountText = (text: string) => (text === '' ? '—' : formatReais(Number(text)));

/** The column that names each row; it is always visible. */
export const occupationColumn = column('ocupacao', {
  text: ({ ocupacao }) => ocupacao || 'Ocupação sem título',
  detail: ({ cbo }) => cbo,
});

/** The columns with a fixed position, in display order. */
const placed: readonly RecordColumn[] = [
  column('salario', { text: ({ salario }) => amountText(salario) }),
  column('competencia'),
  column('movimentacao'),
  column('municipio_nome', { text: placeText }),
  column('uf'),
  column('regiao'),
  column('genero', { text: genderText }),
  column('idade', {
    text: ({ idade }) => (idade === null ? '—' : formatCounted(idade, 'ano', 'anos')),
  }),
  column('escolaridade_nome'),
  column('horas', {
    text: ({ horas }) => (horas === '' ? '—' : `${formatDecimal(Number(horas))}\u00a0h`),
  }),
  column('cbo'),
  column('contrato'),
  names('categoria'),
  names('tipo_movimentacao'),
  column('valor_fixo', {
    text: ({ valor_fixo: amount }) => amountText(amount),
    detail: (record) => `unidade: ${nameText(record, 'unidade_salario').toLowerCase()}`,
  }),
  column('porte'),
  names('empregados'),
  names('secao', { text: (record) => `${record.secao}: ${nameText(record, 'secao')}` }),
  names('cnae', { detail: ({ cnae }) => formatCnae(cnae) }),
  names('tipo_empregador'),
  names('tipo_estabelecimento'),
  column('competencia_declarada', {
    detail: ({ fora_do_prazo: late }) =>
      late === '' ? 'prazo não informado' : late === 'Sim' ? 'fora do prazo' : 'no prazo',
  }),
  names('origem'),
  names('raca'),
  names('deficiencia'),
];

/** The keys of these columns, and of columns whose values are shown in another column. */
const shownKeys = new Set([
  ...placed.map(({ key }) => key),
  occupationColumn.key,
  ...(['fora_do_prazo', 'sexo', 'unidade_salario'] as const).map(keyOf),
]);

/** All published columns of a record but the occupation, in display order. */
export const recordColumns: readonly RecordColumn[] = [
  ...placed,
  ...keysOf(publishedColumns)
    .filter((name) => !shownKeys.has(keyOf(name)) && !isNameOfCode(name))
    .map((name) => (isCode(name) ? names(name) : column(name))),
];

/** The columns until the user chooses: the movement only if the records can differ in it. */
export const usualColumns = (movement: Method['movement']): readonly string[] => [
  'salario',
  'competencia',
  ...(movement === 'todas' ? ['movimentacao'] : []),
  'municipio',
  'genero',
  'idade',
  'escolaridade',
  'horas',
];
