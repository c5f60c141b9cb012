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

test('a lock of another program on app.sqlite delays only writes', async () => {
  await product.start();
  const cookie = await signIn(product.origin);
  const other = new BetterSqlite3(join(dataDir, 'app.sqlite'));
  other.exec('begin immediate');
  const search = () => sendJson(`${product.origin}/api/search`, cookie, { filters: {} });
  const save = () =>
    sendJson(`${product.origin}/api/saved`, cookie, { name: 'A', filters: { cbo: '521110' } });
  let areDone = false;
  const saves = Promise.all(Array.from({ length: 20 }, save)).finally(() => (areDone = true));
  const waits = await waitsWhile(() => !areDone, `${product.origin}/live`);
  for (const answer of await saves) {
    expect(answer.status).toBe(503);
    expect(Failure.parse(await answer.json()).code).toBe('app_database_unavailable');
  }
  // Waiting for a lock on the event loop would delay all responses; a page fault or the disk delays one now and then.
  expect(waits.filter((wait) => wait >= 100).length).toBeLessThan(4);
  expect(Math.max(...waits)).toBeLessThan(1000);
  other.exec('rollback');
  expect((await save()).status).toBe(201);
  expect((await search()).status).toBe(200);
});

/**
 * Milliseconds of each response, minus the time that the two processes waited for a busy processor. A process that
 * waits for a lock does not wait for a processor.
 */
async function waitsWhile(goesOn: () => boolean, url: string): Promise<number[]> {
  const pids = [product.processId(), process.pid];
  const waits: number[] = [];
  while (goesOn()) {
    const requested = performance.now() - waitedForProcessor(pids);
    expect((await fetch(url)).status).toBe(200);
    waits.push(performance.now() - waitedForProcessor(pids) - requested);
  }
  return waits;
}

/** Milliseconds that the main threads of these processes were runnable but not running, since their start. */
const waitedForProcessor = (pids: readonly number[]): number =>
  pids
    .map((pid) => readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1])
    .reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
