import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { withLock } from '../../platform/store/lock.ts';
import { removeHalfWrittenNotes, unfinishedNotes, type FinishNote } from './finish-notes.ts';
import { handOver, type HandedOver, type HandOverDeps } from './hand-over.ts';

/** Runs a hand-over while no other call, in any process, hands over files of the same user. */
export const handOverAlone = (
  { request, ownerId }: FinishNote,
  deps: HandOverDeps,
): Promise<HandedOver> =>
  withLock(deps.store, `hand over files of ${ownerId}`, () => handOver(request, ownerId, deps));

/** Records in the audit that an upload was received. */
export const recordReceived = (
  { store, clock }: Pick<HandOverDeps, 'store' | 'clock'>,
  actor: Actor,
  uploadId: string,
): Promise<void> =>
  recordAct(store.db, {
    action: 'upload.received',
    actor,
    subject: { type: 'upload', id: uploadId },
    at: clock(),
  });

export interface ResumedHandOver {
  readonly ownerId: string;
  /** File IDs. */
  readonly files: readonly string[];
  /** The upload that now has them; undefined if they can no longer be queued. */
  readonly uploadId: string | undefined;
  /** The reason, in a Portuguese sentence. */
  readonly reason?: string;
}

/** Completes the hand-overs that a dead process left half done. The result names the files that cannot be queued. */
export async function resumeHandOvers(deps: HandOverDeps): Promise<ResumedHandOver[]> {
  const resumed: ResumedHandOver[] = [];
  await removeHalfWrittenNotes(deps.uploads.directory);
  for (const { note, remove } of await unfinishedNotes(deps.uploads.directory)) {
    const files = note.request.files.map(({ id }) => id);
    const { ownerId } = note;
    try {
      const { uploadId, isNew } = await handOverAlone(note, deps);
      if (isNew) await recordReceived(deps, { userId: ownerId, address: null }, uploadId);
      resumed.push({ ownerId, files, uploadId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      resumed.push({ ownerId, files, uploadId: undefined, reason: error.message });
    }
    await remove();
  }
  return resumed;
}
