import { z } from 'zod';
import { keysOf } from './keys.ts';
import { cnaeCode, cnaeSectionCodes } from './cnae.ts';
import {
  ageBands,
  companySizeLabels,
  contractKinds,
  disabilities,
  genders,
  hoursBands,
  movements,
  races,
  salaryRules,
  schoolingGroups,
  schoolingLevels,
  series,
  structures,
} from './codes.ts';
import { Panels } from './panels.ts';
import { countingNumber } from './people-fields.ts';
import { PublishedRecord } from './salary-record.ts';

export { SalaryRecord } from './salary-record.ts';

/**
 * The contract of `POST /api/search`: question and answer, as SPEC §7 names them, with more fields beside.
 * Money is a number of reais with two decimals, except `results[].salario`, which is numeric text.
 */

const yearMonth = z
  .string()
  .regex(
    /^(19|20)\d{2}(0[1-9]|1[0-2])$/,
    'Informe o período no formato AAAAMM, por exemplo 202607.',
  );

// A double holds few centavos exactly, but misses them by far less than a thousandth.
const isWholeCentavos = (reais: number) => Math.abs(reais * 100 - Math.round(reais * 100)) < 0.001;

/** Reais, as a number or as numeric text with a point. */
const salaryBound = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number),
    ],
    'Informe o salário em reais, por exemplo 1518.00.',
  )
  .pipe(
    z
      .number()
      .min(0, 'O salário não pode ser negativo.')
      .max(1_000_000_000, 'O salário informado é alto demais.')
      .refine(isWholeCentavos, 'Informe o salário com até duas casas decimais.'),
  );

/** A filter that may be left out; an empty text or null leaves it out too. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const codeText = z.union([z.string(), z.number()]).transform(String);

const cboCode = codeText
  .pipe(z.string().regex(/^\d{4}-?\d{2}$/, 'O código CBO tem seis dígitos, por exemplo 521110.'))
  .transform((code) => code.replace('-', ''));

/** Characters of what is searched as text. */
export const longestSearchText = 120;
/** The most occupations and CNAEs that a question names. */
export const mostOccupations = 20;
export const mostSubclasses = 20;

const unique = (codes: string[]) => [...new Set(codes)];

