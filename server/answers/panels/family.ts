import type { FamilyPanel } from '../../../shared/contracts/panels.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import { familyOf } from '../occupations/occupation-family.ts';
import type { Question } from '../question.ts';
import { comparable, tellGroups } from './figures.ts';
import type { PayGroup } from './pay-group.ts';

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

/** The occupations of a family that have records, with the requested ones marked. */
export function familyPanel(
  question: Question,
  family: number,
  groups: ReadonlyMap<number, PayGroup>,
): FamilyPanel {
  const asked = new Set(question.occupations);
  const isAsked = (code: number) => question.family === family || asked.has(code);
  const tell = tellGroups(question, groups, [new Set([...groups.keys()].filter(isAsked))]);
  return {
    ...comparable(question),
    familia: String(family).padStart(4, '0'),
    occupations: [...groups.keys()]
      .map((code) => {
        const cbo = String(code).padStart(6, '0');
        const titulo = occupationTitle(cbo) ?? null;
        return { cbo, titulo, isAsked: isAsked(code), ...tell(code) };
      })
      .toSorted((a, b) => b.count - a.count || (a.cbo < b.cbo ? -1 : 1)),
  };
}
