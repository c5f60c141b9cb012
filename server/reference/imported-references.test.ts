import type { KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../tests/support/stores.ts';
import { loadImportedReferences } from './imported-references.ts';
import {
  occupationSynonyms,
  occupationTable,
  occupationTitle,
  occupationsWith,
  useOccupations,
} from './occupations.ts';

const [sqlite] = testStores();

const newCode = (number: number) => String(980_000 + number);

test('imports of many names are read in pages, all of them', async () => {
  onTestFinished(() => useOccupations(occupationsWith([], [])));
  const { db } = await sqlite.open();
  const builtIn = occupationTable().size;
  const insert = async (count: number, isSynonym: 0 | 1) => {
    for (let start = 0; start < count; start += 1_000) {
      const names = Array.from({ length: 1_000 }, (_, index) => ({
        code: newCode(start + index),
        title: `Nome ${start + index}`,
        is_synonym: isSynonym,
      }));
      await db.insertInto('imported_occupations').values(names).execute();
    }
  };
  await insert(10_000, 0);
  await insert(7_000, 1);

  const lengths: number[] = [];
  const noted: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      lengths.push(result.rows.length);
      return result;
    },
  };
  await loadImportedReferences(db.withPlugin(noted));
  const codes = [...occupationTable().keys()];
  expect(codes).toHaveLength(builtIn + 10_000);
  expect(codes).toEqual(codes.toSorted());
  expect(occupationTitle(newCode(5_000))).toBe('Nome 5000');
  expect(occupationSynonyms()).toHaveLength(7_000);
  expect(Math.max(...lengths)).toBe(5_000);
});
