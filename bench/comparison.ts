/**
 * Compares genuine and damaged files as loads do before they publish, and reports how many were held for approval:
 * `node bench/comparison.ts [months [damaged [kind]]]`. A month of each installation of `tests/support/trial-places.ts`
 * is a load.
 */
import { openTrials, type TrialLines } from '../tests/support/comparison-trials.ts';
import { runTrials, type TrialResult } from '../tests/support/run-comparison-trials.ts';
import { trialPlaces } from '../tests/support/trial-places.ts';
import { trialDamages } from '../tests/support/trial-damage.ts';
import { monthLater } from '../server/reference/months.ts';

const monthCount = Number(process.argv[2] ?? 30);
const damagedCount = Number(process.argv[3] ?? 210);
const onlyKind = process.argv[4];
const places = trialPlaces.filter(({ kind }) => onlyKind === undefined || kind === onlyKind);
const months = Array.from({ length: monthCount + 1 }, (_, later) => monthLater('202101', later));

const begun = performance.now();
const trials = await openTrials();
try {
  const made = [
    ...(onlyKind === undefined || onlyKind === 'MOV'
      ? await trials.generate(months, 100_000, ['MOV'])
      : []),
    ...(onlyKind === 'MOV' ? [] : await trials.generate(months, 1_500_000, ['FOR', 'EXC'])),
  ];
  const results: TrialResult[] = [];
  const perPlace = Math.ceil(damagedCount / places.length);
  for (const [index, place] of places.entries()) {
    const lines = linesFor(made, place.kind);
    const damagedAt = new Map(
      Array.from({ length: perPlace }, (_, turn) => [
        (turn * 5 + index * 3) % monthCount,
        index * perPlace + turn,
      ]),
    );
    const own = await runTrials(trials, { place, lines, damagedAt });
    results.push(...own);
    console.error(`${place.kind} ${place.name}: ${told(own)}`);
    for (const result of own.filter(
      ({ damage, outcome }) => (damage === null) === (outcome === 'held'),
    )) {
      console.error(JSON.stringify(result));
    }
  }
  report(results);
} finally {
  await trials.close();
}

/**
 * Skips the first main file, because the first month has no late lines: each kind then has the same number of months.
 */
function linesFor(made: readonly TrialLines[], kind: string): TrialLines[] {
  return made.filter((lines) => lines.kind === kind).slice(kind === 'MOV' ? 1 : 0);
}

function report(results: readonly TrialResult[]): void {
  const honest = results.filter(({ damage }) => damage === null);
  console.log(`honest files: ${told(honest)}`);
  for (const kind of ['MOV', 'FOR', 'EXC']) {
    console.log(`  ${kind}: ${told(honest.filter((result) => result.kind === kind))}`);
  }
  for (const { place, kind, month, lines, reasons } of honest.filter(isHeld)) {
    console.log(`  ${kind} ${place}, ${month}, ${lines} lines: ${reasons.join(' | ')}`);
  }
  for (const isAgain of [false, true]) {
    console.log(isAgain ? 'damaged files, republished:' : 'damaged files, first versions:');
    const spoiled = results.filter((one) => one.damage !== null && one.isAgain === isAgain);
    console.table(
      Object.fromEntries([
        ...trialDamages.map(({ name }): [string, unknown] => [
          name,
          rowOf(spoiled.filter(({ damage }) => damage === name)),
        ]),
        ['all', rowOf(spoiled)],
        [
          'of them 0.5 % of the lines, 1 % of a figure',
          rowOf(spoiled.filter(({ moves }) => moves)),
        ],
      ]),
    );
  }
  for (const result of results.filter(
    ({ damage, outcome }) => damage !== null && outcome !== 'held',
  )) {
    console.log(JSON.stringify(result));
  }
  console.log(`${Math.round((performance.now() - begun) / 1000)} s`);
}

/** Outcomes of one kind of damage, and the largest change of a figure by files that are not held. */
function rowOf(results: readonly TrialResult[]) {
  const live = results.filter((result) => !isHeld(result)).map(({ moved }) => moved);
  const most = (name: 'count' | 'mean' | 'median') =>
    live.length === 0
      ? ''
      : `${(Math.max(...live.map((moved) => moved?.[name] ?? 0)) * 100).toFixed(1)} %`;
  return {
    tried: results.length,
    held: countOf(results, 'held'),
    'said untellable': countOf(results, 'said'),
    passed: countOf(results, 'passed'),
    'count moves': most('count'),
    'mean moves': most('mean'),
    'median moves': most('median'),
  };
}

function countOf(results: readonly TrialResult[], wanted: TrialResult['outcome']): number {
  return results.filter(({ outcome }) => outcome === wanted).length;
}

function isHeld({ outcome }: TrialResult): boolean {
  return outcome === 'held';
}

function told(results: readonly TrialResult[]): string {
  const sizes = results.map(({ lines }) => lines).toSorted((a, b) => a - b);
  return `${results.length} of ${sizes[0] ?? 0} to ${sizes.at(-1) ?? 0} lines: ${countOf(results, 'held')} held, ${countOf(results, 'said')} said to be untellable, ${countOf(results, 'passed')} passed`;
}
