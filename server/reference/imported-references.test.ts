import { expect, test } from 'vitest';
import { testedStores } from '../../tests/support/stores.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { loadImportedReferences } from './imported-references.ts';

/** The database, and a count of how often its imported prices are read, which every load does once. */
function counting(db: AppDatabase) {
  const loads = { count: 0 };
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('imported_inpc')) loads.count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { counted, loads };
}

test.each(testedStores())('sixty loads at once are one load ($dialect)', async ({ open }) => {
  const { counted, loads } = counting((await open()).db);
  await Promise.all(Array.from({ length: 60 }, () => loadImportedReferences(counted)));
  expect(loads.count).toBe(1);
  await loadImportedReferences(counted);
  expect(loads.count).toBe(2);
});

test.each(testedStores())('a load that fails fails no later one ($dialect)', async ({ open }) => {
  const [closed, { db }] = [await open(), await open()];
  await closed.close();
  const [failed, loaded] = await Promise.allSettled([
    loadImportedReferences(closed.db),
    loadImportedReferences(db),
  ]);
  expect([failed?.status, loaded?.status]).toEqual(['rejected', 'fulfilled']);
});
