/**
 * Judges honest and damaged files as loads do before they publish, and tells how many were held: `node
 * bench/comparison.ts [months [damaged]]`. A month of each installation of `tests/support/trial-places.ts` is a load.
 */
import { openTrials, type TrialLines } from '../tests/support/comparison-trials.ts';
import { runTrials, type TrialResult } from '../tests/support/run-comparison-trials.ts';
import { trialPlaces } from '../tests/support/trial-places.ts';
import { trialDamages } from '../tests/support/trial-damage.ts';
import { monthLater } from '../server/reference/months.ts';

const monthCount = Number(process.argv[2] ?? 30);
const damagedCount = Number(process.argv[3] ?? 210);
const months = Array.from({ length: monthCount + 1 }, (_, later) => monthLater('202101', later));

const begun = performance.now();
const trials = await openTrials();
try {
  const made = [
    ...(await trials.generate(months, 100_000, ['MOV'])),
    ...(await trials.generate(months, 1_500_000, ['FOR', 'EXC'])),
  ];
  const results: TrialResult[] = [];
  const perPlace = Math.ceil(damagedCount / trialPlaces.length);
  for (const [index, place] of trialPlaces.entries()) {
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

/** The first month has no late lines, so that each kind has as many months. */
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
  const spoiled = results.filter(({ damage }) => damage !== null);
  console.log(`damaged files: ${told(spoiled)}`);
  for (const { name } of trialDamages) {
    console.log(`  ${name}: ${told(spoiled.filter(({ damage }) => damage === name))}`);
  }
  for (const result of spoiled.filter(({ outcome }) => outcome === 'passed')) {
    console.log(`  passed: ${JSON.stringify(result)}`);
  }
  console.log(`${Math.round((performance.now() - begun) / 1000)} s`);
}

function isHeld({ outcome }: TrialResult): boolean {
  return outcome === 'held';
}

function told(results: readonly TrialResult[]): string {
  const of = (wanted: TrialResult['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const sizes = results.map(({ lines }) => lines).toSorted((a, b) => a - b);
  return `${results.length} of ${sizes[0] ?? 0} to ${sizes.at(-1) ?? 0} lines: ${of('held')} held, ${of('said')} said to be untellable, ${of('passed')} passed`;
}
