import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ReceiptFile } from '../../shared/contracts/receipts.ts';
import type { Database } from '../platform/store/schema.ts';

const Files = z.array(ReceiptFile);

/** Stores the release's file list once, so that its receipts can show it after the release is removed. */
export async function keepReceiptFiles(db: Kysely<Database>, release: number): Promise<void> {
  if ((await storedFiles(db, release)) !== undefined) return;
  const files = await filesOfRelease(db, release);
  await db
    .insertInto('receipt_files')
    .values({ release, files: JSON.stringify(files) })
    .onConflict((conflict) => conflict.column('release').doNothing())
    .execute();
}

/** The files that a release with receipts rests on, by month and kind. */
export async function receiptFiles(db: Kysely<Database>, release: number): Promise<ReceiptFile[]> {
  const stored = await storedFiles(db, release);
  return stored === undefined ? [] : Files.parse(JSON.parse(stored));
}

async function storedFiles(db: Kysely<Database>, release: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('receipt_files')
    .select('files')
    .where('release', '=', release)
    .executeTakeFirst();
  return row?.files;
}

async function filesOfRelease(db: Kysely<Database>, release: number): Promise<ReceiptFile[]> {
  const rows = await db
    .selectFrom('release_files')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select([
      'release_files.kind',
      'release_files.month',
      'upload_files.name',
      'upload_files.sha256',
      'upload_files.received_sha256 as receivedSha256',
      'upload_files.lines',
      'upload_files.accepted',
    ])
    .where('release_files.release', '=', release)
    .orderBy('release_files.month', 'desc')
    .orderBy('release_files.kind', 'desc')
    .execute();
  return rows;
}
