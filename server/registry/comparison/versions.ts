import { Comparison } from '../../../shared/contracts/comparison.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { PublishedFile } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';

/** A published version of a kind and month. */
export interface PublishedVersion {
  readonly batch: number;
  readonly lines: number;
  /** Whether its lines are still in the warehouse. */
  readonly isStored: boolean;
}

/** The versions with which a new version of a kind and month is compared. */
export interface ReferenceVersions {
  /** The version that users see. */
  readonly current: PublishedVersion;
  /** The largest version since an administrator last approved one, including the approved one. */
  readonly approved: PublishedVersion;
  /** The largest version ever published. */
  readonly largest: PublishedVersion;
}

/**
 * The references of a published file. Rolled-back versions do not count. The first version counts as approved, so the
 * reference stays the largest version until an administrator approves a smaller one.
 */
export async function referenceVersions(
  { db }: Pick<Store, 'db'>,
  published: PublishedFile,
): Promise<ReferenceVersions> {
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
    approved: largestOf(versions.slice(Math.max(0, lastApproved)), current),
    largest: largestOf(versions, current),
  };
}

/** The first of the versions with the most lines. */
function largestOf(
  [first, ...others]: readonly PublishedVersion[],
  current: PublishedVersion,
): PublishedVersion {
  return others.reduce(
    (largest, version) => (version.lines > largest.lines ? version : largest),
    first ?? current,
  );
}

/**
 * The share of lines that revisions of a kind usually change in this installation, in percent: the second largest share
 * that administrators approved, because one exception does not define what is usual. 0 if there are fewer than two.
 */
export async function usualRevision({ db }: Pick<Store, 'db'>, kind: FileKind): Promise<number> {
  const rows = await db
    .selectFrom('uploads')
    .select('comparison')
    .where('approved_at', 'is not', null)
    .where('release', 'is not', null)
    .where('status', '!=', 'REVERTED')
    .where('comparison', 'is not', null)
    .execute();
  const shares = rows.flatMap(({ comparison }) => {
    const parsed = Comparison.safeParse(JSON.parse(comparison ?? 'null'));
    if (!parsed.success) return [];
    return parsed.data.files.flatMap((file) =>
      file.kind === kind && file.revision !== null
        ? [(Math.max(file.revision.gone, file.revision.added) / file.revision.publishedLines) * 100]
        : [],
    );
  });
  return shares.toSorted((a, b) => b - a)[1] ?? 0;
}
