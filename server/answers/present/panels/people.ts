import { ageBands, genders, schoolingGroups } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { medianDifferenceInterval } from '../../../../shared/statistics/median-difference.ts';
import type { AgePanel, GenderPanel, SchoolingPanel } from '../../../../shared/contracts/panels.ts';
import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { areComparable, comparable, figuresByCode } from './figures.ts';
import type { PayGroup } from '../../query/engine/pay-group.ts';

type Groups = ReadonlyMap<number, PayGroup>;
type Gap = GenderPanel['gap'];

const unknown = 0;

/** Both genders, whatever their records, and the unknown gender if it has records. */
export function genderPanel(query: SalaryQuery, groups: Groups): GenderPanel {
  const figuresFor = figuresByCode(query, 'sex', groups);
  const publishedGroup = (sexo: string) =>
    figuresFor(Number(sexo)).withheld === null ? groups.get(Number(sexo)) : undefined;
  return {
    ...comparable(query),
    genders: [
      ...keysOf(genders).map((genero) => ({ genero, ...figuresFor(Number(genders[genero].sexo)) })),
      ...(groups.has(unknown) ? [{ genero: null, ...figuresFor(unknown) }] : []),
    ],
    gap: areComparable(query)
      ? gapOf(publishedGroup(genders.F.sexo), publishedGroup(genders.M.sexo), designEffectOf(query))
      : null,
  };
}

/**
 * Null unless both medians are published. Beside the exact distribution, the percentage of two suppressed medians would
 * reveal them: few ways to divide so few records give it.
 */
function gapOf(women: PayGroup | undefined, men: PayGroup | undefined, designEffect: number): Gap {
  if (women === undefined || men === undefined) return null;
  const [medianOfWomen, medianOfMen] = [rankedPercentile(women, 5000), rankedPercentile(men, 5000)];
  if (medianOfWomen === null || medianOfMen === null) return null;
  const difference = medianOfWomen - medianOfMen;
  const interval = medianDifferenceInterval(women, men, [designEffect, designEffect]);
  return {
    women: medianOfWomen / 100,
    men: medianOfMen / 100,
    difference: difference / 100,
    percent: (100 * difference) / medianOfMen,
    interval: interval && {
      lower: Math.round(interval.lower) / 100,
      upper: Math.round(interval.upper) / 100,
    },
  };
}

/** The product's groups that have records, from the least schooling to the most, not informed last. */
export function schoolingPanel(query: SalaryQuery, groups: Groups): SchoolingPanel {
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
export function agePanel(query: SalaryQuery, groups: Groups): AgePanel {
  const figuresFor = figuresByCode(query, 'age', groups);
  return {
    ...comparable(query),
    bands: keysOf(ageBands).map((faixa, index) => ({ faixa, ...figuresFor(index + 1) })),
    outside: groups.get(unknown)?.count ?? 0,
  };
}
