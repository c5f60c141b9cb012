import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthLater } from '../../shared/codes/months.ts';
import { openTrials, type TrialLines, type Trials } from '../support/comparison-trials.ts';
import { runTrials, type TrialResult, type TrialStage } from '../support/run-comparison-trials.ts';
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
  const lines = made.filter((one) => one.kind === kind).slice(-6);
  // Damages the last four months, after two published ones.
  const damagedAt = new Map(
    Array.from({ length: 4 }, (_, at) => [lines.length - 1 - at, turn + at]),
  );
  return runTrials(trials, { place, lines, damagedAt });
};

test.each([
  ['MG', 'MOV', 7],
  ['RR', 'MOV', 11],
  ['employers that come and go', 'MOV', 14],
  ['100 % of the country', 'FOR', 0],
  ['100 % of the country, many at once', 'FOR', 4],
])(
  'of %s, %s, no genuine month waits and no damaged one is published unreported',
  async (name, kind, turn) => {
    const results = await tried(name, kind, turn);
    const compared = results
      .filter(({ stage }) => stage !== 'first load')
      .filter(({ damage, moves }) => damage === null || moves || !damage.includes('commas'))
      .map(({ damage, stage, month, outcome, reasons }) => ({
        damage,
        stage,
        month,
        outcome,
        reasons,
      }));
    expect(results.filter(({ damage, outcome }) => damage === null && outcome === 'held')).toEqual(
      [],
    );
    expect(
      compared.filter(({ damage, outcome }) => damage !== null && outcome === 'passed'),
    ).toEqual([]);
    expect(new Set(results.flatMap(({ damage }) => damage ?? [])).size).toBe(4);
  },
);

test('every damaged file with enough lines is held for approval', async () => {
  const place = trialPlaces.find(({ name }) => name === '100 % of the country');
  if (place === undefined) throw new Error('There is no such place.');
  const lines = made.filter(({ kind }) => kind === 'MOV');
  const results: TrialResult[] = [];
  // One damage per month, each next to two genuine months or more.
  const perRun = lines.length - 2;
  for (let first = 0; first < trialDamages.length; first += perRun) {
    const turns = trialDamages.slice(first, first + perRun).map((_, at) => first + at);
    const damagedAt = new Map(turns.map((turn, at) => [2 + at, turn]));
    const own = lines.slice(0, 2 + turns.length);
    results.push(...(await runTrials(trials, { place, lines: own, damagedAt })));
  }
  const genuine = results.filter(({ damage }) => damage === null);
  expect(genuine.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  // Lost commas in 0.2 % of the lines are fewer than the changes that a revision may contain.
  const telling = results.filter(
    ({ damage, moves, stage }) =>
      damage !== null && stage !== 'first load' && (moves || !damage.includes('commas')),
  );
  expect(telling.filter(({ outcome }) => outcome !== 'held')).toEqual([]);
  const damagesOf = (stage: TrialStage) =>
    telling.filter((one) => one.stage === stage).flatMap(({ damage }) => damage ?? []);
  const ofBoth = [
    'pay × 100',
    'pay ÷ 100',
    'decimal point deleted',
    'half of the lines',
    'a column emptied',
    'columns shifted',
    'another month',
    'commas lost in 0.5 %',
    'commas lost in 1 %',
    'commas lost in 2 %',
    'commas lost in 5 %',
    'commas lost in 30 %',
    'a column constant',
    'lines doubled',
  ];
  expect(damagesOf('new month')).toEqual(ofBoth);
  expect(damagesOf('republished')).toEqual([...ofBoth, 'cut to 98 %', 'cut to 76 %', 'ratchet']);
});
