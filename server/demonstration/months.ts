/** How many months (AAAAMM) lie from one to another; negative when the other is earlier. */
export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

/** So many months in a row (AAAAMM), ascending, the last one given. */
export function monthsEnding(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    monthText(monthNumber(last) - count + 1 + index),
  );
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1;

const monthText = (number: number) =>
  `${Math.floor(number / 12)}${String((number % 12) + 1).padStart(2, '0')}`;
