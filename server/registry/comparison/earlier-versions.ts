import type { LineRevision, LoadLimits } from '../../../shared/contracts/comparison.ts';
import type { PublishedFile } from '../../platform/store/current-release.ts';
import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import { isBeyondRevision } from './judge-revision.ts';
import type { JudgedFile } from './judged-file.ts';
import { countChangedLines, describeChanges, type ChangedLines } from './line-changes.ts';
import { profilesOf, storedProfiles, type FileProfile, type ProfileDeps } from './profile.ts';
import { referenceVersions, usualRevision, type PublishedVersion } from './versions.ts';

/** The earlier versions of the same kind and month with which a republished month is compared. */
export type EarlierVersions = Pick<JudgedFile, 'version' | 'mostLines' | 'revision'> & {
  /** The version that users see. */
  readonly published: FileProfile | undefined;
  /** Finds which columns changed, with examples; undefined for a new month. It scans both versions again. */
  readonly describe?: () => Promise<Pick<LineRevision, 'changes' | 'examples'>>;
};

interface Published {
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
  const profileOf = versionProfiles(deps, file);
  const own = await profileOf(current);
  if (own === undefined) throw new Error(`Batch ${current.batch} has no profile.`);
  const publishedLines = own.total.lines;
  const usualPercent = await usualRevision(deps.store, kind);
  const limit = Math.max(limits.revisionPercent, usualPercent);
  const compare = lineComparison(deps, file);
  const changed = await compare.count(current);
  const isBeyond = isBeyondRevision(changed, publishedLines, limit);
  const restored =
    isBeyond && isRestorable(largest, current)
      ? await compare.maybeWithin(largest, limit)
      : undefined;
  const lost = approved.batch === current.batch ? undefined : await lostSince(approved, compare);
  const revision: LineRevision = {
    publishedLines,
    ...changed,
    isRestored: restored !== undefined,
    changes: [],
    examples: [],
  };
  return {
    published: own,
    version: (await profileOf(restored ?? approved)) ?? own,
    mostLines: largest.lines,
    revision: { current: revision, published: own.total, approved: lost, usualPercent },
    describe: () => compare.describe(current, changed),
  };
}

const isRestorable = (largest: PublishedVersion, current: PublishedVersion) =>
  largest.isStored && largest.batch !== current.batch;

async function lostSince(
  approved: PublishedVersion,
  { count }: ReturnType<typeof lineComparison>,
): Promise<{ gone: number; lines: number } | undefined> {
  if (!approved.isStored) return undefined;
  return { gone: (await count(approved)).gone, lines: approved.lines };
}

/** Profiles of versions. If the lines of a version are deleted, only a stored profile is available. */
function versionProfiles(deps: ProfileDeps, { kind }: PublishedFile) {
  return async ({ batch, isStored }: PublishedVersion): Promise<FileProfile | undefined> => {
    if (isStored) return (await profilesOf(deps, [{ batch, kind }])).get(batch);
    return (await storedProfiles(deps.store, [{ batch, kind }]))[0]?.[1];
  };
}

function lineComparison({ warehouse, signal }: ProfileDeps, { kind, batch }: PublishedFile) {
  const limits: QueryLimits = { timeoutMs: 10 * 60_000, threads: 2, ...(signal && { signal }) };
  const pairOf = (version: PublishedVersion) => ({ kind, before: version.batch, after: batch });
  const count = (version: PublishedVersion): Promise<ChangedLines> =>
    countChangedLines(warehouse, pairOf(version), limits);
  return {
    count,
    /** Returns the version if the file differs from it by no more than a revision. */
    async maybeWithin(version: PublishedVersion, limitPercent: number) {
      const changed = await count(version);
      return isBeyondRevision(changed, version.lines, limitPercent) ? undefined : version;
    },
    async describe(version: PublishedVersion, changed: ChangedLines) {
      if (changed.gone + changed.added === 0) return { changes: [], examples: [] };
      return describeChanges(warehouse, pairOf(version), changed, limits);
    },
  };
}
