import { companySizeLabels, contractKinds, genders } from '../../../shared/codes.ts';
import { formatCnae } from '../../../shared/cnae.ts';
import { formatCounted, formatDecimal, formatMonth, formatReais } from '../../../shared/format.ts';
import type { RecordSort } from '../../../shared/records.ts';
import type { CodedValue, PublishedRecord } from '../../../shared/salary-record.ts';

export type RecordColumn = {
  key: string;
  label: string;
  /** Pixels, at least. */
  width: number;
  align?: 'right';
  sort?: RecordSort;
  /** Race and disability: shown on purpose only. */
  isSensitive?: true;
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

const kinds = { admissao: 'Admissão', desligamento: 'Desligamento' } as const;

/** The column that names each row; it is always there. */
export const occupationColumn: RecordColumn = {
  key: 'ocupacao',
  label: 'Ocupação',
  width: 220,
  sort: 'ocupacao',
  text: ({ ocupacao }) => ocupacao ?? 'Ocupação sem título',
  detail: ({ cbo }) => cbo,
};

/** Everything else that the files publish of a record, in the order in which it is shown. */
export const recordColumns: readonly RecordColumn[] = [
  {
    key: 'salario',
    label: 'Salário',
    width: 110,
    align: 'right',
    sort: 'salario',
    text: ({ salario }) => formatReais(Number(salario)),
  },
  {
    key: 'competencia',
    label: 'Competência',
    width: 125,
    sort: 'competencia',
    text: ({ competencia }) => formatMonth(competencia),
  },
  {
    key: 'movimentacao',
    label: 'Movimentação',
    width: 140,
    sort: 'movimentacao',
    text: ({ movimentacao }) => kinds[movimentacao],
  },
  { key: 'municipio', label: 'Município', width: 170, sort: 'municipio', text: placeText },
  { key: 'uf', label: 'UF', width: 90, sort: 'uf', text: ({ uf }) => uf ?? unknown },
  { key: 'regiao', label: 'Região', width: 130, text: ({ regiao }) => regiao ?? unknown },
  { key: 'genero', label: 'Gênero', width: 110, sort: 'genero', text: genderText },
  {
    key: 'idade',
    label: 'Idade',
    width: 100,
    align: 'right',
    sort: 'idade',
    text: ({ idade }) => (idade === null ? '—' : formatCounted(idade, 'ano', 'anos')),
  },
  {
    key: 'escolaridade',
    label: 'Escolaridade',
    width: 160,
    sort: 'escolaridade',
    text: ({ escolaridadeNome }) => escolaridadeNome,
  },
  {
    key: 'horas',
    label: 'Horas por semana',
    width: 130,
    align: 'right',
    sort: 'horas',
    text: ({ horas }) => (horas === null ? '—' : `${formatDecimal(horas)}\u00a0h`),
  },
  {
    key: 'cbo',
    label: 'CBO',
    width: 100,
    sort: 'cbo',
    text: ({ cbo }) => (cbo === '' ? unknown : cbo),
  },
  {
    key: 'contrato',
    label: 'Tipo de contrato',
    width: 160,
    text: ({ contrato }) => contrato.map((kind) => contractKinds[kind]).join(', '),
  },
  {
    key: 'categoria',
    label: 'Categoria',
    width: 200,
    sort: 'categoria',
    text: ({ categoria }) => nameOf(categoria),
  },
  {
    key: 'tipoMovimentacao',
    label: 'Tipo de movimentação',
    width: 220,
    text: ({ tipoMovimentacao }) => nameOf(tipoMovimentacao),
  },
  {
    key: 'valorFixo',
    label: 'Valor fixo',
    width: 130,
    align: 'right',
    sort: 'valorFixo',
    text: ({ valorFixo }) => (valorFixo === null ? '—' : formatReais(Number(valorFixo))),
    detail: ({ unidadeSalario }) => `unidade: ${nameOf(unidadeSalario).toLowerCase()}`,
  },
  {
    key: 'porte',
    label: 'Porte',
    width: 110,
    sort: 'porte',
    text: ({ porte }) => (porte === null ? unknown : companySizeLabels[porte]),
  },
  {
    key: 'empregados',
    label: 'Empregados em janeiro',
    width: 150,
    text: ({ empregados }) => nameOf(empregados),
  },
  {
    key: 'secao',
    label: 'Seção CNAE',
    width: 220,
    sort: 'secao',
    text: ({ secao }) => `${secao.codigo}: ${nameOf(secao)}`,
  },
  {
    key: 'cnae',
    label: 'Subclasse CNAE',
    width: 240,
    sort: 'cnae',
    text: ({ cnae }) => nameOf(cnae),
    detail: ({ cnae: { codigo } }) => formatCnae(codigo),
  },
  {
    key: 'tipoEmpregador',
    label: 'Tipo de empregador',
    width: 150,
    text: ({ tipoEmpregador }) => nameOf(tipoEmpregador),
  },
  {
    key: 'tipoEstabelecimento',
    label: 'Tipo de estabelecimento',
    width: 180,
    text: ({ tipoEstabelecimento }) => nameOf(tipoEstabelecimento),
  },
  {
    key: 'competenciaDeclarada',
    label: 'Declarada em',
    width: 140,
    sort: 'competenciaDeclarada',
    text: ({ competenciaDeclarada }) => formatMonth(competenciaDeclarada),
    detail: ({ foraDoPrazo }) =>
      foraDoPrazo === null ? 'prazo não informado' : foraDoPrazo ? 'fora do prazo' : 'no prazo',
  },
  { key: 'origem', label: 'Origem', width: 120, text: ({ origem }) => nameOf(origem) },
  {
    key: 'raca',
    label: 'Raça ou cor',
    width: 140,
    sort: 'raca',
    isSensitive: true,
    text: ({ raca }) => nameOf(raca),
  },
  {
    key: 'deficiencia',
    label: 'Deficiência',
    width: 160,
    sort: 'deficiencia',
    isSensitive: true,
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
