import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthLater } from '../../server/reference/months.ts';
import { openTrials, type TrialLines, type Trials } from '../support/comparison-trials.ts';
import { runTrials, type TrialResult } from '../support/run-comparison-trials.ts';
import { trialDamages } from '../support/trial-damage.ts';
import { trialPlaces } from '../support/trial-places.ts';

const months = Array.from({ length: 8 }, (_, later) => monthLater('202210', later));

let trials: Trials;
let made: TrialLines[];
beforeAll(async () => {
  trials = await openTrials();
  made = await trials.generate(months, 20_000, ['MOV', 'FOR']);
});
afterAll(() => trials.close());

const tried = (name: string, kind: string, turn: number): Promise<TrialResult[]> => {
  const place = trialPlaces.find((one) => one.name === name && one.kind === kind);
  if (place === undefined) throw new Error(`There is no ${kind} of ${name}.`);
  const lines = made.filter((one) => one.kind === kind);
  // Every damage once, in the last months, beside what is published by then.
  const damagedAt = new Map(
    Array.from({ length: 4 }, (_, at) => [lines.length - 1 - at, turn + at]),
  );
  return runTrials(trials, { place, lines, damagedAt });
};

test.each([
  ['100 % of the country', 'MOV', 0],
  ['30 % of the country', 'MOV', 4],
  ['MG', 'MOV', 7],
  ['RR', 'MOV', 11],
  ['employers that come and go', 'MOV', 14],
  ['100 % of the country', 'FOR', 0],
  ['100 % of the country, many at once', 'FOR', 4],
])(
  'of %s, %s, no honest month waits and no damaged one goes live unsaid',
  async (name, kind, turn) => {
    const results = await tried(name, kind, turn);
    const told = results.map(({ damage, month, outcome, reasons }) => ({
      damage,
      month,
      outcome,
      reasons,
    }));
    expect(told.filter(({ damage, outcome }) => damage === null && outcome === 'held')).toEqual([]);
    expect(told.filter(({ damage, outcome }) => damage !== null && outcome === 'passed')).toEqual(
      [],
    );
    expect(results.filter(({ damage }) => damage !== null).length).toBe(4);
  },
  120_000,
);

test('every damage is held where there are lines enough to tell', async () => {
  const place = trialPlaces.find(({ name }) => name === '100 % of the country');
  if (place === undefined) throw new Error('There is no such place.');
  const lines = made.filter(({ kind }) => kind === 'MOV');
  const outcomes = new Map<string | null, string>();
  for (const turn of trialDamages.keys()) {
    const results = await runTrials(trials, {
      place,
      lines: lines.slice(0, 3),
      damagedAt: new Map([[2, turn]]),
    });
    for (const { damage, outcome } of results) outcomes.set(damage, outcome);
  }
  expect(Object.fromEntries(outcomes)).toEqual({
    null: 'passed',
    'pay × 100': 'held',
    'pay ÷ 100': 'held',
    'decimal point deleted': 'held',
    'half of the lines': 'held',
    'a column emptied': 'held',
    'columns shifted': 'held',
    'another month': 'held',
  });
});
