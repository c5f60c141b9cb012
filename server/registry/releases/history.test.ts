import { describe, expect, test } from 'vitest';
import { knownHash } from '../../../tests/support/accounts.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { insertUser } from '../../people/identity/users.ts';
import type { Store } from '../../platform/store/store.ts';
import { releasesPage } from './history.ts';

const day = (date: string) => `2026-${date}T12:00:00.000Z`;

/** Three releases: the first is removed, the second is current, and Ana Lima published the third. */
async function storeReleases({ db }: Store): Promise<void> {
  const ana = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
  const account = { ...ana, companyId: null, role: 'ADMIN' } as const;
  const { id: userId } = await insertUser(db, account, await knownHash, new Date(day('01-01')));
  for (const number of [1, 2, 3]) {
    const id = `upload ${number}`;
    const created_by = number === 3 ? userId : null;
    const upload = { origin: 'web', status: 'COMPLETED', created_at: day('01-01') } as const;
    await db
      .insertInto('uploads')
      .values({ ...upload, id, created_by })
      .execute();
    await db
      .insertInto('releases')
      .values({
        number,
        upload_id: id,
        published_at: day(`0${number}-01`),
        base: number === 1 ? null : number - 1,
        removed_at: number === 1 ? day('04-01') : null,
        is_synthetic: number === 1 ? 1 : 0,
        unmatched_exclusions: 0,
      })
      .execute();
  }
  const read = {
    path: '',
    bytes: 1,
    progress_bytes: 1,
    progress_lines: 1,
    step: 'pronto',
  } as const;
  const files = [
    { batch: 1, upload_id: 'upload 2', kind: 'MOV', month: '202602', outcome: 'PUBLISHED' },
    { batch: 2, upload_id: 'upload 3', kind: 'FOR', month: '202603', outcome: 'PUBLISHED' },
    { batch: 3, upload_id: 'upload 3', kind: 'MOV', month: '202603', outcome: 'PUBLISHED' },
    { batch: 4, upload_id: 'upload 3', kind: 'EXC', month: '202602', outcome: 'PUBLISHED' },
    { batch: 5, upload_id: 'upload 3', kind: 'EXC', month: '202601', outcome: 'REFUSED' },
  ] as const;
  await db
    .insertInto('upload_files')
    .values(files.map((file) => ({ ...read, ...file, name: `file ${file.batch}`, sha256: null })))
    .execute();
  const published = files.filter(({ outcome }) => outcome === 'PUBLISHED');
  for (const { batch, kind, month } of published)
    await db.insertInto('release_files').values({ release: 3, batch, kind, month }).execute();
  await db
    .insertInto('release_files')
    .values({ release: 2, batch: 1, kind: 'MOV', month: '202602' })
    .execute();
  await db.insertInto('current_release').values({ id: 1, release: 2 }).execute();
  const changes = [
    { id: 'a', at: day('05-01'), from_release: 3, to_release: 2, user_id: userId, reason: 'one' },
    { id: 'b', at: day('05-02'), from_release: 2, to_release: 3, user_id: null, reason: 'two' },
    { id: 'c', at: day('05-03'), from_release: 3, to_release: 2, user_id: null, reason: 'three' },
  ];
  await db.insertInto('release_changes').values(changes).execute();
}

describe.each(testedStores())('the history of releases, in $dialect', ({ open }) => {
  test('has who published what, which one is current, and every return to it', async () => {
    const store = await open();
    expect(await releasesPage(store, { page: 1, pageSize: 2 })).toEqual({
      total: 0,
      releases: [],
    });
    await storeReleases(store);
    const file = { uploadId: 'upload 3', sha256: null };
    const third = {
      number: 3,
      publishedAt: day('03-01'),
      isSynthetic: false,
      isCurrent: false,
      canRestore: true,
      removedAt: null,
      uploadId: 'upload 3',
      publishedBy: 'Ana Lima',
      base: 2,
      fileCount: 4,
      newFiles: [
        { ...file, kind: 'EXC', month: '202602', name: 'file 4' },
        { ...file, kind: 'FOR', month: '202603', name: 'file 2' },
        { ...file, kind: 'MOV', month: '202603', name: 'file 3' },
      ],
      restorations: [{ at: day('05-02'), by: null, reason: 'two', from: 2 }],
    };
    const second = {
      number: 2,
      publishedAt: day('02-01'),
      isSynthetic: false,
      isCurrent: true,
      canRestore: false,
      removedAt: null,
      uploadId: 'upload 2',
      publishedBy: null,
      base: 1,
      fileCount: 1,
      newFiles: [
        { uploadId: 'upload 2', sha256: null, kind: 'MOV', month: '202602', name: 'file 1' },
      ],
      restorations: [
        { at: day('05-03'), by: null, reason: 'three', from: 3 },
        { at: day('05-01'), by: 'Ana Lima', reason: 'one', from: 3 },
      ],
    };
    const first = {
      number: 1,
      publishedAt: day('01-01'),
      isSynthetic: true,
      isCurrent: false,
      canRestore: false,
      removedAt: day('04-01'),
      uploadId: 'upload 1',
      publishedBy: null,
      base: null,
      fileCount: 0,
      newFiles: [],
      restorations: [],
    };
    expect(await releasesPage(store, { page: 1, pageSize: 2 })).toEqual({
      total: 3,
      releases: [third, second],
    });
    expect(await releasesPage(store, { page: 2, pageSize: 2 })).toEqual({
      total: 3,
      releases: [first],
    });
  });
});
