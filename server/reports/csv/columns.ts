import { genders } from '../../../shared/codes.ts';
import type { SalaryRecord } from '../../../shared/search.ts';

/** A column of the records as a document gives them, with what is to be known of it. */
export interface RecordColumn {
  readonly name: string;
  readonly description: string;
  readonly kind: 'texto' | 'inteiro' | 'decimal';
  readonly read: (record: SalaryRecord) => string | number | null;
}

/** The columns of the records, in their order. */
export const recordColumns: readonly RecordColumn[] = [
  {
    name: 'competencia',
    description: 'Mês da movimentação, AAAAMM',
    kind: 'texto',
    read: ({ competencia }) => competencia,
  },
  {
    name: 'movimentacao',
    description: 'Admissão ou Desligamento',
    kind: 'texto',
    read: ({ movimentacao }) => (movimentacao === 'admissao' ? 'Admissão' : 'Desligamento'),
  },
  {
    name: 'cbo',
    description: 'Código da ocupação na CBO 2002, seis dígitos',
    kind: 'texto',
    read: ({ cbo }) => cbo,
  },
  {
    name: 'ocupacao',
    description: 'Título da ocupação; vazio para um código sem título',
    kind: 'texto',
    read: ({ ocupacao }) => ocupacao,
  },
  {
    name: 'municipio',
    description: 'Código do município no IBGE, seis dígitos, sem o dígito verificador',
    kind: 'texto',
    read: ({ municipio }) => municipio,
  },
  {
    name: 'municipio_nome',
    description: 'Nome do município; vazio quando não identificado',
    kind: 'texto',
    read: ({ municipioNome }) => municipioNome,
  },
  {
    name: 'uf',
    description: 'Sigla do estado; vazia quando não identificado',
    kind: 'texto',
    read: ({ uf }) => uf,
  },
  {
    name: 'salario',
    description: 'Salário mensal contratual em reais, com vírgula decimal',
    kind: 'decimal',
    read: ({ salario }) => salario.replace('.', ','),
  },
  {
    name: 'genero',
    description: `${genders.M.label} ou ${genders.F.label}; vazio quando não identificado`,
    kind: 'texto',
    read: ({ genero }) => (genero === null ? null : genders[genero].label),
  },
  {
    name: 'sexo',
    description: 'Código do arquivo: 1 homem, 3 mulher, 9 não identificado',
    kind: 'texto',
    read: ({ sexo }) => sexo,
  },
  {
    name: 'idade',
    description: 'Anos completos; vazia quando não informada',
    kind: 'inteiro',
    read: ({ idade }) => idade,
  },
  {
    name: 'escolaridade',
    description: 'Grupo de escolaridade do sistema: 1 a 10, ou 80 para não informado',
    kind: 'texto',
    read: ({ escolaridade }) => escolaridade,
  },
  {
    name: 'escolaridade_nome',
    description: 'Nome do grupo de escolaridade',
    kind: 'texto',
    read: ({ escolaridadeNome }) => escolaridadeNome,
  },
  {
    name: 'horas',
    description: 'Horas contratuais por semana, com vírgula decimal; vazia quando não informada',
    kind: 'decimal',
    read: ({ horas }) => (horas === null ? null : String(horas).replace('.', ',')),
  },
];

/** The column in front of the others where a document has several selections. */
export const selectionColumn = {
  name: 'selecao',
  description: 'Rótulo da seleção a que o registro pertence',
  kind: 'texto',
} as const;
