import { z } from 'zod';
import { Completeness } from './completeness.ts';
import { regionDigit } from './reference.ts';
import { ReleaseNumber } from './search.ts';

/**
 * The market for a payroll that stays in its browser: whole families of occupations in whole states, regions or the
 * country, so that a request does not reveal who is on the payroll. Salaries are converted to 44 hours a week.
 */

/** The weekly hours to which every salary of these responses is converted. */
export const marketHours = 44;

/** Maximum families per response: few enough for a short scan. */
export const maxMarketFamilies = 20;

export const MarketQuery = z
  .strictObject({
    familias: z
      .string('Informe as famílias da CBO.')
      .regex(
        new RegExp(`^\\d{4}(,\\d{4}){0,${maxMarketFamilies - 1}}$`),
        `Informe de 1 a ${maxMarketFamilies} famílias da CBO, com quatro dígitos e vírgulas entre elas.`,
      )
      .transform((text) => [...new Set(text.split(','))].toSorted()),
    uf: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Informe a sigla do estado, por exemplo SP.')
      .optional(),
    regiao: regionDigit.optional(),
    release: ReleaseNumber,
  })
  .refine(({ uf, regiao }) => uf === undefined || regiao === undefined, {
    path: ['regiao'],
    message: 'Informe o estado ou a região, não os dois.',
  });
export type MarketQuery = z.infer<typeof MarketQuery>;

/** An exact distribution: distinct salaries in centavos, ascending, and the number of records of each. */
export const MarketCell = z.object({
  /** Four digits. */
  familia: z.string(),
  /** Six digits; null for the whole family. */
  ocupacao: z.string().nullable(),
  /** Six digits; null for the whole requested place. */
  municipio: z.string().nullable(),
  /** A region of IBGE, four or six digits, as a part of a state; absent for other places. */
  regiao_ibge: z.string().optional(),
  centavos: z.array(z.number()),
  registros: z.array(z.number()),
  /** The family's design effect (shared/statistics/design-effect.ts); 1 if absent. */
  efeito: z.number().optional(),
  /**
   * For an occupation in the whole place: the median that a search returns, for any hours, in centavos. Absent where it
   * would reveal the few records that only the search counts.
   */
  mediana_pesquisa: z.number().optional(),
});
export type MarketCell = z.infer<typeof MarketCell>;

/**
 * The estimated median of an occupation in a municipality with few effective records (shared/contracts/search.ts,
 * `TownEstimate`), for 44 hours, in reais.
 */
export const MarketEstimate = z.object({
  ocupacao: z.string(),
  /** Null for all municipalities of the state with fewer than `minForStatistics` records. */
  municipio: z.string().nullable(),
  mediana: z.number(),
  de: z.number(),
  ate: z.number(),
});
export type MarketEstimate = z.infer<typeof MarketEstimate>;

/** A municipality's cell that is left out although it has enough records: with it, a few of elsewhere would follow. */
export const OmittedTown = z.object({ ocupacao: z.string(), municipio: z.string() });
export type OmittedTown = z.infer<typeof OmittedTown>;

export const MarketCells = z.object({
  /** AAAAMM, both included; null while nothing is published. */
  periodo: z.object({ inicio: z.string(), fim: z.string() }).nullable(),
  completude: Completeness,
  /**
   * Each family with at least `minForStatistics` records; its occupations, also by municipality if a state is
   * requested, and by region of IBGE, with at least `minForConfidence` records. Smaller cells are omitted.
   */
  celulas: z.array(MarketCell),
  omitidos: z.array(OmittedTown).default([]),
  /** Only for a state. */
  estimativas: z.array(MarketEstimate).default([]),
});
export type MarketCells = z.infer<typeof MarketCells>;

/** A row of three values. There are about ten thousand rows, and a stricter schema would add its code to each page. */
const rowOf = <Row extends readonly [string, string, unknown, ...unknown[]]>(
  length: Row['length'],
) => z.custom<Row>((row) => Array.isArray(row) && row.length === length);

/** The names of jobs and places that a browser needs to read a payroll locally. The same for every user. */
export const MarketNames = z.object({
  /** Code, name, and whether the name is the official title. */
  nomes: z.array(rowOf<readonly [code: string, name: string, isTitle: boolean]>(3)),
  /** Frequency of each occupation, by its code. */
  frequencias: z.record(z.string(), z.number()),
  /** Family names, by four-digit code. */
  familias: z.record(z.string(), z.string()),
  /** Six-digit code, name, state, immediate region of IBGE. */
  municipios: z.array(rowOf<readonly [code: string, name: string, uf: string, region: string]>(4)),
  /** Regions of IBGE: code, name ("Região de Campinas"), and of an immediate one the intermediate region around it. */
  regioes: z.array(rowOf<readonly [code: string, name: string, around: string]>(3)),
});
export type MarketNames = z.infer<typeof MarketNames>;
