import { stepThrough } from './ascending-steps.ts';
import { equalNeighbours } from './equal-neighbours.ts';
import type { SalaryRun } from './layout.ts';
import { oneBehindAnother } from './number-blocks.ts';
import { ascending } from './order-lines.ts';

/** A run with the places of its salaries. */
export type PaidRun = Omit<
  SalaryRun,
  'firstCombination' | 'endCombination' | 'firstCombinationJump' | 'milestones'
>;
/** A run with the places of its salaries and of its combinations. */
export type CombinedRun = Omit<SalaryRun, 'milestones'>;

/** The distinct combinations of traits and flags of each run, ascending, with their numbers of lines. */
export function combinationsOf(
  paid: readonly PaidRun[],
  traits: Uint32Array,
  {
    start,
    firstCombination,
    firstCombinationJump,
  }: Pick<SalaryRun, 'start' | 'firstCombination' | 'firstCombinationJump'>,
) {
  const steps: Uint16Array[] = [];
  const jumps: number[] = [];
  const lines: number[] = [];
  const runs = paid.map((run): CombinedRun => {
    const first = firstCombination + lines.length;
    const firstJump = firstCombinationJump + jumps.length;
    const combinations: number[] = [];
    const sorted = ascending(traits.subarray(run.start - start, run.end - start));
    for (const { from, to } of equalNeighbours(sorted.length, (at) => sorted[at])) {
      combinations.push(sorted[from] ?? 0);
      lines.push(to - from);
    }
    const ofRun = new Uint16Array(combinations.length);
    stepThrough(Uint32Array.from(combinations), ofRun, jumps);
    steps.push(ofRun);
    return {
      ...run,
      firstCombination: first,
      endCombination: firstCombination + lines.length,
      firstCombinationJump: firstJump,
    };
  });
  return { runs, steps: oneBehindAnother(Uint16Array, steps), jumps, lines };
}
