/**
 * Compares genuine and damaged files as loads do before they publish, and reports how many were held for approval:
 * `npm run bench -- comparison [months [damaged [kind]]]`. A month of each installation of `tests/support/trial-places.ts`
 * is a load, once into an empty installation and once beside the months before it.
 */
import { openTrials } from '../tests/support/comparison-trials.ts';
import {
  runTrials,
  trialStages,
  type TrialResult,
} from '../tests/support/run-comparison-trials.ts';
import { trialPlaces } from '../tests/support/trial-places.ts';
import { trialDamages } from '../tests/support/trial-damage.ts';
import { monthLater } from '../shared/codes/months.ts';

const monthCount = Number(process.argv[2] ?? 15);
const damagedCount = Number(process.argv[3] ?? 300);
const onlyKind = process.argv[4];
const kinds = (['MOV', 'FOR', 'EXC'] as const).filter((kind) => (onlyKind ?? kind) === kind);
const places = trialPlaces.filter(({ kind }) => kinds.includes(kind));
const months = Array.from({ length: monthCount + 1 }, (_, later) => monthLater('202101', later));
/** Lines a month in all kinds, from which each kind is made: few of them are late or exclusions. */
const linesPerMonth = { MOV: 50_000, FOR: 800_000, EXC: 800_000 } as const;

const begun = performance.now();
const results: TrialResult[] = [];
const perPlace = Math.ceil(damagedCount / places.length);
for (const kind of kinds) {
  // An engine for each kind: the lines of the others would only be in the way.
  const trials = await openTrials();
  try {
    const made = await trials.generate(months, linesPerMonth[kind], [kind]);
    // The first month has no late lines: each kind has the same number of months.
    const lines = made.slice(-monthCount);
    for (const [index, place] of places.entries()) {
      if (place.kind !== kind) continue;
      const damagedAt = new Map(
        Array.from({ length: perPlace }, (_, turn) => [
          (turn + index * 3) % monthCount,
          index * perPlace + turn,
        ]),
      );
      const own = await runTrials(trials, { place, lines, damagedAt });
      results.push(...own);
      console.error(`${seconds()} s ${kind} ${place.name}: ${summary(own)}`);
    }
  } finally {
    await trials.close();
  }
}
report();

function seconds(): number {
  return Math.round((performance.now() - begun) / 1000);
}

function report(): void {
  const genuine = results.filter(({ damage }) => damage === null);
  const spoiled = results.filter(({ damage }) => damage !== null);
  for (const kind of kinds) {
    const own = genuine.filter((result) => result.kind === kind);
    for (const stage of trialStages.slice(0, 2)) {
      console.log(`genuine ${kind}, ${stage}: ${summary(own.filter(isOf({ stage })))}`);
    }
  }
  for (const result of genuine.filter(({ outcome }) => outcome === 'held')) {
    console.log(JSON.stringify(result));
  }
  for (const stage of trialStages) {
    console.log(`damaged files, ${stage}: held of tried, and of them those that move a figure`);
    const own = spoiled.filter(isOf({ stage }));
    console.table(
      Object.fromEntries(
        [...trialDamages.map(({ name }) => name), 'all'].map((name) => [
          name,
          rowOf(own.filter(({ damage }) => name === 'all' || damage === name)),
        ]),
      ),
    );
  }
  console.log('files that each check held, and files that it alone held');
  const held = spoiled.filter(({ outcome }) => outcome === 'held');
  const names = [...new Set(held.flatMap(({ checks }) => checks))].toSorted();
  console.table(
    Object.fromEntries(
      names.map((name) => {
        const own = held.filter(({ checks }) => checks.includes(name));
        const alone = own.filter(({ checks }) => checks.length === 1);
        const which = [...new Set(alone.map(({ damage, stage }) => `${damage} (${stage})`))];
        return [name, { held: own.length, alone: alone.length, which: which.join(', ') }];
      }),
    ),
  );
  for (const { reasons: _, ...result } of spoiled.filter(({ outcome }) => outcome !== 'held')) {
    console.log(JSON.stringify(result));
  }
  console.log(`${seconds()} s`);
}

function isOf({ stage }: Pick<TrialResult, 'stage'>) {
  return (result: TrialResult) => result.stage === stage;
}

/** Held and tried files by kind, and the largest change of a figure by files that are not held. */
function rowOf(own: readonly TrialResult[]) {
  const live = own.filter(({ outcome }) => outcome !== 'held').map(({ moved }) => moved);
  const most = (name: 'count' | 'mean' | 'median') =>
    live.length === 0
      ? ''
      : `${(Math.max(...live.map((moved) => moved?.[name] ?? 0)) * 100).toFixed(1)} %`;
  return {
    ...Object.fromEntries(
      kinds.map((kind) => [kind, heldOf(own.filter((result) => result.kind === kind))]),
    ),
    moving: heldOf(own.filter(({ moves }) => moves)),
    reported: countOf(own, 'said'),
    count: most('count'),
    mean: most('mean'),
    median: most('median'),
  };
}

function heldOf(own: readonly TrialResult[]): string {
  return own.length === 0 ? '' : `${countOf(own, 'held')} of ${own.length}`;
}

function countOf(own: readonly TrialResult[], wanted: TrialResult['outcome']): number {
  return own.filter(({ outcome }) => outcome === wanted).length;
}

function summary(own: readonly TrialResult[]): string {
  const sizes = own.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const genuine = own.filter(({ damage }) => damage === null);
  return `${own.length} of ${sizes[0] ?? 0} to ${sizes.at(-1) ?? 0} lines: ${countOf(genuine, 'held')} genuine held, ${countOf(own, 'held')} held, ${countOf(own, 'said')} reported, ${countOf(own, 'passed')} passed`;
}
