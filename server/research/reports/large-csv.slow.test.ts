import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Report } from '../../../shared/contracts/reports.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';

const records = 200_000;
const megabyte = 1024 ** 2;

let research: Research;
let ana: Researcher;
beforeAll(async () => {
  research = await openResearch({});
  // Salaries of 1,400.00 to 6,399.00 reais, each forty times.
  const lines = Array.from({ length: records }, (_, line) => ({
    salary: `${1400 + (line % 5000)},00`,
    age: String(18 + (line % 50)),
  }));
  const loaded = await research.installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', lines),
  );
  expect(loaded.status).toBe('COMPLETED');
  ana = await research.person('CLIENT');
});
afterAll(async () => research.close());

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Live heap and external memory in bytes, after garbage collection where it is available. */
function held(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function make() {
  const body = { type: 'CSV', filters: { cbo: '521110' } };
  const { id } = Report.parse((await ana.call('POST', '/api/reports', body)).json());
  await research.served.reports.runner.drain();
  const { reportsDir } = research.served.reports;
  const file = (await readdir(reportsDir)).find((name) => name.startsWith(id));
  if (file === undefined) throw new Error('The report has no file.');
  const row = await research.installation.store.db
    .selectFrom('reports')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirst();
  return { path: join(reportsDir, file), sha256: row?.sha256 };
}

test('200,000 records pass through flat memory, each once, and always in the same order', async () => {
  // The data loaded before is released in another event-loop iteration than its collection.
  held();
  await setImmediate();
  const samples = [held()];
  const watch = setInterval(() => void samples.push(held()), 200);
  const first = await make();
  clearInterval(watch);

  let lines = 0;
  let reais = 0;
  for await (const line of createInterface({ input: createReadStream(first.path) })) {
    lines += 1;
    if (lines > 1) reais += Number((line.split('";"')[15] ?? '').replace(',', '.'));
  }
  expect(lines).toBe(records + 1);
  // Forty times the sum of 1400 … 6399.
  expect(reais).toBe(40 * ((1400 + 6399) / 2) * 5000);

  // All the records together are 80 megabytes.
  expect(samples.length).toBeGreaterThan(5);
  expect(Math.max(...samples) - Math.min(...samples)).toBeLessThan(40 * megabyte);
  expect((await make()).sha256).toBe(first.sha256);
});
