import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runWorkload } from '../../../tests/support/warehouse-workload.ts';
import { openEmbeddedWarehouse } from './embedded.ts';

test('sixteen callers get right answers despite failures of others, and memory stays flat', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'warehouse-test-'));
  const warehouse = await openEmbeddedWarehouse(directory);
  const result = await runWorkload(warehouse, { callers: 16, turns: 60 });
  const running = () => warehouse.rows({ text: 'select query from system.processes' });
  await expect.poll(running).toHaveLength(1);
  await warehouse.close();
  await rm(directory, { recursive: true });

  expect(result.wrong).toEqual([]);
  expect(result.answers).toBeGreaterThan(100);
  for (const kind of ['failures', 'timeouts', 'aborts', 'inserts', 'streams'] as const) {
    expect(result[kind]).toBeGreaterThan(0);
  }
  const { afterWarmUp, atEnd } = result.rssMegabytes;
  expect(atEnd - afterWarmUp).toBeLessThan(150);
});
