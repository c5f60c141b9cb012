import {
  companySizeLabels,
  contractKinds,
  genders,
  movementKinds,
} from '../../../shared/codes/codes.ts';
import { formatCnae } from '../../../shared/codes/cnae.ts';
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
} from '../../../shared/codes/record-columns.ts';
import type { RecordSort } from '../../../shared/contracts/records.ts';
import type { CodedValue, PublishedRecord } from '../../../shared/codes/salary-record.ts';

export type RecordColumn = {
  key: string;
  label: string;
  /** Pixels, at least. */
  width: number;
  align?: 'right';
  sort?: RecordSort;
  /** Race and disability: shown on purpose only. */
  isSensitive: boolean;
  text: (record: PublishedRecord) => string;
  /** A second line, quieter. */
  detail?: (record: PublishedRecord) => string;
};

const unknown = 'Não informado';

/** A name, or the code that no table has. */
const nameOf = ({ codigo, nome }: CodedValue) =>
  nome ?? (codigo === '' ? unknown : `Código ${codigo}`);

const placeText = ({ municipioNome, municipio, uf }: PublishedRecord): string => {
  if (municipio === '') return uf ?? unknown;
  return uf === null ? (municipioNome ?? municipio) : `${municipioNome ?? municipio} (${uf})`;
};

const genderText = ({ genero, sexo }: PublishedRecord): string => {
  if (genero !== null) return genders[genero].label;
  return sexo === '' || sexo === '9' ? unknown : `Código ${sexo}`;
};

/** What the catalogue says of a column. */
const published = (name: PublishedColumnName) => ({
  label: publishedColumns[name].title,
  isSensitive: isSensitive(name),
});

/** The column that names each row; it is always there. */
export const occupationColumn: RecordColumn = {
  key: 'ocupacao',
  ...published('ocupacao'),
  width: 220,
  sort: 'ocupacao',
  text: ({ ocupacao }) => ocupacao ?? 'Ocupação sem título',
  detail: ({ cbo }) => cbo,
};

/** Everything else that the files publish of a record, in the order in which it is shown. */
export const recordColumns: readonly RecordColumn[] = [
  {
    key: 'salario',
    ...published('salario'),
    width: 110,
    align: 'right',
    sort: 'salario',
    text: ({ salario }) => formatReais(Number(salario)),
  },
  {
    key: 'competencia',
    ...published('competencia'),
    width: 125,
    sort: 'competencia',
    text: ({ competencia }) => formatMonth(competencia),
  },
  {
    key: 'movimentacao',
    ...published('movimentacao'),
    width: 140,
    sort: 'movimentacao',
    text: ({ movimentacao }) => movementKinds[movimentacao],
  },
  {
    key: 'municipio',
    ...published('municipio_nome'),
    width: 170,
    sort: 'municipio',
    text: placeText,
  },
  { key: 'uf', ...published('uf'), width: 90, sort: 'uf', text: ({ uf }) => uf ?? unknown },
  { key: 'regiao', ...published('regiao'), width: 130, text: ({ regiao }) => regiao ?? unknown },
  { key: 'genero', ...published('genero'), width: 110, sort: 'genero', text: genderText },
  {
    key: 'idade',
    ...published('idade'),
    width: 100,
    align: 'right',
    sort: 'idade',
    text: ({ idade }) => (idade === null ? '—' : formatCounted(idade, 'ano', 'anos')),
  },
  {
    key: 'escolaridade',
    ...published('escolaridade_nome'),
    width: 160,
    sort: 'escolaridade',
    text: ({ escolaridadeNome }) => escolaridadeNome,
  },
  {
    key: 'horas',
    ...published('horas'),
    width: 130,
    align: 'right',
    sort: 'horas',
    text: ({ horas }) => (horas === null ? '—' : `${formatDecimal(horas)}\u00a0h`),
  },
  {
    key: 'cbo',
    ...published('cbo'),
    width: 100,
    sort: 'cbo',
    text: ({ cbo }) => (cbo === '' ? unknown : cbo),
  },
  {
    key: 'contrato',
    ...published('contrato'),
    width: 160,
    text: ({ contrato }) => contrato.map((kind) => contractKinds[kind]).join(', '),
  },
  {
    key: 'categoria',
    ...published('categoria_nome'),
    width: 200,
    sort: 'categoria',
    text: ({ categoria }) => nameOf(categoria),
  },
  {
    key: 'tipoMovimentacao',
    ...published('tipo_movimentacao_nome'),
    width: 220,
    text: ({ tipoMovimentacao }) => nameOf(tipoMovimentacao),
  },
  {
    key: 'valorFixo',
    ...published('valor_fixo'),
    width: 130,
    align: 'right',
    sort: 'valorFixo',
    text: ({ valorFixo }) => (valorFixo === null ? '—' : formatReais(Number(valorFixo))),
    detail: ({ unidadeSalario }) => `unidade: ${nameOf(unidadeSalario).toLowerCase()}`,
  },
  {
    key: 'porte',
    ...published('porte'),
    width: 110,
    sort: 'porte',
    text: ({ porte }) => (porte === null ? unknown : companySizeLabels[porte]),
  },
  {
    key: 'empregados',
    ...published('empregados_nome'),
    width: 150,
    text: ({ empregados }) => nameOf(empregados),
  },
  {
    key: 'secao',
    ...published('secao_nome'),
    width: 220,
    sort: 'secao',
    text: ({ secao }) => `${secao.codigo}: ${nameOf(secao)}`,
  },
  {
    key: 'cnae',
    ...published('cnae_nome'),
    width: 240,
    sort: 'cnae',
    text: ({ cnae }) => nameOf(cnae),
    detail: ({ cnae: { codigo } }) => formatCnae(codigo),
  },
  {
    key: 'tipoEmpregador',
    ...published('tipo_empregador_nome'),
    width: 150,
    text: ({ tipoEmpregador }) => nameOf(tipoEmpregador),
  },
  {
    key: 'tipoEstabelecimento',
    ...published('tipo_estabelecimento_nome'),
    width: 180,
    text: ({ tipoEstabelecimento }) => nameOf(tipoEstabelecimento),
  },
  {
    key: 'competenciaDeclarada',
    ...published('competencia_declarada'),
    width: 140,
    sort: 'competenciaDeclarada',
    text: ({ competenciaDeclarada }) => formatMonth(competenciaDeclarada),
    detail: ({ foraDoPrazo }) =>
      foraDoPrazo === null ? 'prazo não informado' : foraDoPrazo ? 'fora do prazo' : 'no prazo',
  },
  { key: 'origem', ...published('origem_nome'), width: 120, text: ({ origem }) => nameOf(origem) },
  {
    key: 'raca',
    ...published('raca_nome'),
    width: 140,
    sort: 'raca',
    text: ({ raca }) => nameOf(raca),
  },
  {
    key: 'deficiencia',
    ...published('deficiencia_nome'),
    width: 160,
    sort: 'deficiencia',
    text: ({ deficiencia }) => nameOf(deficiencia),
  },
];

/** What is shown until somebody chooses. */
export const usualColumns: readonly string[] = [
  'salario',
  'competencia',
  'movimentacao',
  'municipio',
  'genero',
  'idade',
  'escolaridade',
  'horas',
];
