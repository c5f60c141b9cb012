import { bands, schoolingOfProduct, weeklyHours } from './recompute.ts';

/**
 * The split of two groups' mean salaries into pay and mix, implemented a second time: E. M. Kitagawa (1955) with the
 * average of both groups' shares of each cell, straight from lists of salaries.
 */

const listed = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ');
const cases = (entries: readonly (readonly [string, string])[]) =>
  `case ${entries.map(([condition, name]) => `when ${condition} then '${name}'`).join(' ')} else '-' end`;

/** The cell of a line: occupation, schooling group, age band, hours, state and size. */
export const cellSql = [
  `"cbo2002ocupação"::int::varchar`,
  cases(
    Object.entries(schoolingOfProduct).flatMap(([name, codes]) =>
      name === '80' ? [] : [[`"graudeinstrução" in (${listed(codes)})`, name] as const],
    ),
  ),
  cases(
    Object.entries(bands).map(([name, [from, to]]) => [
      `try_cast("idade" as int) between ${from} and ${to}`,
      name,
    ]),
  ),
  cases(Object.entries(weeklyHours).map(([name, condition]) => [condition, name])),
  '"uf"',
  `coalesce(try_cast("tamestabjan" as int), 0)::varchar`,
].join(" || ' ' || ");

type Cells = ReadonlyMap<string, readonly number[]>;

/** Amounts in centavos, not rounded. */
export interface RecomputedMix {
  readonly records: readonly [number, number];
  readonly means: readonly [number, number];
  /** The standard error of the difference of the two means. */
  readonly error: number;
  readonly pay: number;
  readonly payError: number;
  readonly ratio: number;
  readonly ratioError: number;
  readonly cells: number;
  readonly matched: number;
}

const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);
const meanOf = (list: readonly number[]) => sumOf(list) / list.length;
const squaresOf = (list: readonly number[]) => {
  const mean = meanOf(list);
  return sumOf(list.map((one) => (one - mean) ** 2));
};

const squaredError = (list: readonly number[]) => squaresOf(list) / (list.length - 1) / list.length;

/**
 * Null with fewer than 30 effective records in a group or in its matched cells, or with fewer than five matched cells.
 */
export function recomputedMix(first: Cells, second: Cells, effect: number): RecomputedMix | null {
  const both = [...first].flatMap(([cell, own]) => {
    const other = second.get(cell);
    return other === undefined ? [] : [{ own, other }];
  });
  const [all, others] = [[...first.values()].flat(), [...second.values()].flat()];
  const [paired, otherPaired] = [
    sumOf(both.map(({ own }) => own.length)),
    sumOf(both.map(({ other }) => other.length)),
  ];
  const isFew = [all.length, others.length, paired, otherPaired].some((n) => n / effect < 30);
  if (isFew || both.length < 5) return null;
  const shares = both.map(({ own, other }) => ({
    own,
    other,
    share: (own.length / paired + other.length / otherPaired) / 2,
  }));
  const level = (of: 'own' | 'other') => sumOf(shares.map((cell) => cell.share * meanOf(cell[of])));
  const [ownRelative, otherRelative] = [relativeOf(first), relativeOf(second)];
  const relative = { own: ownRelative ?? otherRelative, other: otherRelative ?? ownRelative };
  if (relative.own === null || relative.other === null) return null;
  const variance = (of: 'own' | 'other', within: number) =>
    effect *
    sumOf(
      shares.map((cell) => {
        const list = cell[of];
        const ofCell = (squaresOf(list) + within * meanOf(list) ** 2) / list.length;
        return (cell.share ** 2 * ofCell) / list.length;
      }),
    );
  const [own, other] = [variance('own', relative.own), variance('other', relative.other)];
  const ratio = level('own') / level('other');
  return {
    records: [all.length, others.length],
    means: [meanOf(all), meanOf(others)],
    error: Math.sqrt(effect * (squaredError(all) + squaredError(others))),
    pay: level('own') - level('other'),
    payError: Math.sqrt(own + other),
    ratio,
    ratioError: Math.sqrt(own + ratio ** 2 * other) / level('other'),
    cells: both.length,
    matched: (paired + otherPaired) / (all.length + others.length),
  };
}

/** The mean squared deviation within cells, relative to the squared mean; null if each cell has one salary. */
function relativeOf(cells: Cells): number | null {
  const several = [...cells.values()].filter(({ length }) => length > 1);
  if (several.length === 0) return null;
  return (
    sumOf(several.map((list) => squaresOf(list) / meanOf(list) ** 2)) /
    sumOf(several.map(({ length }) => length - 1))
  );
}
