import { ageBands, genders, schoolingGroups } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { medianDifferenceInterval } from '../../../shared/statistics/median-difference.ts';
import type { AgePanel, GenderPanel, SchoolingPanel } from '../../../shared/contracts/panels.ts';
import { rankedPercentile } from '../../../shared/statistics/percentile.ts';
import { fewestForGenderGap } from '../../../shared/statistics/sample-size.ts';
import { figuresOf, recordsOfAll } from './figures.ts';
import type { PayGroup } from './pay-group.ts';

type Groups = ReadonlyMap<number, PayGroup>;

const unknown = 0;

/** Both genders, whatever their records, and the unknown where there are any. */
export function genderPanel(groups: Groups): GenderPanel {
  const all = recordsOfAll(groups);
  const ofSex = (sexo: string) => groups.get(Number(sexo));
  return {
    genders: [
      ...keysOf(genders).map((genero) => ({
        genero,
        ...figuresOf(ofSex(genders[genero].sexo), all),
      })),
      ...(groups.has(unknown) ? [{ genero: null, ...figuresOf(groups.get(unknown), all) }] : []),
    ],
    gap: gapOf(ofSex(genders.F.sexo), ofSex(genders.M.sexo)),
  };
}

function gapOf(women: PayGroup | undefined, men: PayGroup | undefined): GenderPanel['gap'] {
  if (women === undefined || women.count < fewestForGenderGap) return null;
  if (men === undefined || men.count < fewestForGenderGap) return null;
  const [medianOfWomen, medianOfMen] = [rankedPercentile(women, 5000), rankedPercentile(men, 5000)];
  if (medianOfWomen === null || medianOfMen === null) return null;
  const difference = medianOfWomen - medianOfMen;
  const interval = medianDifferenceInterval(women, men);
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
export function schoolingPanel(groups: Groups): SchoolingPanel {
  const all = recordsOfAll(groups);
  return {
    groups: keysOf(schoolingGroups)
      .filter((escolaridade) => groups.has(Number(escolaridade)))
      .map((escolaridade) => ({
        escolaridade,
        nome: schoolingGroups[escolaridade],
        ...figuresOf(groups.get(Number(escolaridade)), all),
      })),
  };
}

/** Every band, whatever its records. */
export function agePanel(groups: Groups): AgePanel {
  const all = recordsOfAll(groups);
  return {
    bands: keysOf(ageBands).map((faixa, index) => ({
      faixa,
      ...figuresOf(groups.get(index + 1), all),
    })),
    outside: groups.get(unknown)?.count ?? 0,
  };
}
