import { z } from 'zod';
import { genders } from './codes.ts';
import { keysOf } from './keys.ts';

/** A column of the published records: its header texts and its kind of value. */
export interface PublishedColumn {
  readonly title: string;
  readonly description: string;
  /** Months are AAAAMM; decimals have at most two places. */
  readonly kind: 'texto' | 'mes' | 'inteiro' | 'decimal';
  /** Sensitive personal data under the LGPD: included only on request. */
  readonly isSensitive?: true;
}

const unnamed = 'vazio para um código fora do dicionário';

/** The single catalogue of the records' columns, in their order. Its keys are the column names in files. */
export const publishedColumns = {
  competencia: {
    title: 'Competência',
    description: 'Mês da movimentação, AAAAMM',
    kind: 'mes',
  },
  competencia_declarada: {
    title: 'Declarada em',
    description: 'Mês do arquivo que declarou a movimentação, AAAAMM',
    kind: 'mes',
  },
  fora_do_prazo: {
    title: 'Fora do prazo',
    description: 'Sim ou Não; vazio quando o arquivo não informa',
    kind: 'texto',
  },
  movimentacao: {
    title: 'Movimentação',
    description: 'Admissão ou Desligamento',
    kind: 'texto',
  },
  tipo_movimentacao: {
    title: 'Tipo de movimentação (código)',
    description: 'Código do tipo de movimentação no arquivo',
    kind: 'texto',
  },
  tipo_movimentacao_nome: {
    title: 'Tipo de movimentação',
    description: `Nome do tipo de movimentação; ${unnamed}`,
    kind: 'texto',
  },
  cbo: {
    title: 'CBO',
    description: 'Código da ocupação na CBO 2002, seis dígitos',
    kind: 'texto',
  },
  ocupacao: {
    title: 'Ocupação',
    description: 'Título da ocupação; vazio para um código sem título',
    kind: 'texto',
  },
  categoria: {
    title: 'Categoria (código)',
    description: 'Código da categoria do trabalhador, três dígitos',
    kind: 'texto',
  },
  categoria_nome: {
    title: 'Categoria',
    description: `Nome da categoria do trabalhador; ${unnamed}`,
    kind: 'texto',
  },
  contrato: {
    title: 'Tipo de contrato',
    description: 'Comum, ou um ou mais de Aprendiz, Temporário, Tempo parcial e Intermitente',
    kind: 'texto',
  },
  municipio: {
    title: 'Código do município',
    description: 'Código do município no IBGE, seis dígitos, sem o dígito verificador',
    kind: 'texto',
  },
  municipio_nome: {
    title: 'Município',
    description: 'Nome do município; vazio quando não identificado',
    kind: 'texto',
  },
  uf: {
    title: 'UF',
    description: 'Sigla do estado; vazia quando não identificado',
    kind: 'texto',
  },
  regiao: {
    title: 'Região',
    description: 'Nome da região; vazio quando não identificada',
    kind: 'texto',
  },
  salario: {
    title: 'Salário',
    description: 'Salário mensal contratual em reais, com vírgula decimal',
    kind: 'decimal',
  },
  valor_fixo: {
    title: 'Valor fixo',
    description:
      'Valor do salário fixo em reais por unidade de pagamento, com vírgula decimal: não é um salário mensal',
    kind: 'decimal',
  },
  unidade_salario: {
    title: 'Unidade do valor fixo (código)',
    description: 'Código da unidade de pagamento do valor fixo',
    kind: 'texto',
  },
  unidade_salario_nome: {
    title: 'Unidade do valor fixo',
    description: `Unidade de pagamento do valor fixo: Hora, Dia, Mês …; ${unnamed}`,
    kind: 'texto',
  },
  horas: {
    title: 'Horas por semana',
    description: 'Horas contratuais por semana, com vírgula decimal; vazia quando não informada',
    kind: 'decimal',
  },
  genero: {
    title: 'Gênero',
    description: `${genders.M.label} ou ${genders.F.label}; vazio quando não identificado`,
    kind: 'texto',
  },
  sexo: {
    title: 'Sexo (código)',
    description: 'Código do arquivo: 1 homem, 3 mulher, 9 não identificado',
    kind: 'texto',
  },
  idade: {
    title: 'Idade',
    description: 'Anos completos; vazia quando não informada',
    kind: 'inteiro',
  },
  escolaridade: {
    title: 'Escolaridade (grupo)',
    description: 'Grupo de escolaridade do sistema: 1 a 10, ou 80 para não informado',
    kind: 'texto',
  },
  escolaridade_nome: {
    title: 'Escolaridade',
    description: 'Nome do grupo de escolaridade',
    kind: 'texto',
  },
  raca: {
    title: 'Raça ou cor (código)',
    description: 'Código da raça ou cor no arquivo',
    kind: 'texto',
    isSensitive: true,
  },
  raca_nome: {
    title: 'Raça ou cor',
    description: `Nome da raça ou cor; ${unnamed}`,
    kind: 'texto',
    isSensitive: true,
  },
  deficiencia: {
    title: 'Deficiência (código)',
    description: 'Código do tipo de deficiência no arquivo',
    kind: 'texto',
    isSensitive: true,
  },
  deficiencia_nome: {
    title: 'Deficiência',
    description: `Nome do tipo de deficiência; ${unnamed}`,
    kind: 'texto',
    isSensitive: true,
  },
  porte: {
    title: 'Porte',
    description:
      'Porte do estabelecimento pelo critério do SEBRAE: Micro, Pequena, Média ou Grande; vazio quando não se sabe',
    kind: 'texto',
  },
  empregados: {
    title: 'Empregados em janeiro (código)',
    description: 'Código da faixa de empregados do estabelecimento em janeiro',
    kind: 'texto',
  },
  empregados_nome: {
    title: 'Empregados em janeiro',
    description: `Faixa de empregados do estabelecimento em janeiro; ${unnamed}`,
    kind: 'texto',
  },
  secao: {
    title: 'Seção CNAE (letra)',
    description: 'Letra da seção na CNAE 2.3; Z quando não identificada',
    kind: 'texto',
  },
  secao_nome: {
    title: 'Seção CNAE',
    description: `Nome da seção na CNAE 2.3; ${unnamed}`,
    kind: 'texto',
  },
  cnae: {
    title: 'Subclasse CNAE (código)',
    description: 'Código da subclasse na CNAE 2.3, sete dígitos',
    kind: 'texto',
  },
  cnae_nome: {
    title: 'Subclasse CNAE',
    description: `Nome da subclasse na CNAE 2.3; ${unnamed}`,
    kind: 'texto',
  },
  tipo_empregador: {
    title: 'Tipo de empregador (código)',
    description: 'Código do tipo de empregador no arquivo',
    kind: 'texto',
  },
  tipo_empregador_nome: {
    title: 'Tipo de empregador',
    description: `Nome do tipo de empregador; ${unnamed}`,
    kind: 'texto',
  },
  tipo_estabelecimento: {
    title: 'Tipo de estabelecimento (código)',
    description: 'Código do tipo de estabelecimento no arquivo',
    kind: 'texto',
  },
  tipo_estabelecimento_nome: {
    title: 'Tipo de estabelecimento',
    description: `Nome do tipo de estabelecimento; ${unnamed}`,
    kind: 'texto',
  },
  origem: {
    title: 'Origem (código)',
    description: 'Código da origem da informação no arquivo',
    kind: 'texto',
  },
  origem_nome: {
    title: 'Origem',
    description: `Origem da informação: eSocial, CAGED ou EmpregadoWEB; ${unnamed}`,
    kind: 'texto',
  },
} as const satisfies Record<string, PublishedColumn>;
export type PublishedColumnName = keyof typeof publishedColumns;
export type SensitiveColumnName = {
  [Name in PublishedColumnName]: (typeof publishedColumns)[Name] extends { isSensitive: true }
    ? Name
    : never;
}[PublishedColumnName];

/** Every column that is not sensitive, in their order. */
export const ordinaryColumns: readonly PublishedColumnName[] = keysOf(publishedColumns).filter(
  (name) => !isSensitive(name),
);

export function isSensitive(name: PublishedColumnName): boolean {
  return 'isSensitive' in publishedColumns[name];
}

const texts = z.partialRecord(z.enum(keysOf(publishedColumns)), z.string());

type ColumnName = keyof typeof publishedColumns;

/**
 * A record of the files as responses carry it: the texts of the published columns, by column name (record-columns.ts).
 * An unknown value is an empty text; a decimal has a point. The sensitive columns are present only when a user who may
 * read them requests them.
 */
export type PublishedRecord = Readonly<
  Record<Exclude<ColumnName, SensitiveColumnName>, string> &
    Partial<Record<SensitiveColumnName, string>>
>;
export const PublishedRecord = z.custom<PublishedRecord>((record) => {
  const { data } = texts.safeParse(record);
  return data !== undefined && ordinaryColumns.every((name) => data[name] !== undefined);
});
