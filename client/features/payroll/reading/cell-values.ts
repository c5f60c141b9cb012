import { maybeReais, plainText } from '../../../../shared/words/format.ts';
import { dateOf, firstDays } from './cell-moments.ts';

/** A cell's value, or why it cannot be used. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

const maxCentavos = 1_000_000_000;
const maxShownLength = 40;
/** The first forty characters of a longer text. */
export const shortened = (text: string): string =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
export const quoted = (text: string) => `“${shortened(text)}”`;

/**
 * Parses a monthly salary into centavos, in the usual spellings: "R$ 2.310,00", "2310,5", "2310.50", "2,310.00", or a
 * workbook's number with rounding noise in its last digits. A workbook's "790.125 " ends in a space, so that it is no
 * thousands.
 */
export function parseSalary(cell: string): Parsed<number> {
  // A text from another program may have marks that no screen shows, such as those of writing direction.
  const text = cell.replaceAll(/\p{Cf}/gu, '').trim();
  if (text === '') return { problem: 'o salário está vazio: preencha-o' };
  if (text.startsWith('#')) {
    return { problem: `o salário é ${quoted(text)}: corrija a fórmula na planilha` };
  }
  if (/[/-]/.test(text) && dayOf(text) !== null) {
    return {
      problem: `o salário ${quoted(text)} é uma data: mude a coluna ou o formato da célula`,
    };
  }
  if (negative.test(text)) return noPay;
  const reais = /^\d+\.\d{3} $/.test(cell) ? Number(cell) : maybeAmount(text);
  if (reais === undefined) {
    const amounts = text.match(/\d[\d.,]*/g) ?? [];
    return {
      problem:
        amounts.length > 1
          ? `há mais de um valor no salário (${quoted(text)}): deixe um só`
          : `o salário ${quoted(text)} não foi entendido: use a forma 2.310,00`,
    };
  }
  // Half a centavo up, as spreadsheets show it: 2310.555 × 100 is 231055.49999999997.
  const centavos = Math.round(Number((reais * 100).toPrecision(12)));
  if (centavos <= 0) return noPay;
  if (centavos > maxCentavos) {
    return { problem: `o salário ${quoted(text)} passa de R$ 10.000.000,00` };
  }
  return { value: centavos };
}

const noPay = { problem: 'o salário não é maior que zero: informe o do contrato' };
/** "-2310", "R$ (2.310,00)" or "2.310,00-"; a spreadsheet also shows zero as "R$ -". */
const negative = /^(R\$\s*)?([-\u2212(]\s*(R\$\s*)?\d|-$)|\d-$/i;

function maybeAmount(text: string): number | undefined {
  // A space within digits separates thousands; "950 1200" are two amounts.
  if (/\d\s+\d/.test(text) && !/^\D*\d{1,3}(\s\d{3})+([.,]\d{1,2})?$/.test(text)) return undefined;
  const bare = text.replace(/R\$|\s/g, '');
  // A workbook's raw number: no thousands separator, and as many decimals as a double shows.
  if (/^\d+\.\d{3,}$/.test(bare) && !/^\d{1,3}\.\d{3}$/.test(bare)) return Number(bare);
  if (/^\d+(\.\d+)?E[+-]?\d+$/i.test(bare)) return Number(bare);
  if (/^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(bare)) return Number(bare.replaceAll(',', ''));
  return maybeReais(text);
}

/** Contracted weekly hours where the payroll has none. */
export const usualHours = 44;
/** A month of contracted hours is five weeks of them, weekly rest included: 220 a month are 44 a week. */
const weeksOfMonth = 5;
const maxWeekly = 60;
const maxMonthly = 300;

export type HoursUnit = 'week' | 'month';

/**
 * Weekly hours in hundredths; null for an empty cell. Accepts "44", "44:00", "44h", "44,5", "220" (a month) and "50
 * h/mês". `unit` is that of at most 60 hours in a cell without a unit.
 */
export function parseHours(cell: string, unit: HoursUnit): Parsed<number | null> {
  const hours = hoursIn(cell);
  if (hours === null) return { value: null };
  const text = plainText(cell);
  const isMonth = ofMonth.test(text) || (unit === 'month' && !ofWeek.test(text));
  const weekly = isMonth || hours > maxWeekly ? hours / weeksOfMonth : hours;
  const hundredths = Math.round(weekly * 100);
  // Salaries are divided by them.
  if (!(hundredths > 0) || hours > maxMonthly) {
    return { problem: `as horas ${quoted(cell.trim())} não foram entendidas: use 44 ou 36` };
  }
  return { value: hundredths };
}

/** Hours a month if the header says so and a cell exceeds a week's hours; otherwise such a header is a mistake. */
export const hoursUnitOf = (header: string, cells: readonly string[]): HoursUnit =>
  ofMonth.test(plainText(header)) && cells.some((cell) => (hoursIn(cell) ?? 0) > maxWeekly)
    ? 'month'
    : 'week';

const ofMonth = /\b(mes|mens|mensa(l|is))\b/;
const ofWeek = /\b(sem|semana(l|is)?)\b/;

/** The number of hours in a cell, not a number for other texts; null for an empty one. */
function hoursIn(cell: string): number | null {
  const text = plainHours(cell);
  if (text === '') return null;
  const clock = /^(\d{1,3})[:h]([0-5]\d)(?::\d{2}|min)?$/.exec(text);
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60;
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
}

const plainHours = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/(hrs?|hs?|horas?|por|semana(l|is)?|sem|m[eê]s|mensa(l|is)|[/.])+$/, '');

export type Sex = 'F' | 'M';

/**
 * F or M, 3 or 1 in the registry, also before the word ("F - Feminino"); null for anything else, which is then excluded
 * from figures by sex.
 */
export function sexOf(cell: string): Sex | null {
  const text = plainText(cell);
  if (/^([f3] )?(f|fem|feminin[oa]|mulher|3)$/.test(text)) return 'F';
  return /^([m1] )?(m|masc|masculin[oa]|homem|1)$/.test(text) ? 'M' : null;
}

/**
 * The six digits of "CBO 5211-10", of which a workbook drops a leading zero, and the last zero of the number 5211.10;
 * null without one code, or with several.
 */
export function cboOf(cell: string): string | null {
  if (/^\d{4}\.[1-9]$/.test(cell)) return cboOf(`${cell}0`);
  const digits = cell.replace(/^\D+|\.0+$/g, '').replaceAll(/[\s.-]/g, '');
  if (/^\d{6}(?!\d)/.test(digits)) return hasSeveralCbos(cell) ? null : digits.slice(0, 6);
  return /^\d{5}$/.test(digits) ? `0${digits}` : null;
}

/** Whether a cell has two different CBO codes, such as "5211-10 / 4110-05". */
export function hasSeveralCbos(cell: string): boolean {
  const codes = cell.match(/(?<!\d)\d{4}[.\s-]?\d{2}(?!\d)/g) ?? [];
  return new Set(codes.map((code) => code.replace(/\D/, ''))).size > 1;
}

/** A date AAAA-MM-DD from "31/07/2023", "2023-07-31" or a workbook's day number; null for anything else, such as a year. */
export function dayOf(cell: string): string | null {
  const text = cell.trim();
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    return dateOf(text, firstDays.usual).toISOString().slice(0, 10);
  }
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(text) ?? [];
  const date =
    year === undefined
      ? /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
      : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return date !== undefined && isDate(date) ? date : null;
}

/** Whether the calendar has the day AAAA-MM-DD: `Date` reads 31 February as a day of March. */
function isDate(day: string): boolean {
  const read = new Date(day);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}