/** Each filter narrows the question; those that name occupations add up: `cbo`, `cbos`, `searchQuery`, `familiaCbo`. */
export const SearchFilters = z.strictObject({
  cbo: optional(cboCode),
  cbos: optional(
    z
      .array(cboCode)
      .max(mostOccupations, `Escolha até ${mostOccupations} ocupações.`)
      .transform(unique),
  ),
  familiaCbo: optional(
    codeText.pipe(
      z.string().regex(/^\d{4}$/, 'A família CBO tem quatro dígitos, por exemplo 5211.'),
    ),
  ),
  searchQuery: optional(
    z
      .string()
      .trim()
      .min(1)
      .max(longestSearchText, `Use até ${longestSearchText} caracteres na pesquisa.`),
  ),
  regiao: optional(codeText.pipe(z.string().regex(/^[1-59]$/, 'A região é um número de 1 a 5.'))),
  uf: optional(
    z
      .string()
      .transform((uf) => uf.toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{2}$/, 'Informe a sigla do estado, por exemplo SP.')),
  ),
  municipios: optional(
    z
      .array(codeText.pipe(z.string().trim().min(1).max(80)))
      .max(200, 'Escolha até 200 municípios.'),
  ),
  salarioMin: optional(salaryBound),
  salarioMax: optional(salaryBound),
  genero: optional(z.enum(keysOf(genders), 'O gênero é M ou F.')),
  escolaridade: optional(
    codeText.pipe(
      z.enum(keysOf(schoolingGroups), 'Escolaridade desconhecida: use um código de 1 a 10, ou 80.'),
    ),
  ),
  faixaEtaria: optional(
    z.enum(keysOf(ageBands), 'A faixa etária é 18-25, 26-35, 36-45, 46-55 ou 55+.'),
  ),
  nivelEscolaridade: optional(
    z.enum(
      keysOf(schoolingLevels),
      'O nível de escolaridade é fundamental, medio, superior ou pos.',
    ),
  ),
  porte: optional(z.enum(keysOf(companySizeLabels), 'O porte é MICRO, PEQUENA, MEDIA ou GRANDE.')),
  secao: optional(
    z
      .string()
      .transform((section) => section.toUpperCase())
      .pipe(z.enum(cnaeSectionCodes, 'A seção CNAE é uma letra de A a U, ou Z.')),
  ),
  cnaes: optional(
    z.array(cnaeCode).max(mostSubclasses, `Escolha até ${mostSubclasses} CNAEs.`).transform(unique),
  ),
  horas: optional(
    z.enum(keysOf(hoursBands), 'A faixa de horas é ate-20, 20-30, 30-39, 40-44 ou mais-de-44.'),
  ),
  contrato: optional(
    z.enum(
      keysOf(contractKinds),
      'O tipo de contrato é comum, aprendiz, temporario, parcial ou intermitente.',
    ),
  ),
  raca: optional(
    codeText.pipe(z.enum(keysOf(races), 'Raça ou cor desconhecida: use um código de 1 a 6.')),
  ),
  deficiencia: optional(
    codeText.pipe(
      z.enum(keysOf(disabilities), 'Deficiência desconhecida: use sim, nao ou um código de 1 a 6.'),
    ),
  ),
  periodoInicio: optional(codeText.pipe(yearMonth)),
  periodoFim: optional(codeText.pipe(yearMonth)),
  movimentacao: z
    .enum(keysOf(movements), 'A movimentação é admissao, desligamento ou todas.')
    .default('admissao'),
  metodo: z.enum(keysOf(salaryRules), 'O método é mte, integral ou bruto.').default('mte'),
  serie: z.enum(keysOf(series), 'A série é ajustada ou declarada.').default('ajustada'),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

/** Filters as an answer carries them: read already, so that nothing is left to transform. */
export const KeptFilters = z.custom<SearchFilters>(
  (filters) => SearchFilters.safeParse(filters).success,
);

/** A published release, where one is named. */
export const ReleaseNumber = optional(
  countingNumber(1_000_000_000, 'A versão dos dados é um número a partir de 1.'),
);

export const SearchRequest = z.strictObject({
  filters: SearchFilters,
  /** Of the first page of records, which the answer carries; the others are asked by themselves (shared/records.ts). */
  pageSize: countingNumber(200, 'Peça de 1 a 200 registros por página.').default(25),
  /** The release to answer on; the current one where it is left out. */
  release: ReleaseNumber,
});
export type SearchRequest = z.infer<typeof SearchRequest>;

/** Money in reais. All null but `count` when nothing was counted; `standardDeviation` needs two records. */
export const Statistics = z.object({
  count: z.number(),
  average: z.number().nullable(),
  median: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  p10: z.number().nullable(),
  p25: z.number().nullable(),
  p75: z.number().nullable(),
  p90: z.number().nullable(),
  standardDeviation: z.number().nullable(),
  /** Order-statistic interval, 95 %; null below six records, where none exists. */
  medianInterval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});
export type Statistics = z.infer<typeof Statistics>;

/** The whole exact distribution: distinct salaries in centavos, ascending, and how many records have each. */
export const Distribution = z.object({
  centavos: z.array(z.number()),
  counts: z.array(z.number()),
});
export type Distribution = z.infer<typeof Distribution>;

export const funnelSteps = [
  'selecao',
  'serie',
  'movimentacao',
  'intermitente',
  'vazio',
  'zero',
  'piso',
  'teto',
  'jornada',
  'aprendiz',
  'faixaSalarial',
] as const;

/** One step of the funnel: how many lines stand after it, how many it took away, and why. */
export const FunnelStep = z.object({
  step: z.enum(funnelSteps),
  label: z.string(),
  reason: z.string(),
  removed: z.number(),
  remaining: z.number(),
});
export type FunnelStep = z.infer<typeof FunnelStep>;

export const Method = z.object({
  rule: z.enum(keysOf(salaryRules)),
  ruleLabel: z.string(),
  ruleDescription: z.string(),
  series: z.enum(keysOf(series)),
  movement: z.enum(keysOf(movements)),
  /** AAAAMM; null while nothing is loaded. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** What is kept of an earlier version may tell none, or one that is no more: the lines give the same figures. */
  structure: z.enum(keysOf(structures)).catch('lines'),
  release: z
    .object({ number: z.number(), publishedAt: z.string(), isSynthetic: z.boolean() })
    .nullable(),
  funnel: z.array(FunnelStep),
  /** The minimum wage of the last month asked for that has one, in centavos. */
  minimumWage: z.object({ month: z.string(), centavos: z.number() }).nullable(),
});
export type Method = z.infer<typeof Method>;

/** Where an answer is kept, to be read and computed again (shared/receipts.ts). */
export const ReceiptLink = z.object({ id: z.string(), path: z.string() });
export type ReceiptLink = z.infer<typeof ReceiptLink>;

/** A wider question that has more records, offered where the one asked has few. */
export const WiderOffer = z.object({
  label: z.string(),
  /** All of the question's filters. */
  filters: KeptFilters,
  count: z.number(),
});
export type WiderOffer = z.infer<typeof WiderOffer>;

export const SearchAnswer = z.object({
  /** The first records, newest first. */
  results: z.array(PublishedRecord),
  totalCount: z.number(),
  /** Always 1. */
  page: z.number(),
  pageSize: z.number(),
  statistics: Statistics,
  distribution: Distribution,
  method: Method,
  /** What a text search matched, most records first; a code search has its one occupation. */
  occupations: z.array(
    z.object({ cbo: z.string(), titulo: z.string().nullable(), count: z.number() }),
  ),
  /** Null when nothing was counted. */
  panels: Panels.nullable(),
  /** Next wider questions; none with `fewestForConfidence` records or more. */
  wider: z.array(WiderOffer),
  /** Null while nothing is published. */
  receipt: ReceiptLink.nullable(),
  debug: z.object({ version: z.string() }),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** An answer before it is kept. */
export type UnkeptAnswer = Omit<SearchAnswer, 'receipt'>;
