import { expect, test } from 'vitest';
import { joinedDistribution } from './joined-distribution.ts';

const distribution = (salaries: readonly number[]) => {
  const records = Map.groupBy(salaries, (salary) => salary);
  const centavos = [...records.keys()].toSorted((one, other) => one - other);
  return { centavos, counts: centavos.map((salary) => records.get(salary)?.length ?? 0) };
};

test.each([0, 1, 2, 3, 5, 8])('%i distributions have the records of all of them', (length) => {
  const salaries = Array.from({ length }, (_, part) =>
    Array.from({ length: part * 7 }, (__, at) => ((at * (part + 3)) % 23) * 10_000),
  );
  expect(joinedDistribution(salaries.map(distribution))).toEqual(distribution(salaries.flat()));
});
