import type { FamilyPanel } from '../../../../shared/contracts/panels.ts';
import { occupationTitle } from '../../../reference/occupations.ts';
import type { Question } from '../../query/salary-query.ts';
import { comparable, tellGroups } from './figures.ts';
import type { PayGroup } from '../../query/engine/pay-group.ts';

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
