/**
 * The salaries of one sex in a cell: count, sum in centavos, and sum of the squared distances from their mean. Sums are
 * exact up to 2^52 centavos, which is ten years of the country's admissions.
 */
export interface SideSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Women and men of the same occupation, schooling, age band, hours, place and size. */
export interface PayCell {
  readonly women: SideSums;
  readonly men: SideSums;
}

export const noSums: SideSums = { count: 0, sum: 0, squares: 0 };

/** The sums of two groups combined: T. F. Chan, G. H. Golub, R. J. LeVeque (1979), (2.1). */
export function joinedSums(first: SideSums, second: SideSums): SideSums {
  if (first.count === 0) return second;
  if (second.count === 0) return first;
  const count = first.count + second.count;
  const distance = second.sum / second.count - first.sum / first.count;
  const between = (distance * distance * first.count * second.count) / count;
  return {
    count,
    sum: first.sum + second.sum,
    squares: first.squares + second.squares + between,
  };
}

/** The sums of single salaries in centavos. */
export const sumsOf = (centavos: Iterable<number>): SideSums =>
  Array.from(centavos, (salary) => ({ count: 1, sum: salary, squares: 0 })).reduce(
    joinedSums,
    noSums,
  );

/** The mean in whole centavos, a half rounded up. */
export function meanCentavos({ count, sum }: Pick<SideSums, 'count' | 'sum'>): number {
  return Math.floor((2 * sum + count) / (2 * count));
}
