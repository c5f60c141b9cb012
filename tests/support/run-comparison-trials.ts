import type { MonthBeside } from '../../server/registry/comparison/judged-file.ts';
import type { FileKind } from '../../shared/contracts/uploads.ts';
import { judgeBeside, type TrialLines, type Trials } from './comparison-trials.ts';
import { trialDamages } from './trial-damage.ts';
import type { TrialPlace } from './trial-places.ts';

/** How one file was judged. */
export interface TrialResult {
  readonly place: string;
  readonly kind: FileKind;
  readonly month: string;
  readonly lines: number;
  /** Null for an honest file. */
  readonly damage: string | null;
  /** `said`: it passed, and the comparison says that such damage could not be told. */
  readonly outcome: 'held' | 'said' | 'passed';
  readonly reasons: readonly string[];
}

export interface TrialOrder {
  readonly place: TrialPlace;
  /** The place's kind of file, ascending. */
  readonly lines: readonly TrialLines[];
  /** Months (from 0) of which a damaged file is tried too, each with the turn that chooses the damage. */
  readonly damagedAt: ReadonlyMap<number, number>;
}

/** Loads a place's months in their order, each judged beside those before it; damaged ones are never published. */
export async function runTrials(trials: Trials, order: TrialOrder): Promise<TrialResult[]> {
  const { place, lines, damagedAt } = order;
  const published: MonthBeside[] = [];
  const results: TrialResult[] = [];
  for (const [at, own] of lines.entries()) {
    const turn = damagedAt.get(at);
    if (turn !== undefined)
      results.push(...(await damaged(trials, order, { at, turn, published })));
    const profile = await trials.profile(own, place.taking(own.month));
    if (profile === undefined) continue;
    const { findings } = judgeBeside({ ...own, profile }, published);
    results.push({
      place: place.name,
      kind: own.kind,
      month: own.month,
      damage: null,
      lines: profile.total.lines,
      outcome: findings.length > 0 ? 'held' : 'passed',
      reasons: findings.map(({ message }) => message),
    });
    published.push({ month: own.month, profile });
  }
  return results;
}

async function damaged(
  trials: Trials,
  { place, lines }: TrialOrder,
  { at, turn, published }: { at: number; turn: number; published: readonly MonthBeside[] },
): Promise<TrialResult[]> {
  const own = lines[at];
  const damage = trialDamages[turn % trialDamages.length];
  const source = damage?.isOfMonthBefore ? lines[at - 1] : own;
  if (own === undefined || damage === undefined || source === undefined) return [];
  const variant = Math.floor(turn / trialDamages.length);
  const taking = damage.spoil(place.taking(source.month), own, variant);
  const profile = await trials.profile(source, taking);
  if (profile === undefined) return [];
  const { findings, untold } = judgeBeside({ ...own, profile }, published);
  return [
    {
      place: place.name,
      kind: own.kind,
      month: own.month,
      damage: damage.name,
      lines: profile.total.lines,
      outcome: findings.length > 0 ? 'held' : untold.includes(damage.about) ? 'said' : 'passed',
      reasons: findings.map(({ message }) => message),
    },
  ];
}
