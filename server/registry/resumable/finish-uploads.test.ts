import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { folderFiles } from '../../platform/files/folder-files.ts';
import { sha256 } from '../../platform/digest.ts';
import { createUser } from '../../people/identity/users.ts';
import { findUpload } from '../ingest/uploads.ts';
import type { Store } from '../../platform/store/store.ts';
import { noteFinish } from './finish-notes.ts';
import { finishUpload, resumeFinishes } from './finish-uploads.ts';
import { PartialUploads } from './partial-uploads.ts';
import { uploadLocks } from './upload-locks.ts';

const clock = () => new Date();
const [sqlite] = testStores();
let store: Store;
let folder: string;
beforeAll(async () => {
  store = await sqlite.open();
  folder = await mkdtemp(join(tmpdir(), 'caged-hand-over-'));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

function newOwner(email: string) {
  const person = { firstName: 'Ana', lastName: 'Silva', role: 'ADMIN', companyId: null } as const;
  return createUser(store.db, { ...person, email, password: 'Segredo-de-teste-1' }, clock());
}

const anyOwner = async () =>
  (await store.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;

async function partialUploadsIn(name: string): Promise<PartialUploads> {
  const directory = join(folder, name);
  const locks = uploadLocks(store, clock);
  const uploads = new PartialUploads({ directory, maxBytes: 1000, locks });
  await uploads.prepare();
  return uploads;
}

const encoded = (value: string) => Buffer.from(value).toString('base64');

class Unforgetting extends PartialUploads {
  override forget(): Promise<void> {
    return Promise.reject(new Error('The note cannot be removed.'));
  }
}

test('queued files stay available to the load after later failures', async () => {
  const directory = join(folder, 'partial');
  const locks = uploadLocks(store, clock);
  const uploads = new Unforgetting({ directory, maxBytes: 1000, locks });
  await uploads.prepare();
  const { id: owner } = await newOwner('ana@exemplo.com.br');
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '8',
    'upload-metadata': `filename ${encoded('CAGEDMOV202307.txt')},owner ${encoded(owner)}`,
  };
  const request = new Request('http://localhost/api/resumable', { method: 'POST', headers });
  const begun = await uploads.begin(8, owner, request);
  const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
  await writeFile(join(directory, id), 'conteúd');
  const files = folderFiles(folder);
  const deps = { uploads, store, clock, files };
  const { uploadId } = await finishUpload(
    { request: { files: [{ id, kind: 'MOV' }] }, ownerId: owner },
    deps,
  );
  const [file] = (await findUpload(store, uploadId))?.files ?? [];
  expect(await readFile(files.here(file?.path ?? ''), 'utf8')).toBe('conteúd');
});

/** A file of eight bytes that arrived completely. */
async function arrived(uploads: PartialUploads, owner: string, more = ''): Promise<string> {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '8',
    'upload-metadata': `filename ${encoded('CAGEDMOV202307.txt')},owner ${encoded(owner)}${more}`,
  };
  const request = new Request('http://localhost/api/resumable', { method: 'POST', headers });
  const begun = await uploads.begin(8, owner, request);
  const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
  await writeFile(join(uploads.directory, id), 'conteúd');
  return id;
}

test('two requests that find a wrong SHA-256 at the same time get the same refusal', async () => {
  const uploads = await partialUploadsIn('wrong');
  const owner = await anyOwner();
  const upload = await uploads.find(await arrived(uploads, owner), owner);
  const wrong = '0'.repeat(64);
  const both = await Promise.allSettled([
    uploads.verify(upload, wrong),
    uploads.verify(upload, wrong),
  ]);
  const refusal = { status: 'rejected', reason: { code: 'hash_diferente', status: 422 } };
  expect(both).toMatchObject([refusal, refusal]);
});

test('the SHA-256 of a file that was removed is forgotten', async () => {
  const uploads = await partialUploadsIn('swept');
  const owner = await anyOwner();
  const upload = await uploads.find(await arrived(uploads, owner), owner);
  const sum = sha256('conteúd');
  await uploads.verify(upload, sum);
  await rm(`${upload.path}.json`);
  expect(await uploads.ofOwner(owner)).toEqual([]);
  await writeFile(upload.path, 'another');
  await expect(uploads.verify(upload, sum)).rejects.toMatchObject({ code: 'hash_diferente' });
});

test('the next start queues the files of an interrupted request, and names the missing ones', async () => {
  const directory = join(folder, 'died');
  const uploads = await partialUploadsIn('died');
  const owner = await anyOwner();
  const [whole, gone] = [await arrived(uploads, owner), await arrived(uploads, owner)];
  await noteFinish(directory, { ownerId: owner, request: { files: [{ id: whole, kind: 'MOV' }] } });
  await noteFinish(directory, { ownerId: owner, request: { files: [{ id: gone }] } });
  await rm(join(directory, gone));
  const files = folderFiles(folder);
  const deps = { uploads, store, clock, files };
  const { resumed } = await resumeFinishes(deps);
  const queued = resumed.find(({ uploadId }) => uploadId !== undefined);
  const named = resumed.find(({ uploadId }) => uploadId === undefined);
  expect(queued?.files).toEqual([whole]);
  expect(named).toMatchObject({ ownerId: owner, files: [gone], reason: expect.any(String) });
  const [file] = (await findUpload(store, queued?.uploadId ?? ''))?.files ?? [];
  expect(await readFile(files.here(file?.path ?? ''), 'utf8')).toBe('conteúd');
  expect(await uploads.ofOwner(owner)).toEqual([]);
  // A repeated request for the same files gets the same upload.
  const again = await finishUpload(
    { request: { files: [{ id: whole, kind: 'MOV' }] }, ownerId: owner },
    deps,
  );
  expect(again).toEqual({ uploadId: queued?.uploadId, isNew: false });
  expect(await resumeFinishes(deps)).toEqual({ resumed: [], failed: [] });
});

test('a deleted user’s note goes with its files', async () => {
  const uploads = await partialUploadsIn('deleted');
  const { directory } = uploads;
  const { id: owner } = await newOwner('bia@exemplo.com.br');
  const id = await arrived(uploads, owner);
  const other = await arrived(uploads, await anyOwner());
  await noteFinish(directory, { ownerId: owner, request: { files: [{ id, kind: 'MOV' }] } });
  await store.db.deleteFrom('users').where('id', '=', owner).execute();
  const deps = { uploads, store, clock, files: folderFiles(folder) };
  const reason = 'Este usuário não existe.';
  expect(await resumeFinishes(deps)).toEqual({
    resumed: [{ ownerId: owner, files: [id], uploadId: undefined, reason }],
    failed: [],
  });
  expect((await readdir(directory)).toSorted()).toEqual([other, `${other}.json`]);
});

test('a note stays for the next start after an unexpected error, and does not prevent the start', async () => {
  const uploads = await partialUploadsIn('unforeseen');
  const { directory } = uploads;
  const owner = await anyOwner();
  const id = await arrived(uploads, owner);
  await noteFinish(directory, { ownerId: owner, request: { files: [{ id, kind: 'MOV' }] } });
  const damaged = `finish-${'0'.repeat(36)}.json`;
  await writeFile(join(directory, damaged), '{}');
  const files = folderFiles(folder);
  const full = {
    ...files,
    here: () => {
      throw new Error('The disk cannot be read.');
    },
  };
  const { resumed, failed } = await resumeFinishes({ uploads, store, clock, files: full });
  expect(resumed).toEqual([]);
  expect(failed).toHaveLength(2);
  await rm(join(directory, damaged));
  const { resumed: later } = await resumeFinishes({ uploads, store, clock, files });
  expect(later).toEqual([{ ownerId: owner, files: [id], uploadId: expect.any(String) }]);
});

test('a file has the kind of its start, unless the request names another', async () => {
  const uploads = await partialUploadsIn('kinds');
  const owner = await anyOwner();
  const announced = `,kind ${encoded('EXC')}`;
  const deps = { uploads, store, clock, files: folderFiles(folder) };
  for (const [requested, expected] of [
    [{}, 'EXC'],
    [{ kind: 'FOR' }, 'FOR'],
  ] as const) {
    const id = await arrived(uploads, owner, announced);
    const request = { files: [{ id, ...requested }] };
    const { uploadId } = await finishUpload({ request, ownerId: owner }, deps);
    expect((await findUpload(store, uploadId))?.files).toMatchObject([{ asked_kind: expected }]);
  }
});
