import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Database, Row } from '../../platform/store/schema.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { holdPointer, movePointer } from './pointer.ts';
import { requeueNeighbours } from './requeue-neighbours.ts';

/**
 * Makes an earlier release current again: readers see its number and figures at once, and nothing is deleted. Uploads
 * that are only in the lineage of the previous current release become REVERTED; those that are only in the restored
 * one's count again. Uploads that await approval are compared again where they changed. Throws `AppError` 404 for an
 * unknown release, 409 for the current one and for one that retention has removed.
 */
export async function restoreRelease(
  { store, clock }: StoreAndClock,
  actor: Actor,
  { number, reason }: { readonly number: number; readonly reason: string },
): Promise<void> {
  const at = clock();
  await store.db.transaction().execute(async (transaction) => {
    const from = await holdPointer(transaction);
    const releases = await transaction
      .selectFrom('releases')
      .select(['number', 'base', 'upload_id', 'removed_at'])
      .execute();
    const target = releases.find((release) => release.number === number);
    if (target === undefined || from === null)
      throw notFound('unknown_release', 'Esta versão dos dados não existe.');
    if (number === from)
      throw conflict('release_is_current', 'Esta versão dos dados já é a atual.');
    if (target.removed_at !== null) throw removed();
    await movePointer(transaction, number);
    await transaction
      .insertInto('release_changes')
      .values({
        id: randomUUID(),
        at: at.toISOString(),
        from_release: from,
        to_release: number,
        user_id: actor.userId,
        reason,
      })
      .execute();
    await changeUploads(transaction, releases, { from, to: number }, actor, at);
    await recordAct(transaction, {
      action: 'release.restored',
      actor,
      subject: { type: 'release', id: String(number) },
      details: { from, reason },
      at,
    });
  });
}

async function changeUploads(
  transaction: Transaction<Database>,
  releases: readonly ReleaseOrigin[],
  { from, to }: { readonly from: number; readonly to: number },
  actor: Actor,
  at: Date,
): Promise<void> {
  const [before, after] = [lineageOf(releases, from), lineageOf(releases, to)];
  const [undone, redone] = [[...before.difference(after)], [...after.difference(before)]];
  if (undone.length > 0) {
    await transaction
      .updateTable('uploads')
      .set({
        status: 'REVERTED',
        message: `Publicação desfeita: a versão ${to} dos dados foi restaurada. Para publicar os arquivos de novo, torne atual a versão deste envio ou envie-os outra vez.`,
      })
      .where('id', 'in', undone)
      // Also those that a worker has published and not yet ended.
      .where('release', 'is not', null)
      .execute();
  }
  await countAgain(transaction, redone, to);
  await requeueNeighbours({ db: transaction }, [...undone, ...redone]);
  // Last: a transaction that changes an upload locks it first, and then the end of the audit.
  for (const id of undone) {
    const subject = { type: 'upload', id } as const;
    const details = { release: to };
    await recordAct(transaction, { action: 'upload.reverted', actor, subject, details, at });
  }
}

/** An upload that counts again gets its previous status: FAILED if it has refused files. */
async function countAgain(
  transaction: Transaction<Database>,
  redone: readonly string[],
  release: number,
): Promise<void> {
  if (redone.length === 0) return;
  const message = `Publicação retomada com a versão ${release} dos dados.`;
  const refused = transaction
    .selectFrom('upload_files')
    .select('upload_id')
    .where('outcome', '=', 'REFUSED');
  const reverted = transaction
    .updateTable('uploads')
    .where('id', 'in', redone)
    .where('status', '=', 'REVERTED');
  await reverted.set({ status: 'FAILED', message }).where('id', 'in', refused).execute();
  await reverted.set({ status: 'COMPLETED', message }).execute();
}

const removed = () =>
  conflict(
    'release_removed',
    'Esta versão dos dados foi removida pela regra de retenção. Escolha uma mais nova, ou carregue os arquivos de novo.',
  );

/** The origin of a release: the release on which it is based, and the upload with its new files. */
type ReleaseOrigin = Pick<Row<'releases'>, 'number' | 'base' | 'upload_id'>;

/** The uploads of a release and of all releases on which it is based. */
function lineageOf(releases: readonly ReleaseOrigin[], number: number): ReadonlySet<string> {
  const byNumber = new Map(releases.map((release) => [release.number, release]));
  const uploads = new Set<string>();
  let next = byNumber.get(number);
  while (next !== undefined) {
    uploads.add(next.upload_id);
    // A base is always older, so the loop ends.
    next = next.base !== null && next.base < next.number ? byNumber.get(next.base) : undefined;
  }
  return uploads;
}
