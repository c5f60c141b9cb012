import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testStores } from '../../../tests/support/stores.ts';
import { waitingReports } from './report-jobs.ts';

const [sqlite] = testStores();
const Step = z.object({ detail: z.string() });

test('the order of the waiting reports is read from indexes, however many reports there are', async () => {
  const { db } = await sqlite.open();
  const { sql, parameters } = waitingReports(db, new Date().toISOString()).compile();
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  );
  const reads = rows
    .map((row) => Step.parse(row).detail)
    .filter((step) => !step.startsWith('CORR'));
  expect(reads).toEqual([
    'SEARCH next USING INDEX reports_waiting (status=?)',
    'SEARCH other USING INDEX reports_waiting (status=?)',
    'SEARCH other USING INDEX reports_waiting (status=?)',
    'SEARCH other USING COVERING INDEX reports_finished_of_company (<expr>=? AND finished_at>?)',
    'SEARCH other USING COVERING INDEX reports_finished_of_user (user_id=? AND finished_at>?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
});
