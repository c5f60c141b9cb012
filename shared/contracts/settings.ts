import { z } from 'zod';
import { monthField, textLine } from './people-fields.ts';

/**
 * System settings, for administrators. The CBO is imported without a body, the table that comes with the product, or
 * from multipart `occupations` and `synonyms`, MTE's CSV files ("CODIGO;TITULO", UTF-8 or Latin-1, up to 10 MB each).
 */

const source = textLine(160, 'Informe a fonte, por exemplo o número do decreto.');

const MinimumWageFigure = z.object({
  /** AAAAMM, both included; `to` is null while in force. */
  from: z.string(),
  to: z.string().nullable(),
  /** Reais. */
  value: z.number(),
  source: z.string(),
  /** Ships with the product; false for imported figures. */
  isBuiltIn: z.boolean(),
});
/** Newest first. */
export const MinimumWageTable = z.array(MinimumWageFigure);
export type MinimumWageTable = z.infer<typeof MinimumWageTable>;

/**
 * Newer figures: each applies from its month on and replaces an imported one of the same month; a `value` of null
 * removes that one. Built-in figures cannot be changed: the server rejects a month up to the last built-in one.
 */
export const PutMinimumWages = z.strictObject({
  periods: z
    .array(
      z.strictObject({
        from: monthField,
        value: z
          .number('Informe o valor em reais.')
          .min(1000, 'O salário mínimo informado é baixo demais.')
          .max(100_000, 'O salário mínimo informado é alto demais.')
          .multipleOf(0.01, 'Use até duas casas decimais.')
          .nullable(),
        source,
      }),
      'Informe os valores a importar.',
    )
    .min(1, 'Informe ao menos um valor.')
    .max(100, 'Importe até 100 valores por vez.'),
});
export type PutMinimumWages = z.infer<typeof PutMinimumWages>;

const InpcFigure = z.object({
  month: z.string(),
  /** Change in the month, in percent. */
  percent: z.number(),
  source: z.string(),
  isBuiltIn: z.boolean(),
});
/** Newest first. */
export const InpcTable = z.array(InpcFigure);
export type InpcTable = z.infer<typeof InpcTable>;

/** Newer months, which must follow the known ones without a gap; a `percent` of null removes an imported month. */
export const PutInpc = z.strictObject({
  months: z
    .array(
      z.strictObject({
        month: monthField,
        percent: z
          .number('Informe a variação percentual do mês.')
          .min(-5, 'A variação informada é baixa demais.')
          .max(20, 'A variação informada é alta demais.')
          .multipleOf(0.01, 'Use até duas casas decimais.')
          .nullable(),
        source,
      }),
      'Informe os meses a importar.',
    )
    .min(1, 'Informe ao menos um mês.')
    .max(240, 'Importe até 240 meses por vez.'),
});
export type PutInpc = z.infer<typeof PutInpc>;

const LoadedTable = z.object({
  count: z.number(),
  /** When an administrator last imported it; null for the table that ships with the product. */
  importedAt: z.string().nullable(),
  source: z.string(),
});

export const SettingsSummary = z.object({
  system: z.object({
    version: z.string(),
    nodeVersion: z.string(),
    startedAt: z.string(),
    appDatabase: z.enum(['SQLite', 'PostgreSQL']),
    warehouse: z.enum(['chDB', 'ClickHouse']),
    /** Without an SMTP server, messages are written to a folder. */
    mail: z.enum(['smtp', 'outbox']),
    hasSource: z.boolean(),
    maxUploadMegabytes: z.number(),
  }),
  reference: z.object({
    occupations: LoadedTable,
    synonyms: LoadedTable,
    municipalities: LoadedTable,
    cnaes: LoadedTable,
    minimumWage: LoadedTable,
    inpc: LoadedTable,
  }),
});
export type SettingsSummary = z.infer<typeof SettingsSummary>;
