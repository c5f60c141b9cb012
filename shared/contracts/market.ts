import { z } from 'zod';
import { Completeness } from './completeness.ts';
import { ReleaseNumber } from './search.ts';

/**
 * The market for a payroll that stays in its browser: whole families of occupations in whole states, regions or the country,
 * so that what is asked does not tell who is on the roll. Salaries are brought to 44 hours a week.
 *
 *   GET /api/market/names                          ADMIN, CLIENT → 200 MarketNames
 *   GET /api/market/cells?familias=4110,5211&uf=SP ADMIN, CLIENT → 200 MarketCells; `regiao=3` for a region, neither for
 *                                                  the country; `release` for the version of the data
 */

/** The hours a week to which every salary of these answers is brought. */
export const marketHours = 44;

/** Families in one answer: few enough for its walk over the lines to be a short one. */
export const mostMarketFamilies = 20;

export const MarketQuery = z
  .strictObject({
    familias: z
      .string('Informe as famílias da CBO.')
      .regex(
        new RegExp(`^\\d{4}(,\\d{4}){0,${mostMarketFamilies - 1}}$`),
        `Informe de 1 a ${mostMarketFamilies} famílias da CBO, com quatro dígitos e vírgulas entre elas.`,
      )
      .transform((text) => [...new Set(text.split(','))].toSorted()),
    uf: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Informe a sigla do estado, por exemplo SP.')
      .optional(),
    regiao: z
      .string()
      .regex(/^[1-5]$/, 'A região é um número de 1 a 5.')
      .optional(),
    release: ReleaseNumber,
  })
  .refine(({ uf, regiao }) => uf === undefined || regiao === undefined, {
    path: ['regiao'],
    message: 'Informe o estado ou a região, não os dois.',
  });
export type MarketQuery = z.infer<typeof MarketQuery>;

/** An exact distribution: distinct salaries in centavos, ascending, and how many records have each. */
export const MarketCell = z.object({
  /** Four digits. */
  familia: z.string(),
  /** Six digits; null for the whole family. */
  ocupacao: z.string().nullable(),
  /** Six digits; null for the whole place that was asked. */
  municipio: z.string().nullable(),
  centavos: z.array(z.number()),
  registros: z.array(z.number()),
  /** The family's design effect (shared/statistics/design-effect.ts); 1 where it is absent. */
  efeito: z.number().optional(),
  /** Of an occupation in the whole place: the median that a search states, of any hours, in centavos. */
  mediana_pesquisa: z.number().optional(),
});
export type MarketCell = z.infer<typeof MarketCell>;

export const MarketCells = z.object({
  /** AAAAMM, both included; null while nothing is published. */
  periodo: z.object({ inicio: z.string(), fim: z.string() }).nullable(),
  /** Of the period's months. */
  completude: Completeness,
  versao: z.number().nullable(),
  /**
   * Each family from `fewestForStatistics` records on; its occupations, and these by municipality where a state was asked,
   * from `fewestForConfidence` records on. What has fewer is not here.
   */
  celulas: z.array(MarketCell),
});
export type MarketCells = z.infer<typeof MarketCells>;

/** A row of three; there are some ten thousand, and each page would carry what looks closer. */
const rowOf = <Row extends readonly [string, string, unknown]>() =>
  z.custom<Row>((row) => Array.isArray(row) && row.length === 3);

/** What a browser needs to read a roll by itself: what jobs and places are called. The same for everybody. */
export const MarketNames = z.object({
  /** Code, name, and whether it is the official title. */
  nomes: z.array(rowOf<readonly [code: string, name: string, isTitle: boolean]>()),
  /** How common an occupation is, by its code. */
  frequencias: z.record(z.string(), z.number()),
  /** Names of families by their four digits. */
  familias: z.record(z.string(), z.string()),
  /** Six-digit code, name, state. */
  municipios: z.array(rowOf<readonly [code: string, name: string, uf: string]>()),
});
export type MarketNames = z.infer<typeof MarketNames>;
