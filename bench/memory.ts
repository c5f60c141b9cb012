/**
 * Whether memory reaches a plateau under heavy queries whose clients disconnect: `npm run bench -- memory 60`, in
 * minutes. Prints the process's megabytes every ten seconds. Exits with 1 if the peak of the last third of the time is
 * more than a tenth above that of the second.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { embeddedProcess, signIn } from '../tests/support/processes.ts';

const minutes = Number(process.argv[2] ?? 60);
const lines = Number(process.argv[3] ?? 200_000);
const callers = 12;
const dataDir = await mkdtemp(join(tmpdir(), 'caged-memory-'));
const product = embeddedProcess(dataDir);
let aborted = 0;
let answered = 0;

/** Every query differs, so that none is a cache hit; the client aborts most of them after a moment. */
async function send(cookie: string, turn: number): Promise<void> {
  const filters = { salarioMin: 1_000 + (turn % 5_000) / 100, salarioMax: 20_000 + turn };
  try {
    const answer = await fetch(`${product.origin}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ filters }),
      signal: turn % 50 === 0 ? null : AbortSignal.timeout(20 + (turn % 400)),
    });
    await answer.arrayBuffer();
    answered += 1;
  } catch {
    aborted += 1;
  }
}

const megabytesOf = async (processId: number) => {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
};

try {
  const program = join(import.meta.dirname, '../server/process/command/main.mjs');
  const order = [
    'generate',
    '--months',
    '202401..202412',
    '--lines',
    `${lines}`,
    '--seed',
    'memory',
  ];
  await promisify(execFile)(process.execPath, [program, ...order], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  await product.start();
  const cookie = await signIn(product.origin);
  const endsAt = performance.now() + minutes * 60_000;
  let turn = 0;
  const work = Array.from({ length: callers }, async () => {
    while (performance.now() < endsAt) await send(cookie, (turn += 1));
  });
  const seen: number[] = [];
  while (performance.now() < endsAt) {
    await sleep(10_000);
    seen.push(await megabytesOf(product.processId()));
    console.log(`${seen.length * 10} s: ${seen.at(-1)} MB, ${answered} answered, ${aborted} left`);
  }
  await Promise.all(work);
  const third = Math.floor(seen.length / 3);
  const [second, last] = [seen.slice(third, 2 * third), seen.slice(-third)].map((some) =>
    Math.max(...some),
  );
  console.log(`second third at most ${second} MB, last third ${last} MB`);
  process.exitCode = (last ?? Infinity) > 1.1 * (second ?? 0) ? 1 : 0;
} finally {
  await product.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
}
