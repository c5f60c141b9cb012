import type { NeighbourMonth } from '../../server/registry/comparison/checked-file.ts';
import type { FileKind } from '../../shared/contracts/uploads.ts';
import type { ChangedLines } from '../../server/registry/comparison/line-changes.ts';
import type { FileProfile, MonthProfile } from '../../server/registry/comparison/profile.ts';
import type { Validation } from '../../server/registry/comparison/validate.ts';
import {
  validateTrial,
  type TrialFile,
  type TrialLines,
  type Trials,
} from './comparison-trials.ts';
import { trialDamages, type TrialDamage } from './trial-damage.ts';
import type { TrialPlace } from './trial-places.ts';

/** What a file is compared with: an empty installation, the months before it, or the genuine file of its month. */
export const trialStages = ['first load', 'new month', 'republished'] as const;
export type TrialStage = (typeof trialStages)[number];

/** The validation result of one file. */
export interface TrialResult {
  readonly place: string;
  readonly kind: FileKind;
  readonly month: string;
  readonly lines: number;
  /** Null for a genuine file. */
  readonly damage: string | null;
  readonly stage: TrialStage;
  /** `said`: it passed, and the comparison states that such damage is undetectable. */
  readonly outcome: 'held' | 'said' | 'passed';
  /** The checks that held it. */
  readonly checks: readonly string[];
  readonly reasons: readonly string[];
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
  const published: NeighbourMonth[] = [];
  const results: TrialResult[] = [];
  for (const [at, own] of lines.entries()) {
    const genuine = await trials.profile(own, place.taking(own.month));
    if (genuine === undefined) continue;
    const { profile } = genuine;
    const official = officialOf(place, profile);
    const common = {
      place: place.name,
      kind: own.kind,
      month: own.month,
      lines: profile.total.lines,
      damage: null,
      moves: false,
    };
    const stages = [
      { stage: 'first load', ...validateTrial({ ...own, profile, official }, []) },
      { stage: 'new month', ...validateTrial({ ...own, profile, official }, published) },
    ] as const;
    for (const { stage, findings } of published.length === 0 ? stages.slice(0, 1) : stages) {
      const outcome = findings.length > 0 ? 'held' : 'passed';
      results.push({ ...common, stage, outcome, ...reasonsOf(findings) });
    }
    const turn = damagedAt.get(at);
    if (turn !== undefined) {
      results.push(...(await damaged(trials, order, { at, turn, published, genuine })));
    }
    published.push({ month: own.month, profile });
  }
  return results;
}

/** What the ministry publishes about a genuine file. */
const officialOf = ({ kind, isCountry }: TrialPlace, { total }: FileProfile) =>
  kind === 'MOV' && isCountry
    ? { admissions: total.admissions, separations: total.separations, source: 'trial' }
    : undefined;

const reasonsOf = (findings: Validation['findings']) => ({
  checks: [...new Set(findings.map(({ check }) => check))],
  reasons: findings.map(({ message }) => message),
});

interface Damaged {
  readonly at: number;
  readonly turn: number;
  readonly published: readonly NeighbourMonth[];
  readonly genuine: TrialFile;
}

async function damaged(
  trials: Trials,
  { place, lines }: TrialOrder,
  { at, turn, published, genuine }: Damaged,
): Promise<TrialResult[]> {
  const own = lines[at];
  const damage = trialDamages[turn % trialDamages.length];
  const source = damage?.isOfMonthBefore ? lines[at - 1] : own;
  if (own === undefined || damage === undefined || source === undefined) return [];
  const variant = Math.floor(turn / trialDamages.length);
  const spoiledBy = (spoil: TrialDamage['spoil']) =>
    trials.profile(source, spoil(place.taking(source.month), own, variant));
  const file = await spoiledBy(damage.spoil);
  if (file === undefined) return [];
  const changed = await trials.changed(own.kind, genuine, file);
  const result = ({ findings, undetectable }: Validation, stage: TrialStage): TrialResult => ({
    place: place.name,
    kind: own.kind,
    month: own.month,
    damage: damage.name,
    lines: file.profile.total.lines,
    stage,
    outcome: findings.length > 0 ? 'held' : undetectable.includes(damage.about) ? 'said' : 'passed',
    ...reasonsOf(findings),
    moved: movedBy(genuine.profile, file.profile),
    moves: isMoved(genuine.profile, file.profile, changed),
  });
  const withGenuine = [...published, { month: own.month, profile: genuine.profile }];
  /** Validates a version against the published one and, if that differs, the genuine one. */
  const validateAgain = (
    version: TrialFile,
    before: TrialFile,
    { fromBefore, fromGenuine }: { fromBefore: ChangedLines; fromGenuine: ChangedLines },
  ) =>
    validateTrial({ ...own, profile: version.profile }, withGenuine, {
      published: before.profile,
      changed: fromBefore,
      approved:
        before === genuine
          ? undefined
          : { gone: fromGenuine.gone, lines: genuine.profile.total.lines },
    });
  let before = genuine;
  for (const step of damage.steps ?? []) {
    const version = await spoiledBy(step);
    if (version === undefined) continue;
    const fromBefore = await trials.changed(own.kind, before, version);
    const fromGenuine = await trials.changed(own.kind, genuine, version);
    const { findings } = validateAgain(version, before, { fromBefore, fromGenuine });
    if (findings.length === 0) before = version;
  }
  const fromBefore = before === genuine ? changed : await trials.changed(own.kind, before, file);
  const again = validateAgain(file, before, { fromBefore, fromGenuine: changed });
  const republished = result(again, 'republished');
  if (damage.isRevision) return [republished];
  const official = officialOf(place, genuine.profile);
  const profile = { ...own, profile: file.profile, official };
  return [
    ...(damage.isOfMonthBefore ? [] : [result(validateTrial(profile, []), 'first load')]),
    ...(published.length === 0 ? [] : [result(validateTrial(profile, published), 'new month')]),
    republished,
  ];
}

const shareMoved = (before: number, after: number) =>
  before === 0 ? 0 : Math.abs(after / before - 1);

const movedBy = ({ total: genuine }: FileProfile, { total: spoiled }: FileProfile): Moved => ({
  count: shareMoved(genuine.lines, spoiled.lines),
  mean: shareMoved(mean(genuine), mean(spoiled)),
  median: shareMoved(genuine.median_wage ?? 0, spoiled.median_wage ?? 0),
});

/** Which damage a load must hold, independent of the validation: plain counts of the two files. */
function isMoved(
  genuine: FileProfile,
  spoiled: FileProfile,
  { gone, added }: ChangedLines,
): boolean {
  const { count, mean: ofMean, median } = movedBy(genuine, spoiled);
  return (
    Math.max(gone, added) >= genuine.total.lines * 0.005 && Math.max(count, ofMean, median) >= 0.01
  );
}

const mean = ({ wage_sum, wage_count }: MonthProfile) => wage_sum / Math.max(1, wage_count);
