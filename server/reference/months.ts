/** The month (AAAAMM) that is `later` months after another, or before it if the number is negative. */
export function monthLater(month: string, later: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1 + later;
  return `${Math.floor(months / 12)}${String((months % 12) + 1).padStart(2, '0')}`;
}

/** `count` consecutive months (AAAAMM), ascending, up to `last`. */
export function monthsEnding(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => monthLater(last, index - count + 1));
}

/** The last day of a month (AAAAMM) as AAAA-MM-DD. */
export function endOfMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** How many months one month (AAAAMM) is from another, whichever is first. */
export const monthsApart = (one: string, other: string) => Math.abs(serial(one) - serial(other));

const serial = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));
