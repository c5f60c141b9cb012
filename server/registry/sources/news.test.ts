import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { queueUpload } from '../ingest/uploads.ts';
import type { Store } from '../../platform/store/store.ts';
import { compareWithLoaded, loadedFromSource, rememberLoaded, type LoadedFile } from './news.ts';
import type { SourceFile } from './source.ts';

const clock = () => new Date('2026-07-01T12:00:00.000Z');

const offered = (change: Partial<SourceFile> = {}): SourceFile => ({
  kind: 'MOV',
  month: '202307',
  name: 'CAGEDMOV202307.7z',
  path: '/CAGEDMOV202307.7z',
  bytes: 10,
  modifiedAt: '2026-03-28T09:12:00.000Z',
  hash: 'etag:"a"',
  ...change,
});

const loaded = (change: Partial<LoadedFile> = {}): LoadedFile => {
  const { path: _, ...file } = offered();
  return { ...file, ...change };
};

const stateOf = (file: SourceFile, own: LoadedFile) => compareWithLoaded([file], [own])[0]?.state;

describe('the news of a source', () => {
  test('state which files are new, unchanged or only loaded, newest first', () => {
    const news = compareWithLoaded(
      [offered(), offered({ kind: 'EXC' }), offered({ kind: 'FOR' }), offered({ month: '202308' })],
      [loaded(), loaded({ kind: 'EXC', month: '202306' })],
    );
    expect(news.map(({ kind, month, state }) => [kind, month, state])).toEqual([
      ['MOV', '202308', 'nova'],
      ['MOV', '202307', 'igual'],
      ['FOR', '202307', 'nova'],
      ['EXC', '202307', 'nova'],
      ['EXC', '202306', 'só carregada'],
    ]);
    expect(news[4]).toMatchObject({ file: null, loaded: { month: '202306' } });
  });

  test.each([
    ['nothing changed', {}, 'igual'],
    ['the hash changed', { hash: 'etag:"b"' }, 'alterada'],
    ['only the time changed, under the same hash', { modifiedAt: 'later' }, 'igual'],
    ['the size changed', { bytes: 11 }, 'alterada'],
    ['another name', { name: 'CAGEDMOV202307.zip' }, 'alterada'],
    ['the name in other letters', { name: 'cagedmov202307.7z' }, 'igual'],
    ['no hash and the same time', { hash: null }, 'igual'],
    ['no hash and another time', { hash: null, modifiedAt: 'later' }, 'alterada'],
    ['a hash of another kind and the same time', { hash: 'md5:b' }, 'igual'],
    ['a hash of another kind and another time', { hash: 'md5:b', modifiedAt: 'x' }, 'alterada'],
    ['neither size nor hash nor time', { bytes: null, hash: null, modifiedAt: null }, 'igual'],
  ])('when %s', (_, change, state) => {
    expect(stateOf(offered(change), loaded())).toBe(state);
  });
});

describe.each(testedStores())('what was loaded from a source, in $dialect', ({ open }) => {
  test('is remembered until it is loaded again', async () => {
    const store = await open();
    const remember = (file: SourceFile) =>
      rememberLoaded(store, 'ftp://mte', { ...file, sha256: 'f'.repeat(64) }, clock);
    await remember(offered());
    await remember(offered({ bytes: 6_000_000_000, hash: null }));
    await rememberLoaded(store, 's3://other', { ...offered({ kind: 'FOR' }), sha256: 'e' }, clock);
    const known = await loadedFromSource(store, 'ftp://mte');
    expect(known).toEqual([loaded({ bytes: 6_000_000_000, hash: null })]);
  });

  test('is listed with files that were published by other ways, except demonstration data', async () => {
    const store = await open();
    await publishFiles(store, 0);
    await rememberLoaded(store, 'ftp://mte', { ...offered(), sha256: 'e' }, clock);
    const known = await loadedFromSource(store, 'ftp://mte');
    expect(known).toHaveLength(2);
    expect(known).toContainEqual(loaded());
    expect(known).toContainEqual(
      loaded({ kind: 'FOR', name: 'sent FOR.txt', bytes: 7, modifiedAt: null, hash: null }),
    );

    const demonstration = await open();
    await publishFiles(demonstration, 1);
    expect(await loadedFromSource(demonstration, 'ftp://mte')).toEqual([]);
  });
});

async function publishFiles(store: Store, isSynthetic: 0 | 1): Promise<void> {
  const { db } = store;
  const paths = ['MOV', 'FOR'].map((kind) => ({
    name: `sent ${kind}.txt`,
    path: import.meta.filename,
    stated: {},
  }));
  const requested = { origin: 'web', competencia: null, createdBy: null, files: paths } as const;
  const upload_id = await queueUpload(store, requested, clock);
  const release = { number: 1, published_at: 'x', upload_id, unmatched_exclusions: 0 };
  await db
    .insertInto('releases')
    .values({ ...release, is_synthetic: isSynthetic })
    .execute();
  const files = await db.selectFrom('upload_files').select(['batch', 'name']).execute();
  for (const { batch, name } of files) {
    const kind = name === 'sent MOV.txt' ? 'MOV' : 'FOR';
    await db
      .insertInto('release_files')
      .values({ release: 1, kind, month: '202307', batch })
      .execute();
  }
  await db.updateTable('upload_files').set({ bytes: 7 }).execute();
  await db.deleteFrom('current_release').execute();
  await db.insertInto('current_release').values({ id: 1, release: 1 }).execute();
}
