import type { EqualityRaces, EqualityRow } from '../../../shared/contracts/equality.ts';
import { LinearAttack, type Attack } from './linear-attack.ts';

const fewest = 30;
const possible = { lower: 300, upper: 198_000 };

/**
 * The facts that follow from a group's own row and its races together: the races of each sex add up to the row. A race
 * with all women or men of the group is the group itself, which the row publishes.
 */
export function racesAttack(whole: EqualityRow, races: EqualityRaces['rows']): Attack {
  const attack = new LinearAttack();
  const few: string[] = [];
  let complementary = 0;
  for (const sex of ['women', 'men'] as const) {
    const put = (name: string, count: number, average: number | null) => {
      attack.group(name, { count, average, quartiles: null, bounds: possible });
      return name;
    };
    const all = put(`${sex} whole`, whole[sex].count, whole[sex].mean);
    const parts = races.map((row) => {
      const { count, mean } = row[sex];
      const name = put(`${sex} ${row.race}`, count, mean);
      if (count > 0 && count < Math.min(fewest, whole[sex].count)) few.push(name);
      if (count >= fewest && mean === null) complementary += 1;
      return name;
    });
    attack.addUp(all, parts);
  }
  for (const { race, women, men, meanRatio } of races) {
    if (meanRatio === null) continue;
    const terms = new Map([
      [`women ${race}`, 1 / women.count],
      [`men ${race}`, -meanRatio / men.count],
    ]);
    attack.equal(terms, 0, 0.02);
  }
  return {
    recovered: few.filter((name) => attack.isRecovered(name)),
    primary: few.length,
    complementary,
  };
}
