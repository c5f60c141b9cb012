import { setImmediate } from 'node:timers/promises';
import type { CountedPay } from '../query/engine/counted-pay.ts';
import type { FamilyCounts } from '../query/engine/family-counts.ts';
import { UncountableRowsError } from './uncountable.ts';
import { askedFamily, familyQuestion } from '../query/panel-queries.ts';
import type { DimensionName } from '../query/dimensions.ts';
import { pickedPayGroup, type PayGroup } from '../query/engine/pay-group.ts';
import { familyOf } from '../query/filters/occupation-family.ts';
import type { Question } from '../query/salary-query.ts';
import { countRanked, type CountingLimits } from './count-ranked.ts';
import { rankedPlan } from './plan.ts';
import type { RankedMonths } from './ranked-months.ts';
import { remainingOf } from './steps.ts';
import { UnreadableMonthError } from './unreadable.ts';

/**
 * Counts a query from the files of its months. Returns null if a month has no readable file, or for salaries beyond
 * what the files hold.
 */
export async function countMonths(
  months: RankedMonths,
  question: Question,
  limits: CountingLimits,
  families: FamilyCounts,
): Promise<CountedPay | null> {
  const plan = rankedPlan(question, (month) => months.pathOf(question.release, month));
  if (plan === null) return null;
  try {
    const family = askedFamily(question);
    const { distribution, groups, occupations, tally } = await countRanked(
      plan,
      limits,
      family === null
        ? (count) => count()
        : (count) => families.of(familyQuestion(question, family), count),
    );
    const byDimension = new Map<DimensionName, ReadonlyMap<number, PayGroup>>();
    for (const [dimension, counted] of groups) {
      byDimension.set(dimension, new Map(counted.map((own) => [own.key, pickedPayGroup(own)])));
    }
    await setImmediate();
    const records = distribution.counts.reduce((sum, count) => sum + count, 0);
    const none: ReadonlyMap<number, PayGroup> = new Map();
    return {
      structure: 'ranked',
      distribution,
      remaining: remainingOf(question, tally, records),
      groups: (dimension) =>
        dimension === 'occupation' ? occupations : (byDimension.get(dimension) ?? none),
      occupations: new Map(
        [...occupations].flatMap(([cbo, { count }]) =>
          isAsked(question, cbo) ? [[cbo, count]] : [],
        ),
      ),
    };
  } catch (error) {
    if (error instanceof UncountableRowsError) return null;
    if (!(error instanceof UnreadableMonthError)) throw error;
    months.forget(error.path);
    return null;
  }
}

/** Whether the query requests an occupation: a family is counted whole, whichever of its occupations are requested. */
const isAsked = ({ occupations, family }: Question, cbo: number) =>
  (occupations ?? []).includes(cbo) || familyOf(cbo) === family;
