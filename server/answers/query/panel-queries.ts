import { familyOf } from './filters/occupation-family.ts';
import type { Question } from './salary-query.ts';

/**
 * The IBGE code of the state whose municipalities are shown: the requested one, or that of all requested
 * municipalities.
 */
export function shownState({ uf, municipalities }: Question): number | null {
  if (uf !== null) return uf;
  const states = new Set(municipalities?.map((code) => Math.floor(code / 10_000)));
  const [state] = states;
  return states.size === 1 && state !== undefined ? state : null;
}

/**
 * The one family (the first four digits) of all requested occupations; null for several families or for every
 * occupation.
 */
export function askedFamily({ occupations, family }: Question): number | null {
  const families = new Set(occupations?.map(familyOf));
  if (family !== null) families.add(family);
  const [only] = families;
  return families.size === 1 && only !== undefined ? only : null;
}

/** The query about every occupation of a family; the same object if the query already covers it. */
export function familyQuestion(question: Question, family: number): Question {
  if (question.family === family && question.occupations === null) return question;
  return { ...question, occupations: null, family };
}

const monthsBefore = 12;

/** The loaded months of the panel: the requested ones and up to twelve before them. */
export function trendMonths({ period, release }: Question): string[] {
  if (period === null) return [];
  const upToLast = release.months.filter((month) => month <= period.to);
  const asked = upToLast.filter((month) => month >= period.from).length;
  return upToLast.slice(-(asked + monthsBefore));
}

/** The query over the months of the panel. */
export function trendQuestion(question: Question): Question {
  const months = trendMonths(question);
  const [from, to] = [months[0], months.at(-1)];
  return from === undefined || to === undefined ? question : { ...question, period: { from, to } };
}
