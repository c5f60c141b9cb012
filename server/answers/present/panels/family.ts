import type { FamilyPanel } from '../../../../shared/contracts/panels.ts';
import { occupationTitle } from '../../../reference/occupations.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { comparable, groupFigures } from './figures.ts';
import type { PayGroups } from '../../query/engine/pay-group.ts';

/** The occupations of a family that have records, with the requested ones marked. */
export function familyPanel(query: SalaryQuery, family: number, groups: PayGroups): FamilyPanel {
  const requested = new Set(query.occupations);
  const isRequested = (code: number) => query.family === family || requested.has(code);
  const figuresFor = groupFigures(query, groups, [new Set([...groups.keys()].filter(isRequested))]);
  return {
    ...comparable(query),
    familia: String(family).padStart(4, '0'),
    occupations: [...groups.keys()]
      .map((code) => {
        const cbo = String(code).padStart(6, '0');
        const titulo = occupationTitle(cbo) ?? null;
        return { cbo, titulo, isRequested: isRequested(code), ...figuresFor(code) };
      })
      .toSorted((a, b) => b.count - a.count || (a.cbo < b.cbo ? -1 : 1)),
  };
}
