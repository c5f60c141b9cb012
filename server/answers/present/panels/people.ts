import { ageBands, genders, schoolingGroups } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import type {
  AgePanel,
  GenderPanel,
  GroupFigures,
  SchoolingPanel,
} from '../../../../shared/contracts/panels.ts';
import { heapsOfMedians } from '../../../../shared/statistics/heaping.ts';
import { differenceInterval } from '../../../../shared/statistics/interval-difference.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { areComparable, comparable, figuresByCode } from './figures.ts';
import type { PayGroups } from '../../query/engine/pay-group.ts';
import { toCentavos } from '../../../../shared/words/format.ts';

type Gap = GenderPanel['gap'];

const unknown = 0;

/** Both genders, whatever their records, and the unknown gender if it has records. */
export function genderPanel(query: SalaryQuery, groups: PayGroups): GenderPanel {
  const figuresFor = figuresByCode(query, 'sex', groups);
  return {
    ...comparable(query),
    genders: [
      ...keysOf(genders).map((genero) => ({ genero, ...figuresFor(Number(genders[genero].sexo)) })),
      ...(groups.has(unknown) ? [{ genero: null, ...figuresFor(unknown) }] : []),
    ],
    gap: areComparable(query)
      ? gapOf(figuresFor(Number(genders.F.sexo)), figuresFor(Number(genders.M.sexo)))
      : null,
  };
}

/**
 * Null unless both medians are published. Beside the exact distribution, the percentage of two suppressed medians would
 * reveal them: few ways to divide so few records give it.
 */
function gapOf(women: GroupFigures, men: GroupFigures): Gap {
  if (women.median === null || men.median === null) return null;
  const difference = toCentavos(women.median) - toCentavos(men.median);
  const isHeaped = heapsOfMedians(women, men).length > 0;
  const interval = isHeaped ? null : differenceInterval(women, men);
  return {
    women: women.median,
    men: men.median,
    difference: difference / 100,
    percent: difference / men.median,
    interval: interval && {
      lower: toCentavos(interval.lower) / 100,
      upper: toCentavos(interval.upper) / 100,
    },
  };
}

/** The product's groups that have records, from the least schooling to the most, not informed last. */
export function schoolingPanel(query: SalaryQuery, groups: PayGroups): SchoolingPanel {
  const figuresFor = figuresByCode(query, 'schooling', groups);
  return {
    ...comparable(query),
    groups: keysOf(schoolingGroups)
      .filter((escolaridade) => groups.has(Number(escolaridade)))
      .map((escolaridade) => ({
        escolaridade,
        nome: schoolingGroups[escolaridade],
        ...figuresFor(Number(escolaridade)),
      })),
  };
}

/** Every band, whatever its records. */
export function agePanel(query: SalaryQuery, groups: PayGroups): AgePanel {
  const figuresFor = figuresByCode(query, 'age', groups);
  return {
    ...comparable(query),
    bands: keysOf(ageBands).map((faixa, index) => ({ faixa, ...figuresFor(index + 1) })),
    outside: groups.get(unknown)?.count ?? 0,
  };
}
