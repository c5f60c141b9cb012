import { z } from 'zod';
import { genders, type Gender } from './codes.ts';
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

const column =
  <Kind extends PublishedColumn['kind']>(kind: Kind) =>
  (title: string, description: string) => ({ title, description, kind });

const [text, month, whole, decimal] = [
  column('texto'),
  column('mes'),
  column('inteiro'),
  column('decimal'),
];
const sensitive = (title: string, description: string) => ({
  ...text(title, description),
  isSensitive: true as const,
});

/** The single catalogue of the records' columns, in their order. Its keys are the column names in files. */
export const publishedColumns = {
  competencia: month('Competência', 'Mês da movimentação, AAAAMM'),
  competencia_declarada: month(
    'Declarada em',
    'Mês do arquivo que declarou a movimentação, AAAAMM',
  ),
  fora_do_prazo: text('Fora do prazo', 'Sim ou Não; vazio quando o arquivo não informa'),
  movimentacao: text('Movimentação', 'Admissão ou Desligamento'),
  tipo_movimentacao: text(
    'Tipo de movimentação (código)',
    'Código do tipo de movimentação no arquivo',
  ),
  tipo_movimentacao_nome: text('Tipo de movimentação', `Nome do tipo de movimentação; ${unnamed}`),
  cbo: text('CBO', 'Código da ocupação na CBO 2002, seis dígitos'),
  ocupacao: text('Ocupação', 'Título da ocupação; vazio para um código sem título'),
  categoria: text('Categoria (código)', 'Código da categoria do trabalhador, três dígitos'),
  categoria_nome: text('Categoria', `Nome da categoria do trabalhador; ${unnamed}`),
  contrato: text(
    'Tipo de contrato',
    'Comum, ou um ou mais de Aprendiz, Temporário, Tempo parcial e Intermitente',
  ),
  municipio: text(
    'Código do município',
    'Código do município no IBGE, seis dígitos, sem o dígito verificador',
  ),
  municipio_nome: text('Município', 'Nome do município; vazio quando não identificado'),
  uf: text('UF', 'Sigla do estado; vazia quando não identificado'),
  regiao: text('Região', 'Nome da região; vazio quando não identificada'),
  salario: decimal('Salário', 'Salário mensal contratual em reais, com vírgula decimal'),
  valor_fixo: decimal(
    'Valor fixo',
    'Valor do salário fixo em reais por unidade de pagamento, com vírgula decimal: não é um salário mensal',
  ),
  unidade_salario: text(
    'Unidade do valor fixo (código)',
    'Código da unidade de pagamento do valor fixo',
  ),
  unidade_salario_nome: text(
    'Unidade do valor fixo',
    `Unidade de pagamento do valor fixo: Hora, Dia, Mês …; ${unnamed}`,
  ),
  horas: decimal(
    'Horas por semana',
    'Horas contratuais por semana, com vírgula decimal; vazia quando não informada',
  ),
  genero: text('Gênero', `${genders.M.label} ou ${genders.F.label}; vazio quando não identificado`),
  sexo: text('Sexo (código)', 'Código do arquivo: 1 homem, 3 mulher, 9 não identificado'),
  idade: whole('Idade', 'Anos completos; vazia quando não informada'),
  escolaridade: text(
    'Escolaridade (grupo)',
    'Grupo de escolaridade do sistema: 1 a 10, ou 80 para não informado',
  ),
  escolaridade_nome: text('Escolaridade', 'Nome do grupo de escolaridade'),
  raca: sensitive('Raça ou cor (código)', 'Código da raça ou cor no arquivo'),
  raca_nome: sensitive('Raça ou cor', `Nome da raça ou cor; ${unnamed}`),
  deficiencia: sensitive('Deficiência (código)', 'Código do tipo de deficiência no arquivo'),
  deficiencia_nome: sensitive('Deficiência', `Nome do tipo de deficiência; ${unnamed}`),
  porte: text(
    'Porte',
    'Porte do estabelecimento pelo critério do SEBRAE: Micro, Pequena, Média ou Grande; vazio quando não se sabe',
  ),
  empregados: text(
    'Empregados em janeiro (código)',
    'Código da faixa de empregados do estabelecimento em janeiro',
  ),
  empregados_nome: text(
    'Empregados em janeiro',
    `Faixa de empregados do estabelecimento em janeiro; ${unnamed}`,
  ),
  secao: text('Seção CNAE (letra)', 'Letra da seção na CNAE 2.3; Z quando não identificada'),
  secao_nome: text('Seção CNAE', `Nome da seção na CNAE 2.3; ${unnamed}`),
  cnae: text('Subclasse CNAE (código)', 'Código da subclasse na CNAE 2.3, sete dígitos'),
  cnae_nome: text('Subclasse CNAE', `Nome da subclasse na CNAE 2.3; ${unnamed}`),
  tipo_empregador: text('Tipo de empregador (código)', 'Código do tipo de empregador no arquivo'),
  tipo_empregador_nome: text('Tipo de empregador', `Nome do tipo de empregador; ${unnamed}`),
  tipo_estabelecimento: text(
    'Tipo de estabelecimento (código)',
    'Código do tipo de estabelecimento no arquivo',
  ),
  tipo_estabelecimento_nome: text(
    'Tipo de estabelecimento',
    `Nome do tipo de estabelecimento; ${unnamed}`,
  ),
  origem: text('Origem (código)', 'Código da origem da informação no arquivo'),
  origem_nome: text('Origem', `Origem da informação: eSocial, CAGED ou EmpregadoWEB; ${unnamed}`),
} satisfies Record<string, PublishedColumn>;
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

const columnSchemas = keysOf(publishedColumns).map(
  (name) => [name, isSensitive(name) ? z.string().optional() : z.string()] as const,
);
const values = z.strictObject({
  ...Object.fromEntries(columnSchemas),
  genero: z.enum(['', ...keysOf(genders)]),
  idade: z.number().nullable(),
});

/**
 * A record of the files as responses carry it: the published columns by name. `genero` is M or F and `idade` a number,
 * as SPEC §3 has them; the others are texts. An unknown age is null, any other unknown value an empty text; a decimal
 * has a point. The sensitive columns are present only when a user who may read them requests them.
 */
export type PublishedRecord = Readonly<
  Record<Exclude<PublishedColumnName, SensitiveColumnName | 'genero' | 'idade'>, string> &
    Partial<Record<SensitiveColumnName, string>> & { genero: Gender | ''; idade: number | null }
>;
export const PublishedRecord = z.custom<PublishedRecord>(
  (record) => values.safeParse(record).success,
);
