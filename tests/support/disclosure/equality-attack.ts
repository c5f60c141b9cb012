import type { AdjustedPay, EqualityRow, Estimate } from '../../../shared/contracts/equality.ts';
import { independent } from '../../../shared/statistics/design-effect.ts';
import { medianIntervalRanks } from '../../../shared/statistics/percentile.ts';
import { LinearAttack, type Attack } from './linear-attack.ts';

/**
 * The facts that follow from a response of Igualdade. Each sex of the total and of a row has four sums: of all, of the
 * compared, of those outside the comparison, and of what the compared would earn with the other sex's means in their
 * cells. They add up over the rows, the first three also within a row, and each published difference or ratio connects
 * women's means with men's.
 */

/**
 * The parts of a response that the attack uses; and the number of compared people, which a careful reader can count.
 */
export interface AttackedEquality {
  readonly whole: EqualityRow;
  readonly rows: readonly EqualityRow[];
}

/** The compared people of a row, by its code, also where the row suppresses them. */
export type ComparedCounts = ReadonlyMap<string, Readonly<Record<Sex, number>>>;
type Sex = 'women' | 'men';
const sexes = ['women', 'men'] as const satisfies Sex[];

const minRecords = 5;
const possible = { lower: 300, upper: 198_000 };
/** Half of the last digit of an amount. */
const rounding = 0.005;
/** Ratios are published with all digits; some are of means rounded to the centavo. */
const ratioMargin = 0.02;

/** Attacks a response. */
export function equalityAttack(
  { whole, rows }: AttackedEquality,
  comparedOf: ComparedCounts,
): Attack {
  const attack = new LinearAttack();
  const few: string[] = [];
  let complementary = 0;
  const all = [{ ...whole, code: 'whole' }, ...rows];
  for (const row of all) {
    const compared = comparedOf.get(row.code) ?? { women: 0, men: 0 };
    for (const sex of sexes) {
      const { count, mean } = row[sex];
      const parts = [
        ['all', count, mean],
        ['compared', compared[sex], null],
        ['outside', count - compared[sex], null],
      ] as const;
      for (const [name, records, average] of parts) {
        const own = nameOf(row, sex, name);
        const ranked = name === 'all' ? rankedOf(row[sex], row.designEffect) : [];
        attack.group(own, { count: records, average, quartiles: null, ranked, bounds: possible });
        if (records > 0 && records < minRecords) few.push(own);
      }
      if (count >= minRecords && mean === null) complementary += 1;
      attack.addUp(nameOf(row, sex, 'all'), [
        nameOf(row, sex, 'compared'),
        nameOf(row, sex, 'outside'),
      ]);
      attack.group(nameOf(row, sex, 'as other sex'), {
        count: compared[sex],
        average: null,
        quartiles: null,
        bounds: possible,
      });
    }
    if (row.meanRatio !== null) tellRatio(attack, row, 'all', row.meanRatio);
    if (row.adjusted !== null) complementary += tellAdjusted(attack, row, row.adjusted, compared);
  }
  if (rows.length > 0)
    for (const sex of sexes)
      for (const part of ['all', 'compared', 'outside', 'as other sex'])
        attack.addUp(
          nameOf(all[0] ?? whole, sex, part),
          rows.map((row) => nameOf(row, sex, part)),
        );
  return {
    recovered: few.filter((name) => attack.isRecovered(name)),
    primary: few.length,
    complementary,
  };
}

/** The published median and the ends of its interval, with their ranks. */
export function rankedOf(
  { count, median, medianInterval }: EqualityRow['women'],
  designEffect = independent,
) {
  if (median === null) return [];
  const middle = [Math.floor((count - 1) / 2) + 1, median] as const;
  const ranks = medianIntervalRanks(count, designEffect);
  return medianInterval == null || ranks === null
    ? [middle]
    : ([[ranks.lower, medianInterval.lower], middle, [ranks.upper, medianInterval.upper]] as const);
}

const nameOf = ({ code }: Pick<EqualityRow, 'code'>, sex: Sex, part: string) =>
  `${code} ${sex} ${part}`;

/** Mean of the women over mean of the men, both of one part of a row. */
function tellRatio(attack: LinearAttack, row: EqualityRow, part: string, ratio: number): void {
  const terms = new Map([
    [nameOf(row, 'women', part), 1 / row.women.count],
    [nameOf(row, 'men', part), -ratio / row.men.count],
  ]);
  attack.equal(terms, 0, ratioMargin);
}

const minus = ([name, times]: readonly [string, number]) => [name, -times] as const;
const half = ([name, times]: readonly [string, number], sign: number) =>
  [name, (sign * times) / 2] as const;

/** Adds the facts of the decomposition; returns how many of its amounts are suppressed to protect others. */
function tellAdjusted(
  attack: LinearAttack,
  row: EqualityRow,
  { raw, compared }: AdjustedPay,
  counts: Readonly<Record<Sex, number>>,
): number {
  const mean = (sex: Sex, part: string, count: number) =>
    [nameOf(row, sex, part), 1 / count] as const;
  const women = mean('women', 'all', row.women.count);
  const men = mean('men', 'all', row.men.count);
  if (raw !== null) tellDifference(attack, raw, women, men);
  if (compared === null) return Math.min(counts.women, counts.men) < minRecords ? 0 : 1;
  const ownWomen = mean('women', 'compared', counts.women);
  const ownMen = mean('men', 'compared', counts.men);
  const { outsideWomen, outsideMen, matching, decomposition } = compared;
  attack.equal(new Map([women, minus(ownWomen)]), outsideWomen, 2 * rounding);
  attack.equal(new Map([ownMen, minus(men)]), outsideMen, 2 * rounding);
  const menAsWomen = mean('women', 'as other sex', counts.women);
  const womenAsMen = mean('men', 'as other sex', counts.men);
  tellDifference(attack, matching.remainder, ownWomen, menAsWomen);
  attack.equal(new Map([menAsWomen, minus(ownMen)]), matching.composition, 2 * rounding);
  const { difference, ratio } = decomposition.remainder;
  attack.equal(
    new Map([half(ownWomen, 1), half(womenAsMen, 1), half(menAsWomen, -1), half(ownMen, -1)]),
    difference,
    4 * rounding,
  );
  attack.equal(
    new Map([
      half(ownWomen, 1),
      half(womenAsMen, 1),
      half(menAsWomen, -ratio),
      half(ownMen, -ratio),
    ]),
    0,
    ratioMargin,
  );
  return 0;
}

/** The difference of two means, and their ratio. */
function tellDifference(
  attack: LinearAttack,
  { difference, ratio }: Pick<Estimate, 'difference' | 'ratio'>,
  women: readonly [string, number],
  men: readonly [string, number],
): void {
  attack.equal(new Map([women, [men[0], -men[1]]]), difference, 2 * rounding);
  attack.equal(new Map([women, [men[0], -ratio * men[1]]]), 0, ratioMargin);
}
