import type { TrendPanel } from '../../../shared/contracts/panels.ts';
import { realFactors } from '../../reference/real-factors.ts';
import type { Question } from '../question.ts';
import { tellGroups } from './figures.ts';
import type { PayGroup } from './pay-group.ts';

const monthsBefore = 12;

/** The loaded months of the panel: those asked and up to twelve before them. */
export function trendMonths({ period, release }: Question): string[] {
  if (period === null) return [];
  const upToLast = release.months.filter((month) => month <= period.to);
  const asked = upToLast.filter((month) => month >= period.from).length;
  return upToLast.slice(-(asked + monthsBefore));
}

/** The question over the months of the panel. */
export function trendQuestion(question: Question): Question {
  const months = trendMonths(question);
  const [from, to] = [months[0], months.at(-1)];
  return from === undefined || to === undefined ? question : { ...question, period: { from, to } };
}

/** Every month of the panel, whatever its records. */
export function trendPanel(question: Question, groups: ReadonlyMap<number, PayGroup>): TrendPanel {
  const months = trendMonths(question);
  const isAsked = (month: string) => question.period !== null && month >= question.period.from;
  const tell = tellGroups(groups, [new Set(months.filter(isAsked).map(Number))]);
  const { realMonth, factors } = realFactors(months);
  return {
    months: months.map((month) => ({
      month,
      isAsked: isAsked(month),
      realFactor: factors.get(month) ?? null,
      ...tell(Number(month)),
    })),
    realMonth,
  };
}
