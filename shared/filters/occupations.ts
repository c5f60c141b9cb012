import { z } from 'zod';
import {
  codeText,
  describeOnce,
  filter,
  named,
  optional,
  unique,
  type DescribedValue,
} from './filter.ts';

export const maxSearchLength = 120;
export const maxOccupations = 20;
const maxExcludedOccupations = 200;

/** Six digits, with or without a hyphen before the last two. */
export const cboCode = codeText
  .pipe(z.string().regex(/^\d{4}-?\d{2}$/, 'O código CBO tem seis dígitos, por exemplo 521110.'))
  .transform((code) => code.replace('-', ''));

interface Without {
  readonly cbo?: undefined;
  readonly cbos?: undefined;
  readonly searchQuery?: undefined;
  readonly semCbos?: undefined;
}

/** The named occupations and the family of a query add up; `semCbos` excludes occupations from the result. */
export const occupations = filter({
  part: 'subject',
  fields: {
    cbo: optional(cboCode),
    cbos: optional(
      z
        .array(cboCode)
        .max(maxOccupations, `Escolha até ${maxOccupations} ocupações.`)
        .transform(unique),
    ),
    searchQuery: optional(
      z
        .string()
        .trim()
        .min(1)
        .max(maxSearchLength, `Use até ${maxSearchLength} caracteres na pesquisa.`),
    ),
    semCbos: optional(
      z
        .array(cboCode)
        .max(maxExcludedOccupations, `Deixe de fora até ${maxExcludedOccupations} ocupações.`)
        .transform(unique),
    ),
  },
  describe: ({ cbo, cbos = [], searchQuery, semCbos = [] }, names): DescribedValue<Without>[] => {
    const ofCode = (code: string, without: Without) => ({
      key: `cbo ${code}`,
      text: named(code, names.occupations.get(code)),
      without,
    });
    return [
      ...(searchQuery === undefined
        ? []
        : [{ key: 'searchQuery', text: `“${searchQuery}”`, without: { searchQuery: undefined } }]),
      ...(cbo === undefined ? [] : [ofCode(cbo, { cbo: undefined, cbos: undefined })]),
      ...cbos.filter((code) => code !== cbo).map((code) => ofCode(code, { cbos: undefined })),
      ...semCbos.map((code) => ({
        key: `semCbos ${code}`,
        text: `menos ${named(code, names.occupations.get(code))}`,
        without: { semCbos: undefined },
        isLess: true,
      })),
    ];
  },
  leftOut: null,
  form: null,
  lists: { cbos: (code) => code, semCbos: (code) => code },
  typed: { searchQuery: 'caracteres' },
});

/** Drops exclusions of explicitly named occupations, and all exclusions of a query without a text or family. */
export function tidyOccupations<
  Filters extends {
    readonly cbo?: string | undefined;
    readonly cbos?: readonly string[] | undefined;
    readonly searchQuery?: string | undefined;
    readonly familiaCbo?: string | undefined;
    readonly semCbos?: string[] | undefined;
  },
>(filters: Filters): Filters {
  const { cbo, cbos = [], searchQuery, familiaCbo, semCbos = [] } = filters;
  if (semCbos.length === 0) return filters;
  const isFound = searchQuery !== undefined || familiaCbo !== undefined;
  const left = isFound ? semCbos.filter((code) => code !== cbo && !cbos.includes(code)) : [];
  return { ...filters, semCbos: left.length === 0 ? undefined : left };
}

export const family = filter({
  part: 'subject',
  fields: {
    familiaCbo: optional(
      codeText.pipe(
        z.string().regex(/^\d{4}$/, 'A família CBO tem quatro dígitos, por exemplo 5211.'),
      ),
    ),
  },
  describe: ({ familiaCbo }) => describeOnce('familiaCbo', familiaCbo, (code) => `Família ${code}`),
  leftOut: null,
  form: null,
});
