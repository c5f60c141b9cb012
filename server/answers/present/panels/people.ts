import { ageBands, genders, schoolingGroups } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { medianDifferenceInterval } from '../../../../shared/statistics/median-difference.ts';
import type { AgePanel, GenderPanel, SchoolingPanel } from '../../../../shared/contracts/panels.ts';
import { rankedPercentile } from '../../../../shared/statistics/percentile.ts';
import {
  fewestForGenderGap,
  fewestForSensitive,
} from '../../../../shared/statistics/design-effect.ts';
import type { Question } from '../../query/salary-query.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { fewestOf } from '../suppression/fewest-records.ts';
import { askedGroups } from './asked-groups.ts';
import { comparable, tellGroups } from './figures.ts';
import type { PayGroup } from '../../query/engine/pay-group.ts';

type Groups = ReadonlyMap<number, PayGroup>;
type Gap = GenderPanel['gap'];

const unknown = 0;

/** Both genders, whatever their records, and the unknown gender if it has records. */
export function genderPanel(question: Question, groups: Groups): GenderPanel {
  const tell = tellGroups(question, groups, [askedGroups(question, 'sex', groups)]);
  const fewest = fewestOf(question);
  const fewestForGap = fewest === fewestForSensitive ? fewest : fewestForGenderGap;
  const sideOf = (sexo: string): Side => {
    const group = groups.get(Number(sexo));
    return { group, isTold: tell(Number(sexo)).withheld === null };
  };
  return {
    ...comparable(question),
    genders: [
      ...keysOf(genders).map((genero) => ({ genero, ...tell(Number(genders[genero].sexo)) })),
      ...(groups.has(unknown) ? [{ genero: null, ...tell(unknown) }] : []),
    ],
    gap: gapOf(sideOf(genders.F.sexo), sideOf(genders.M.sexo), {
      fewest: fewestForGap,
      designEffect: designEffectOf(question),
    }),
  };
}

interface Side {
  readonly group: PayGroup | undefined;
  readonly isTold: boolean;
}

/** A percentage reveals neither of two suppressed medians. If one median is published, it would reveal the other. */
function gapOf(
  { group: women, ...ofWomen }: Side,
  { group: men, ...ofMen }: Side,
  { fewest, designEffect }: { readonly fewest: number; readonly designEffect: number },
): Gap {
  if (women === undefined || women.count < fewest) return null;
  if (men === undefined || men.count < fewest) return null;
  if (ofWomen.isTold !== ofMen.isTold) return null;
  const [medianOfWomen, medianOfMen] = [rankedPercentile(women, 5000), rankedPercentile(men, 5000)];
  if (medianOfWomen === null || medianOfMen === null) return null;
  const difference = medianOfWomen - medianOfMen;
  const percent = (100 * difference) / medianOfMen;
  if (!ofWomen.isTold) {
    const toTenths = Math.round(percent * 10) / 10;
    return { women: null, men: null, difference: null, percent: toTenths, interval: null };
  }
  const interval = medianDifferenceInterval(women, men, [designEffect, designEffect]);
  return {
    women: medianOfWomen / 100,
    men: medianOfMen / 100,
    difference: difference / 100,
    percent,
    interval: interval && {
      lower: Math.round(interval.lower) / 100,
      upper: Math.round(interval.upper) / 100,
    },
  };
}

/** The product's groups that have records, from the least schooling to the most, not informed last. */
export function schoolingPanel(question: Question, groups: Groups): SchoolingPanel {
  const tell = tellGroups(question, groups, [askedGroups(question, 'schooling', groups)]);
  return {
    ...comparable(question),
    groups: keysOf(schoolingGroups)
      .filter((escolaridade) => groups.has(Number(escolaridade)))
      .map((escolaridade) => ({
        escolaridade,
        nome: schoolingGroups[escolaridade],
        ...tell(Number(escolaridade)),
      })),
  };
}

/** Every band, whatever its records. */
export function agePanel(question: Question, groups: Groups): AgePanel {
  const tell = tellGroups(question, groups, [askedGroups(question, 'age', groups)]);
  return {
    ...comparable(question),
    bands: keysOf(ageBands).map((faixa, index) => ({ faixa, ...tell(index + 1) })),
    outside: groups.get(unknown)?.count ?? 0,
  };
}
