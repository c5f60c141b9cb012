/** Brazilian number formats, the same everywhere. A space never breaks inside a figure. */

const locale = 'pt-BR';
export const noBreak = '\u00a0';

const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
const wholeMoney = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 0,
});
const amount = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const upToTwoDecimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  // No minus sign before a figure that is rounded to zero.
  signDisplay: 'negative',
});

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
const moment = new Intl.DateTimeFormat(locale, {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const list = new Intl.ListFormat(locale);

const shortMonths = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');
const longMonths =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(
    ' ',
  );

/** 1518.4 → 151840: amounts are counted and compared in whole centavos. */
export const toCentavos = (reais: number): number => Math.round(reais * 100);

/** 151840 → 1518.4; null remains null. */
export const toReais = (centavos: number | null): number | null =>
  centavos === null ? null : centavos / 100;

/** 1518 → "R$ 1.518,00", −5 → "−R$ 5,00". */
export function formatReais(reais: number): string {
  return withMinus(money.format(reais));
}

/** 151800 → "R$ 1.518,00". */
export function formatCentavos(centavos: number): string {
  return money.format(centavos / 100);
}

/** 1518.4 → "R$ 1.518": only for axis ticks, never for a figure. */
export function formatWholeReais(reais: number): string {
  return wholeMoney.format(reais);
}

/** 151800 → "1.518,00", −21 → "−0,21": hundredths of the unit that stands next to it. */
export function formatAmount(hundredths: number): string {
  return withMinus(amount.format(hundredths / 100));
}

/** 12345 → "12.345", −583 → "−583". */
export function formatCount(count: number): string {
  return withMinus(integer.format(count));
}

/** 44 → "44", 38.5 → "38,5", −0.21 → "−0,21". */
export function formatDecimal(value: number): string {
  return withMinus(upToTwoDecimals.format(value));
}

/** A count with its noun: "1 registro", "12.345 registros". */
export function formatCounted(count: number, singular: string, plural: string): string {
  return `${formatCount(count)}${noBreak}${count === 1 ? singular : plural}`;
}

/** "1 registro", "1.234 registros": records of the registry. */
export const formatRecords = (count: number): string =>
  formatCounted(count, 'registro', 'registros');

/** "a, b e c". */
export const formatList = (texts: readonly string[]): string => list.format(texts);

/** "a, b e mais 1.203": the first of many texts. */
export function formatFirst(texts: readonly string[], limit: number): string {
  const others = texts.length - limit;
  const rest = others > 0 ? [`mais ${formatCount(others)}`] : [];
  const shown = [...texts.slice(0, limit), ...rest];
  return shown.some((text) => text.includes(', ')) ? shown.join('; ') : formatList(shown);
}

/** 0.1234 → "12,3 %". A share above zero is never written as zero, and one below 1 never as 100 %. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.0005) return `<${noBreak}0,1${noBreak}%`;
  if (share < 1 && share >= 0.9995) return `>${noBreak}99,9${noBreak}%`;
  return `${oneDecimal.format(asPercent(share))}${noBreak}%`;
}

/** A ratio, which may be above one: 0.98123 → "98,1 %", 0.99996 → "100,0 %", −0.9999 → "−100,0 %". */
export function formatRatio(ratio: number): string {
  return withMinus(`${oneDecimal.format(asPercent(ratio))}${noBreak}%`);
}

/** Without the error of the product: 46 of 160 are 28.75 %, not 28.749999999999996 %. */
const asPercent = (ratio: number) => Number((ratio * 100).toPrecision(12));

/** A difference with its sign: 3 → "+3", −3 → "−3". None if `format` rounds the absolute value to zero: "0,0 %". */
export function formatSigned(difference: number, format: (size: number) => string): string {
  const size = format(Math.abs(difference));
  if (size === format(0)) return size;
  return `${difference > 0 ? '+' : '−'}${size}`;
}

/** 0.053 → "+5,3 %", −0.053 → "−5,3 %". */
export const formatSignedRatio = (ratio: number): string => formatSigned(ratio, formatRatio);

/** 12 → "+R$ 12,00", −12 → "−R$ 12,00". */
export const formatSignedReais = (reais: number): string => formatSigned(reais, formatReais);

/** −0.028 beside "mediana" → "2,8 % abaixo da mediana", 0 → "igual à mediana". */
export function aboveOrBelowText(difference: number, reference: string): string {
  if (difference === 0) return `igual à ${reference}`;
  return `${formatShare(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'} da ${reference}`;
}

/** "202307" → "jul/2023". */
export function formatMonth(yearMonth: string): string {
  return `${monthName(shortMonths, yearMonth)}/${yearMonth.slice(0, 4)}`;
}

/** "202307" → "julho de 2023". */
export function formatLongMonth(yearMonth: string): string {
  return `${monthName(longMonths, yearMonth)} de ${yearMonth.slice(0, 4)}`;
}

/** "2023-07-31", a day without a time → "31/07/2023". */
export function formatDay(date: string): string {
  return date.split('-').toReversed().join('/');
}

/** An ISO instant → "31/07/2023", in São Paulo time. */
export function formatDate(instant: string): string {
  return day.format(new Date(instant));
}

/** An ISO instant → "31/07/2023, 14:05", in São Paulo time. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant));
}

/**
 * Reads a typed amount: "1.518,00", "1518,5", "R$ 1.518", "r$ 1518" and "1518.50" (a point with one or two digits after
 * it is a decimal point). Undefined for text that is not an amount, and for a negative amount.
 */
export function maybeReais(text: string): number | undefined {
  const bare = text.replace(/R\$|\s/gi, '');
  if (/^\d{1,3}(\.\d{3})+(,\d{1,2})?$|^\d+,\d{1,2}$/.test(bare)) {
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  }
  return /^\d+(\.\d{1,2})?$/.test(bare) ? Number(bare) : undefined;
}

export const invalidReais = 'Informe um valor em reais, por exemplo 1.518,00.';

/** Replaces the hyphen with a minus sign as wide as a digit, as in signed differences. */
const withMinus = (figure: string) => figure.replace('-', '−');

function monthName(names: readonly string[], yearMonth: string): string {
  const name = names[Number(yearMonth.slice(4)) - 1];
  if (!/^\d{6}$/.test(yearMonth) || name === undefined) {
    throw new RangeError(`"${yearMonth}" is not a month AAAAMM`);
  }
  return name;
}

/** "Todo o estado" → "todo o estado": a text of its own, within a sentence. */
export const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

export const upperFirst = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Text for comparison: lower case, without accents, every run of other characters as one space, trimmed. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Formats of file sizes and times, with their units. */

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** 445205787 → "425 MB": units of 1024, as in the limit of uploads, and three digits. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return `1${noBreak}byte`;
  let value = bytes;
  let power = 0;
  while (value >= 999.5 && power < units.length - 1) {
    value /= 1024;
    power += 1;
  }
  const digits = power === 0 || value >= 99.95 ? 0 : 1;
  return `${formatDecimal(Number(value.toFixed(digits)))}${noBreak}${units[power]}`;
}

/** 73 → "1 min 13 s"; the two largest units. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}${noBreak}s`;
  if (whole < 3600) return pair(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** "faltam 11 s", "falta 1 min". */
export function timeLeftText(seconds: number): string {
  const time = formatSeconds(seconds);
  return `${/^1\D*$/.test(time) ? 'falta' : 'faltam'} ${time}`;
}

/** 73000 → "1 min 13 s", 840 → "0,84 s". */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 10_000
    ? `${formatDecimal(milliseconds / 1000)}${noBreak}s`
    : formatSeconds(milliseconds / 1000);
}

const pair = (large: number, unit: string, small: number, smallUnit: string) =>
  `${formatCount(large)}${noBreak}${unit}${small === 0 ? '' : `${noBreak}${small}${noBreak}${smallUnit}`}`;
