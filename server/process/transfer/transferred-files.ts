import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { relative, isAbsolute, sep } from 'node:path';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { isTransferredPath, type TransferredFile } from './manifest.ts';

export interface FilesOfInstallation {
  readonly db: AppDatabase;
  readonly files: SharedFiles;
  readonly dataDir: string;
}

/**
 * The files that are carried: report documents, and received files of loads that are not published. Mails of the outbox
 * are left out because they contain links that open accounts; partial uploads are left out because the client sends
 * them again. A file that disappears meanwhile is skipped.
 */
export async function describeFiles(installation: FilesOfInstallation): Promise<TransferredFile[]> {
  const found: TransferredFile[] = [];
  for (const path of await namesOf(installation)) {
    const digest = await ignoreMissing(
      installation.files.read(path).then((content) => digestOf(content)),
    );
    if (digest !== undefined) found.push({ path, ...digest });
  }
  return found;
}

async function namesOf({ db, dataDir }: FilesOfInstallation): Promise<ReadonlySet<string>> {
  const documents = await db
    .selectFrom('reports')
    .select('file')
    .where('file', 'is not', null)
    .execute();
  const received = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select('path')
    .where('uploads.status', '!=', 'COMPLETED')
    .execute();
  return new Set([
    ...documents.map(({ file }) => `reports/${file}`),
    ...received.flatMap(({ path }) => sharedName(path, dataDir)),
  ]);
}

/** Rows of earlier versions have the absolute path. Files given to the command may be anywhere and are not carried. */
function sharedName(path: string, dataDir: string): readonly string[] {
  const within = isAbsolute(path) ? relative(dataDir, path).split(sep).join('/') : path;
  return isTransferredPath(within) ? [within] : [];
}

/** Passes on the chunks of a content, and has measured it when they end. */
export function meter() {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const measured = (): Omit<TransferredFile, 'path'> => ({ bytes, sha256: hash.digest('hex') });
  return { pass, measured };
}

async function digestOf(content: AsyncIterable<Uint8Array>) {
  const { pass, measured } = meter();
  for await (const _ of pass(content));
  return measured();
}

export const digestOfFile = (path: string) => digestOf(createReadStream(path));
