import { greatest } from 'd3-array';
import {
  Comparison,
  type LineRevision,
  type LoadLimits,
} from '../../../shared/contracts/comparison.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { PublishedFile } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import { isBeyondRevision } from './check-revision.ts';
import type { CheckedFile } from './checked-file.ts';
import { changesBetween } from './line-sums.ts';
import { countChangedLines, describeChanges, type ChangedLines } from './line-changes.ts';
import { profileOf, storedProfiles, type FileProfile, type ProfileDeps } from './profile.ts';

/** The earlier versions of the same kind and month with which a republished month is compared. */
export type EarlierVersions = Pick<CheckedFile, 'version' | 'revision'> & {
  /** The version that users see. */
  readonly published: FileProfile | undefined;
  /** Finds which columns changed, with examples; undefined for a new month. It scans both versions again. */
  readonly describe?: () => Promise<Pick<LineRevision, 'changes' | 'examples'>>;
};

/** What a file is compared with: the published files, within these limits. */
export interface Published {
  readonly published: readonly PublishedFile[];
  readonly limits: LoadLimits;
}

/** Compares a staged file with the earlier versions of its month, line by line where their lines are stored. */
export async function earlierVersions(
  deps: ProfileDeps,
  file: PublishedFile,
  { published, limits }: Published,
): Promise<EarlierVersions> {
  const { kind, month } = file;
  const replaced = published.find((other) => other.kind === kind && other.month === month);
  if (replaced === undefined) return { published: undefined, version: undefined };
  const { current, approved, largest } = await referenceVersions(deps.store, replaced);
  const profile = await versionProfile(deps, kind, current);
  if (profile === undefined) throw new Error(`Batch ${current.batch} has no profile.`);
  const publishedLines = profile.total.lines;
  const usualPercent = await usualRevision(deps.store, kind);
  const limit = Math.max(limits.revisionPercent, usualPercent);
  const compare = lineComparison(deps, file);
  const changed = await compare.count(current);
  const isOther = ({ batch, isStored }: PublishedVersion) => isStored && batch !== current.batch;
  const isRestored =
    isBeyondRevision(changed, publishedLines, limit) &&
    isOther(largest) &&
    !isBeyondRevision(await compare.count(largest), largest.lines, limit);
  const lost = isOther(approved)
    ? { gone: (await compare.count(approved)).gone, lines: approved.lines }
    : undefined;
  const reference = await versionProfile(deps, kind, isRestored ? largest : approved);
  const revision: LineRevision = {
    publishedLines,
    ...changed,
    isRestored,
    changes: [],
    examples: [],
  };
  return {
    published: profile,
    version: reference ?? profile,
    revision: { current: revision, published: profile.total, approved: lost, usualPercent },
    describe: () => compare.describe(current, changed),
  };
}

/** The profile of a version. If its lines are deleted, only a stored profile is available. */
async function versionProfile(
  deps: ProfileDeps,
  kind: FileKind,
  { batch, isStored }: PublishedVersion,
): Promise<FileProfile | undefined> {
  if (isStored) return profileOf(deps, { batch, kind });
  return (await storedProfiles(deps.store, [{ batch, kind }])).get(batch);
}

function lineComparison({ store, warehouse, signal }: ProfileDeps, { kind, batch }: PublishedFile) {
  const limits: QueryLimits = { timeoutMs: 10 * 60_000, threads: 2, signal };
  const pairOf = (version: PublishedVersion) => ({ kind, before: version.batch, after: batch });
  return {
    count: async (version: PublishedVersion): Promise<ChangedLines> =>
      (await countBySums(store, version.batch, batch)) ??
      (await countChangedLines(warehouse, pairOf(version), limits)),
    async describe(version: PublishedVersion, changed: ChangedLines) {
      if (changed.gone + changed.added === 0) return { changes: [], examples: [] };
      return describeChanges(warehouse, pairOf(version), changed, limits);
    },
  };
}

/** Counts the changed lines by stored sums; undefined if there are none, or if too many lines differ. */
async function countBySums(
  { db }: Store,
  before: number,
  after: number,
): Promise<ChangedLines | undefined> {
  const rows = await db
    .selectFrom('file_line_sums')
    .selectAll()
    .where('batch', 'in', [before, after])
    .execute();
  const sumsOf = new Map(rows.map(({ batch, sums }) => [batch, sums]));
  const [earlier, later] = [sumsOf.get(before), sumsOf.get(after)];
  return earlier === undefined || later === undefined ? undefined : changesBetween(earlier, later);
}

interface PublishedVersion {
  readonly batch: number;
  readonly lines: number;
  /** Whether its lines are still in the warehouse. */
  readonly isStored: boolean;
}

/**
 * The versions with which a new version of a kind and month is compared: the one that users see, the largest since an
 * administrator last approved one (including the approved one), and the largest of all. Rolled-back versions do not
 * count. The first version counts as approved, so the reference stays the largest version until an administrator
 * approves a smaller one.
 */
async function referenceVersions({ db }: Pick<Store, 'db'>, published: PublishedFile) {
  const rows = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select(['batch', 'accepted', 'approved_at', 'status'])
    .where('kind', '=', published.kind)
    .where('month', '=', published.month)
    .where('outcome', '=', 'PUBLISHED')
    .where('origin', '!=', 'demonstration')
    .orderBy('upload_files.finished_at')
    .orderBy('batch')
    .execute();
  const stored = await db
    .selectFrom('release_files')
    .select('batch')
    .where('kind', '=', published.kind)
    .where('month', '=', published.month)
    .distinct()
    .execute();
  const storedBatches = new Set(stored.map(({ batch }) => batch));
  const versions = rows
    .filter(({ status, batch }) => status !== 'REVERTED' || batch === published.batch)
    .map(({ batch, accepted, approved_at }) => ({
      batch,
      lines: accepted ?? 0,
      isStored: storedBatches.has(batch),
      isApproved: approved_at !== null,
    }));
  const current = versions.find(({ batch }) => batch === published.batch);
  if (current === undefined) throw new Error(`Batch ${published.batch} was never published.`);
  const lastApproved = versions.findLastIndex(({ isApproved }) => isApproved);
  return {
    current,
    approved: largestOf(versions.slice(Math.max(0, lastApproved))) ?? current,
    largest: largestOf(versions) ?? current,
  };
}

/** The first of the versions with the most lines. */
const largestOf = (versions: readonly PublishedVersion[]) =>
  greatest(versions, ({ lines }) => lines);

/**
 * The share of lines that revisions of a kind usually change in this installation, in percent: the second largest share
 * that administrators approved, because one exception does not define what is usual. An upload counts once, with the
 * largest share of its files. 0 if there are fewer than two.
 */
async function usualRevision({ db }: Pick<Store, 'db'>, kind: FileKind): Promise<number> {
  const rows = await db
    .selectFrom('uploads')
    .select('comparison')
    .where('approved_at', 'is not', null)
    .where('release', 'is not', null)
    .where('status', '!=', 'REVERTED')
    .where('comparison', 'is not', null)
    .execute();
  const shares = rows.map(({ comparison }) => {
    const parsed = Comparison.safeParse(JSON.parse(comparison ?? 'null'));
    const ofKind = (parsed.data?.files ?? []).filter((file) => file.kind === kind);
    return Math.max(0, ...ofKind.map(({ revision }) => changedPercent(revision)));
  });
  return shares.toSorted((a, b) => b - a)[1] ?? 0;
}

const changedPercent = (revision: LineRevision | null): number =>
  revision === null ? 0 : (Math.max(revision.gone, revision.added) / revision.publishedLines) * 100;
