/**
 * Measures sign-in over HTTP: how long hashing takes, and whether an unknown account takes as long as a known one
 * (medians of 50, alternating). Also measures the event loop of a server in a separate process under two
 * floods: sign-ins from many addresses, and one network that has the costliest passwords checked at the maximum rate.
 *
 *   npm run bench -- sign-in
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hashPassword } from '../server/people/identity/passwords.ts';
import { createUser } from '../server/people/identity/users.ts';
import { createLogger } from '../server/process/installation/log.ts';
import { migrate } from '../server/platform/store/migrate.ts';
import { openStore } from '../server/platform/store/store.ts';
import { startServer } from './national/server-process.ts';
import { testApp } from '../tests/support/test-app.ts';

const rounds = 50;
const flood = 500;
const password = 'Quase-Verde-Ontem-27';

const dataDir = mkdtempSync(join(tmpdir(), 'caged-sign-in-'));
const store = await openStore({ databaseUrl: undefined, dataDir });
await migrate(store);
const person = { firstName: 'Ana', lastName: 'Lima', role: 'CLIENT', companyId: null } as const;
await createUser(store.db, { ...person, email: 'ana@exemplo.com.br', password }, new Date());
const app = await testApp({
  store,
  clock: () => new Date(),
  logger: createLogger({ write: () => undefined }),
  clientDirectory: '/nowhere',
});

let callers = 0;

/** Each call comes from a different address, so that the throttling of one address is not measured. */
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

// A wrong password of a known account is throttled after five attempts, so each round has a separate account.
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

await app.close();
await store.close();

const flooded = await floodServer(signInFlood);
console.log(
  `${flood} sign-ins at once: ${flooded.answers} in ${shown(flooded.tookMs)}; event loop stalled ${shown(flooded.stallMs)} at most, ${shown(flooded.longestWorkMs)} of them its own work`,
);

const weighed = await floodServer(strengthFlood);
const loopShare = weighed.loopShare * 100;
console.log(
  `the costliest passwords from one network: ${weighed.answers} in ${shown(weighed.tookMs)}; event loop busy ${loopShare.toFixed(1)} % (at most 10 %), stalled ${shown(weighed.stallMs)} at most`,
);

rmSync(dataDir, { recursive: true });
process.exitCode =
  difference <= 15 && medianOf(hashing) >= 100 && flooded.longestWorkMs < 50 && loopShare < 10
    ? 0
    : 1;

async function statusOf(url: string, address: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.text();
  return answer.status;
}

/** Sends `flood` requests at once, each from a different address. */
function signInFlood(server: string): Promise<number[]> {
  const from = (index: number) =>
    statusOf(`${server}/api/login`, `10.1.${index >> 8}.${index & 255}`, {
      email: `flood${index}@exemplo.com.br`,
      password: 'errada',
    });
  return Promise.all(Array.from({ length: flood }, (_, index) => from(index)));
}

/** Eight callers, each sending its next request 50 ms after a response, for 20 seconds. */
async function strengthFlood(server: string): Promise<number[]> {
  const costliest = { password: 's@l4r10c@g3d3mpr3s4t1m3'.repeat(9).slice(0, 200) };
  const end = performance.now() + 20_000;
  const statuses: number[] = [];
  const call = async () => {
    while (performance.now() < end) {
      statuses.push(
        await statusOf(`${server}/api/auth/check-password-strength`, '10.2.0.1', costliest),
      );
      await setTimeout(50);
    }
  };
  await Promise.all(Array.from({ length: 8 }, call));
  return statuses;
}

/** Floods a server in another process, as in production, so that the flood's own cost does not count as its stall. */
async function floodServer(work: (server: string) => Promise<number[]>) {
  // Behind a gateway, whose header names each caller's address.
  const server = await startServer(dataDir, { PUBLIC_URL: 'http://127.0.0.1' });
  await statusOf(`${server.address}/api/login`, '10.3.0.1', { email: 'a@b.c', password: 'errada' });
  await server.watched();
  const start = performance.now();
  const statuses = await work(server.address);
  const tookMs = performance.now() - start;
  const { loopMs, ...figures } = await server.watched();
  await server.stop();
  const counts = Map.groupBy(statuses, (status) => status);
  const answers = [...counts].map(([status, found]) => `${found.length} × ${status}`).join(', ');
  return { answers, tookMs, loopShare: loopMs / tookMs, ...figures };
}
