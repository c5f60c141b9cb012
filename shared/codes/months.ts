const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));

/** Months from one AAAAMM to another; negative when the second is earlier. */
export const monthsBetween = (from: string, to: string): number =>
  monthNumber(to) - monthNumber(from);

/** How many months one month (AAAAMM) is from another, whichever is first. */
export const monthsApart = (one: string, other: string) => Math.abs(monthsBetween(one, other));

/** The month (AAAAMM) that is `later` months after another, or before it if the number is negative. */
export function monthLater(month: string, later: number): string {
  const months = monthNumber(month) - 1 + later;
  return `${Math.floor(months / 12)}${String((months % 12) + 1).padStart(2, '0')}`;
}

/** Every month (AAAAMM) from one to another, ascending; none if the second is earlier. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthLater(month, 1)) months.push(month);
  return months;
}

/** `count` consecutive months (AAAAMM), ascending, up to `last`. */
export const monthsEnding = (last: string, count: number): string[] =>
  monthsFrom(monthLater(last, 1 - count), last);

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** The day (AAAA-MM-DD) of a moment in Brasília, which has been at UTC−3 all year since 2019. */
export const brasiliaDay = (moment: Date): string =>
  new Date(moment.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);

/** The month (AAAAMM) of a moment in Brasília. */
export const brasiliaMonth = (moment: Date): string =>
  brasiliaDay(moment).slice(0, 7).replace('-', '');

/** The last day of a month (AAAAMM) as AAAA-MM-DD. */
export function endOfMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Whether a text is a month AAAAMM. */
export const isCompetencia = (text: string) => /^\d{4}(0[1-9]|1[0-2])$/.test(text);
export const invalidCompetencia = 'Digite uma competência válida (ex: 202507)';
