import type { EqualityRaces, EqualityRow } from '../../../shared/contracts/equality.ts';
import { rankedOf, type AttackedEquality } from './equality-attack.ts';
import { LinearAttack, type Attack } from './linear-attack.ts';

const minOfRows = 5;
const minOfRaces = 30;
const possible = { lower: 300, upper: 198_000 };

/**
 * The facts that follow from a group's response and its races together: the rows of each sex, and the races of each sex,
 * add up to the group. A row or race with all women or men of the group is the group itself, which the response
 * publishes.
 */
export function racesAttack(
  { whole, rows }: AttackedEquality,
  races: EqualityRaces['rows'],
): Attack {
  const attack = new LinearAttack();
  const few: string[] = [];
  let complementary = 0;
  const split = (parts: readonly Part[], minRecords: number) => {
    for (const sex of ['women', 'men'] as const) {
      const names = parts.map((part) => {
        const { count, mean } = part[sex];
        const name = `${sex} ${part.name}`;
        const ranked = rankedOf(part[sex], part.designEffect);
        attack.group(name, { count, average: mean, quartiles: null, ranked, bounds: possible });
        if (count > 0 && count < Math.min(minRecords, whole[sex].count)) few.push(name);
        if (count >= minRecords && mean === null) complementary += 1;
        return name;
      });
      if (names.length > 0) attack.addUp(`${sex} whole`, names);
    }
    for (const { name, women, men, meanRatio } of parts) {
      if (meanRatio === null) continue;
      const terms = new Map([
        [`women ${name}`, 1 / women.count],
        [`men ${name}`, -meanRatio / men.count],
      ]);
      attack.equal(terms, 0, 0.02);
    }
  };
  for (const sex of ['women', 'men'] as const) {
    const { count, mean } = whole[sex];
    const ranked = rankedOf(whole[sex], whole.designEffect);
    attack.group(`${sex} whole`, {
      count,
      average: mean,
      quartiles: null,
      ranked,
      bounds: possible,
    });
  }
  split(
    rows.map((row) => ({ ...row, name: `in ${row.code}` })),
    minOfRows,
  );
  split(
    races.map((row) => ({ ...row, name: `of race ${row.race}` })),
    minOfRaces,
  );
  return {
    recovered: few.filter((name) => attack.isRecovered(name)),
    primary: few.length,
    complementary,
  };
}

/** A row or a race. */
type Part = Pick<EqualityRow, 'women' | 'men' | 'meanRatio' | 'designEffect'> & {
  readonly name: string;
};
