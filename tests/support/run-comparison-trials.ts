import type { MonthBeside, Verdict } from '../../server/registry/comparison/judged-file.ts';
import type { FileKind } from '../../shared/contracts/uploads.ts';
import type { ChangedLines } from '../../server/registry/comparison/line-changes.ts';
import type { FileProfile, MonthProfile } from '../../server/registry/comparison/profile.ts';
import { judgeBeside, type TrialFile, type TrialLines, type Trials } from './comparison-trials.ts';
import { trialDamages, type TrialDamage } from './trial-damage.ts';
import type { TrialPlace } from './trial-places.ts';

/** The validation result of one file. */
export interface TrialResult {
  readonly place: string;
  readonly kind: FileKind;
  readonly month: string;
  readonly lines: number;
  /** Null for a genuine file. */
  readonly damage: string | null;
  /** `said`: it passed, and the comparison states that such damage is undetectable. */
  readonly outcome: 'held' | 'said' | 'passed';
  readonly reasons: readonly string[];
  /** Published over the genuine file of its month; otherwise the month's first version. */
  readonly isAgain: boolean;
  /** How far the damage moves the published figures, as shares; undefined for a genuine file. */
  readonly moved?: Moved;
  /** Whether it changes at least 0.5 % of the lines and moves the mean, the median or the count by at least 1 %. */
  readonly moves: boolean;
}

/** Relative differences of a damaged file's figures from the genuine file's. */
interface Moved {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
}

export interface TrialOrder {
  readonly place: TrialPlace;
  /** The months of the place's kind of file, ascending. */
  readonly lines: readonly TrialLines[];
  /** Months (from 0) for which a damaged file is also tried, each with the number that selects the damage. */
  readonly damagedAt: ReadonlyMap<number, number>;
}

/** Loads a place's months in order, each validated against those before it; damaged ones are never published. */
export async function runTrials(trials: Trials, order: TrialOrder): Promise<TrialResult[]> {
  const { place, lines, damagedAt } = order;
  const published: MonthBeside[] = [];
  const results: TrialResult[] = [];
  for (const [at, own] of lines.entries()) {
    const turn = damagedAt.get(at);
    if (turn !== undefined)
      results.push(...(await damaged(trials, order, { at, turn, published })));
    const file = await trials.profile(own, place.taking(own.month));
    if (file === undefined) continue;
    const { profile } = file;
    const { findings } = judgeBeside({ ...own, profile }, published);
    results.push({
      place: place.name,
      kind: own.kind,
      month: own.month,
      damage: null,
      lines: profile.total.lines,
      outcome: findings.length > 0 ? 'held' : 'passed',
      reasons: findings.map(({ message }) => message),
      isAgain: false,
      moves: false,
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
  const spoiledBy = (spoil: TrialDamage['spoil']) =>
    trials.profile(source, spoil(place.taking(source.month), own, variant));
  const file = await spoiledBy(damage.spoil);
  const honest = await trials.profile(own, place.taking(own.month));
  if (file === undefined || honest === undefined) return [];
  const changed = await trials.changed(own.kind, honest, file);
  const result = (verdict: Verdict, isAgain: boolean): TrialResult => ({
    place: place.name,
    kind: own.kind,
    month: own.month,
    damage: damage.name,
    lines: file.profile.total.lines,
    outcome:
      verdict.findings.length > 0
        ? 'held'
        : verdict.untold.includes(damage.about)
          ? 'said'
          : 'passed',
    reasons: verdict.findings.map(({ message }) => message),
    isAgain,
    moved: movedBy(honest.profile, file.profile),
    moves: isMoved(honest.profile, file.profile, changed),
  });
  const withHonest = [...published, { month: own.month, profile: honest.profile }];
  /** Validates a version against the published one and, if that differs, the genuine one. */
  const judgedAgain = async (version: TrialFile, before: TrialFile) => {
    const gone = before === honest ? 0 : (await trials.changed(own.kind, honest, version)).gone;
    return judgeBeside({ ...own, profile: version.profile }, withHonest, {
      published: before.profile,
      changed: await trials.changed(own.kind, before, version),
      approved: before === honest ? undefined : { gone, lines: honest.profile.total.lines },
    });
  };
  let before = honest;
  for (const step of damage.steps ?? []) {
    const version = await spoiledBy(step);
    if (version === undefined) continue;
    if ((await judgedAgain(version, before)).findings.length === 0) before = version;
  }
  const again = result(await judgedAgain(file, before), true);
  return damage.isRevision
    ? [again]
    : [result(judgeBeside({ ...own, profile: file.profile }, published), false), again];
}

const shareMoved = (before: number, after: number) =>
  before === 0 ? 0 : Math.abs(after / before - 1);

const movedBy = ({ total: honest }: FileProfile, { total: spoiled }: FileProfile): Moved => ({
  count: shareMoved(honest.lines, spoiled.lines),
  mean: shareMoved(mean(honest), mean(spoiled)),
  median: shareMoved(honest.median_wage ?? 0, spoiled.median_wage ?? 0),
});

/** Which damage a load must hold, independent of the validation: plain counts of the two files. */
function isMoved(
  honest: FileProfile,
  spoiled: FileProfile,
  { gone, added }: ChangedLines,
): boolean {
  const { count, mean: ofMean, median } = movedBy(honest, spoiled);
  return (
    Math.max(gone, added) >= honest.total.lines * 0.005 && Math.max(count, ofMean, median) >= 0.01
  );
}

const mean = ({ wage_sum, wage_count }: MonthProfile) => wage_sum / Math.max(1, wage_count);
