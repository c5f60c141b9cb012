import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '../../shared/contracts/failure.ts';
import { embeddedProcess, sendJson, signIn } from '../support/processes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'caged-locked-'));
const product = embeddedProcess(dataDir);
afterAll(async () => {
  await product.stop('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

test('a lock that another program keeps on app.sqlite holds up nothing but writes', async () => {
  await product.start();
  const cookie = await signIn(product.origin);
  const other = new BetterSqlite3(join(dataDir, 'app.sqlite'));
  other.exec('begin immediate');
  const search = () => sendJson(`${product.origin}/api/search`, cookie, { filters: {} });
  const save = () =>
    sendJson(`${product.origin}/api/saved`, cookie, { name: 'A', filters: { cbo: '521110' } });
  let areDone = false;
  const saves = Promise.all(Array.from({ length: 20 }, save)).finally(() => (areDone = true));
  const slowest = await slowestWhile(() => !areDone, `${product.origin}/live`);
  for (const answer of await saves) {
    expect(answer.status).toBe(503);
    expect(Failure.parse(await answer.json()).code).toBe('app_database_unavailable');
  }
  expect(slowest).toBeLessThan(100);
  other.exec('rollback');
  expect((await save()).status).toBe(201);
  expect((await search()).status).toBe(200);
});

/**
 * Milliseconds of the slowest answer, without what the two processes waited for a processor that others kept busy. A
 * process that waits for a lock waits for no processor.
 */
async function slowestWhile(goesOn: () => boolean, url: string): Promise<number> {
  const pids = [product.processId(), process.pid];
  let slowest = 0;
  while (goesOn()) {
    const asked = performance.now() - waitedForProcessor(pids);
    expect((await fetch(url)).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - waitedForProcessor(pids) - asked);
  }
  return slowest;
}

/** Milliseconds that the main threads of these processes were ready to run and did not, since they started. */
const waitedForProcessor = (pids: readonly number[]): number =>
  pids
    .map((pid) => readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1])
    .reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
