import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { oneAtATime } from '../../platform/store/one-at-a-time.ts';
import { removeHalfWrittenNotes, unfinishedNotes, type FinishNote } from './finish-notes.ts';
import { handOver, type HandedOver, type HandOverDeps } from './hand-over.ts';

/** Runs a hand-over while no other call hands over files of the same person, in any process. */
export const handOverAlone = (
  { request, ownerId }: FinishNote,
  deps: HandOverDeps,
): Promise<HandedOver> =>
  oneAtATime(deps.store, `hand over files of ${ownerId}`, () => handOver(request, ownerId, deps));

/** Writes that an upload was received into the audit. */
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
  /** Ids of the files. */
  readonly files: readonly string[];
  /** The upload that has them now; undefined where they cannot be queued any more. */
  readonly uploadId: string | undefined;
  /** Why they cannot, in a Portuguese sentence. */
  readonly reason?: string;
}

/** Completes the hand-overs that a process which died left half done. A file that cannot be queued is named. */
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
