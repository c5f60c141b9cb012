import { dayMs } from '../../../../shared/codes/months.ts';
import { formatDay } from '../../../../shared/words/format.ts';
import { readXml, textOf } from './read-xml.ts';

/** 1 January 1970 in the day numbers of a workbook, and of one whose days are counted from 1904. */
export const firstDays = { usual: 25_569, since1904: 24_107 } as const;

/** What a style shows a number of days as: a duration or time of day, or a date. */
export type Moment = 'time' | 'date';

/** The built-in number formats of dates and times (ECMA-376, part 1, 18.8.30); 22 is a date with a time. */
const builtIn: readonly [Moment, readonly number[]][] = [
  ['time', [18, 19, 20, 21, 45, 46, 47]],
  ['date', [14, 15, 16, 17, 22]],
];

/** What a number format shows, if not a number; quoted or escaped texts, colours and locales do not count. */
function momentOf(format: string): Moment | undefined {
  const code = format.replaceAll(/"[^"]*"|[\\_*].|\[(?!h+\])[^\]]*\]/gi, '');
  if (/[dy]/i.test(code)) return 'date';
  return /h/i.test(code) ? 'time' : undefined;
}

/** The cell styles that show a number as a date or a time, by their indexes, which cells refer to. */
export function momentStyles(part: Uint8Array): ReadonlyMap<number, Moment> {
  const formats = new Map(
    builtIn.flatMap(([moment, ids]) => ids.map((id) => [String(id), moment] as const)),
  );
  const moments = new Map<number, Moment>();
  let style = -1;
  let isOfCells = false;
  readXml(part, {
    open: ({ local, attributes }) => {
      // The formats that these are based on come before them.
      if (local === 'cellXfs') isOfCells = true;
      const format = local === 'numFmt' ? momentOf(textOf(attributes, 'formatCode')) : undefined;
      if (format) formats.set(textOf(attributes, 'numFmtId'), format);
      if (local !== 'xf' || !isOfCells) return;
      style += 1;
      const moment = formats.get(textOf(attributes, 'numFmtId'));
      if (moment) moments.set(style, moment);
    },
  });
  return moments;
}

/** "44:00" from 1.8333 days, to the minute; an empty text and a negative number stay as they are. */
export function clockText(days: string): string {
  const minutes = Math.round(Number(days) * 1440);
  if (days === '' || !(minutes >= 0)) return days;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The date of a workbook's number of days; `firstDay` is that of 1 January 1970. */
export const dateOf = (days: string, firstDay: number): Date =>
  new Date((Math.floor(Number(days)) - firstDay) * dayMs);

/** "31/07/2023" from a number of days; other numbers, and an empty text, stay as they are. */
export function dateText(days: string, firstDay: number): string {
  const date = dateOf(days, firstDay);
  const year = date.getUTCFullYear();
  if (days === '' || !(year >= 1900 && year <= 9999)) return days;
  return formatDay(date.toISOString().slice(0, 10));
}
