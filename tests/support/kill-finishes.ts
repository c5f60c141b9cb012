import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../server/people/identity/users.ts';
import { folderFiles } from '../../server/platform/files/folder-files.ts';
import { migrate } from '../../server/platform/store/migrate.ts';
import { openStore, type Store } from '../../server/platform/store/store.ts';
import { PartialUploads } from '../../server/registry/resumable/partial-uploads.ts';
import { removeHalfWrittenNotes } from '../../server/registry/resumable/finish-notes.ts';
import { resumeFinishes } from '../../server/registry/resumable/finish-uploads.ts';
import { uploadLocks } from '../../server/registry/resumable/upload-locks.ts';

const clock = () => new Date();

/** The resumable uploads in an installation's folder. */
export const partialUploadsOf = (store: Store, folder: string) =>
  new PartialUploads({
    directory: join(folder, 'partial'),
    maxBytes: 2 ** 20,
    locks: uploadLocks(store, clock),
  });

export interface FinishRun {
  readonly kills: number;
  /** Kills before the upload was queued. */
  readonly beforeQueue: number;
  /** Files that neither an upload nor their sender can reach after the next start. */
  readonly lost: readonly string[];
  /** Files that belong to two uploads. */
  readonly twice: readonly string[];
}

/**
 * Kills a process with SIGKILL while it queues two whole files, then repeats the steps of a start. Each file must be in
 * one upload with the bytes that were sent, or still be where its sender can finish it.
 */
export async function killFinishes(kills: number, random: () => number): Promise<FinishRun> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-finish-'));
  const store = await openStore({ databaseUrl: undefined, dataDir: folder });
  await migrate(store);
  const uploads = partialUploadsOf(store, folder);
  await uploads.prepare();
  const files = folderFiles(folder);
  const person = { firstName: 'Ana', lastName: 'Silva', role: 'ADMIN', companyId: null } as const;
  const account = { ...person, email: 'ana@exemplo.com.br', password: 'Segredo-de-teste-1' };
  const { id: owner } = await createUser(store.db, account, clock());
  let beforeQueue = 0;
  const lost: string[] = [];
  const twice: string[] = [];
  const queuedWith = async (id: string) =>
    (await store.db.selectFrom('upload_files').select('path').execute()).filter(({ path }) =>
      path.endsWith(id),
    );
  for (let kill = 0; kill < kills; kill++) {
    const sent = [await wholeFile(uploads, owner), await wholeFile(uploads, owner)];
    await killedFinish([folder, owner, ...sent.map(({ id }) => id)], random() * 40);
    if ((await queuedWith(sent[0]?.id ?? '')).length === 0) beforeQueue += 1;
    await resumeFinishes({ uploads, store, clock, files });
    for (const { id, sha256 } of sent) {
      const found = await queuedWith(id);
      const waiting = await uploads.ofOwner(owner);
      const path =
        found[0] === undefined
          ? waiting.find((one) => one.id === id)?.path
          : files.here(found[0].path);
      if (path === undefined || (await sumOf(path)) !== sha256) lost.push(`${kill}: ${id}`);
      if (found.length > 1) twice.push(`${kill}: ${id}`);
    }
  }
  await expectNoNotes(uploads);
  await store.close();
  await rm(folder, { recursive: true });
  return { kills, beforeQueue, lost, twice };
}

/** Throws if a request is still incomplete, or if a half-written request exists after a start two hours later. */
async function expectNoNotes(uploads: PartialUploads): Promise<void> {
  const notes = async () =>
    (await readdir(uploads.directory)).filter((name) => name.startsWith('finish-'));
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  for (const name of await notes()) {
    if (name.endsWith('.new'))
      await utimes(join(uploads.directory, name), twoHoursAgo, twoHoursAgo);
  }
  await removeHalfWrittenNotes(uploads.directory);
  const left = await notes();
  if (left.length > 0) throw new Error(`Notes stay after the start: ${left.join(', ')}`);
}

const encoded = (value: string) => Buffer.from(value).toString('base64');

async function wholeFile(uploads: PartialUploads, owner: string) {
  const content = randomBytes(100_000);
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(content.length),
    'upload-metadata': `filename ${encoded('CAGEDMOV202307.txt')},owner ${encoded(owner)}`,
  };
  const request = new Request('http://localhost/api/resumable', { method: 'POST', headers });
  const begun = await uploads.begin(content.length, owner, request);
  const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
  await writeFile(join(uploads.directory, id), content);
  return { id, sha256: createHash('sha256').update(content).digest('hex') };
}

async function killedFinish(args: readonly string[], delayMs: number): Promise<void> {
  const script = join(import.meta.dirname, 'finish-child.ts');
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  await sleep(delayMs);
  child.kill('SIGKILL');
  await exited;
}

async function sumOf(path: string): Promise<string | undefined> {
  const content = await readFile(path).catch(() => undefined);
  return content && createHash('sha256').update(content).digest('hex');
}
