/**
 * Measures sign-in over HTTP: how long hashing takes, whether an unknown account takes as long as a known one
 * (medians of 50, alternating), and what a flood of sign-ins from many addresses does to the memory and the event loop of a server in a process of
 * its own.
 *
 *   node bench/sign-in.ts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildApp } from '../server/process/app.ts';
import { hashPassword } from '../server/people/identity/passwords.ts';
import { createUser } from '../server/people/identity/users.ts';
import { createLogger } from '../server/process/installation/log.ts';
import { migrate } from '../server/platform/store/migrate.ts';
import { openStore } from '../server/platform/store/store.ts';

const rounds = 50;
const flood = 500;
const password = 'Quase-Verde-Ontem-27';

const dataDir = mkdtempSync(join(tmpdir(), 'caged-sign-in-'));
const store = await openStore({ databaseUrl: undefined, dataDir });
await migrate(store);
const person = { firstName: 'Ana', lastName: 'Lima', role: 'CLIENT', companyId: null } as const;
await createUser(store.db, { ...person, email: 'ana@exemplo.com.br', password }, new Date());
const app = await buildApp({
  config: { publicUrl: undefined },
  store,
  clock: () => new Date(),
  logger: createLogger({ write: () => undefined }),
  clientDirectory: '/nowhere',
});

let callers = 0;

/** Each call comes from an address of its own, so that the slowing down of one address is not measured. */
function signIn(email: string, typed: string) {
  callers += 1;
  const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  return app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: typed },
    remoteAddress: address,
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const medianOf = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};
const shown = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;

const hashing: number[] = [];
for (let round = 0; round < 10; round += 1)
  hashing.push(await timeOf(() => hashPassword(password)));
console.log(`one hash, median of 10:                 ${shown(medianOf(hashing))}`);

// A wrong password of a known account is throttled after five tries, so each round has an account of its own.
const known: number[] = [];
const unknown: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const email = `ana${round}@exemplo.com.br`;
  await createUser(store.db, { ...person, email, password }, new Date());
  known.push(await timeOf(() => signIn(email, 'errada')));
  unknown.push(await timeOf(() => signIn(`ninguem${round}@exemplo.com.br`, 'errada')));
}
const [knownMedian, unknownMedian] = [medianOf(known), medianOf(unknown)];
const difference = Math.abs(unknownMedian / knownMedian - 1) * 100;
console.log(`refused, known account, median of ${rounds}:   ${shown(knownMedian)}`);
console.log(`refused, unknown account, median of ${rounds}: ${shown(unknownMedian)}`);
console.log(`difference:                             ${difference.toFixed(1)} % (at most 15 %)`);

const Told = z.object({
  stallMs: z.number(),
  longestWorkMs: z.number(),
  peakBytes: z.number(),
});

const flooded = await floodServer();
console.log(
  `${flood} sign-ins at once: ${flooded.answers} in ${shown(flooded.tookMs)}; memory +${Math.round(flooded.addedBytes / 2 ** 20)} MiB; event loop stalled ${shown(flooded.stallMs)} at most, ${shown(flooded.longestWorkMs)} of them its own work`,
);

await app.close();
await store.close();
rmSync(dataDir, { recursive: true });
process.exitCode =
  difference <= 15 && medianOf(hashing) >= 100 && flooded.longestWorkMs < 50 ? 0 : 1;

/** Floods a server that runs in another process, as real ones do: what the flooding itself costs is not its stall. */
async function floodServer() {
  const log = openSync(join(dataDir, 'server.log'), 'w');
  const child = fork(join(import.meta.dirname, 'sign-in-child.ts'), {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', log, 'ipc'],
  });
  const told = async () =>
    z.record(z.string(), z.unknown()).parse((await once(child, 'message'))[0]);
  const address = z.string().parse((await told())['address']);
  const from = (index: number) =>
    fetch(`${address}/api/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.${index >> 8}.${index & 255}`,
      },
      body: JSON.stringify({ email: `flood${index}@exemplo.com.br`, password: 'errada' }),
    }).then(async (answer) => {
      await answer.text();
      return answer.status;
    });
  await from(flood);
  child.send('watch');
  const startBytes = z.number().parse((await told())['startBytes']);
  const start = performance.now();
  const statuses = await Promise.all(Array.from({ length: flood }, (_, index) => from(index)));
  const tookMs = performance.now() - start;
  child.send('tell');
  const { stallMs, longestWorkMs, peakBytes } = Told.parse(await told());
  child.disconnect();
  await once(child, 'exit');
  const counts = Map.groupBy(statuses, (status) => status);
  const answers = [...counts].map(([status, found]) => `${found.length} × ${status}`).join(', ');
  return { answers, tookMs, stallMs, longestWorkMs, addedBytes: peakBytes - startBytes };
}
