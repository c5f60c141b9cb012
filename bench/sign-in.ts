/**
 * Measures sign-in over HTTP: how long hashing takes, whether an unknown account takes as long as a known one
 * (medians of 50, alternating), and what a flood of sign-ins from many addresses does to memory and to others.
 *
 *   node bench/sign-in.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../server/app.ts';
import { hashPassword } from '../server/identity/passwords.ts';
import { createUser } from '../server/identity/users.ts';
import { createLogger } from '../server/log.ts';
import { migrate } from '../server/store/migrate.ts';
import { openStore } from '../server/store/store.ts';

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

const before = process.memoryUsage().rss;
let peak = before;
let longestStall = 0;
let last = performance.now();
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
  longestStall = Math.max(longestStall, performance.now() - last - 10);
  last = performance.now();
}, 10);
const start = performance.now();
const answers = await Promise.all(
  Array.from({ length: flood }, (_, index) => signIn(`flood${index}@exemplo.com.br`, 'errada')),
);
clearInterval(watch);
const counts = Map.groupBy(answers, ({ statusCode }) => statusCode);
console.log(
  `${flood} sign-ins at once: ${[...counts].map(([status, found]) => `${found.length} × ${status}`).join(', ')} in ${shown(performance.now() - start)}; memory +${Math.round((peak - before) / 2 ** 20)} MiB; event loop stalled ${shown(longestStall)} at most`,
);

await app.close();
await store.close();
rmSync(dataDir, { recursive: true });
process.exitCode = difference <= 15 && medianOf(hashing) >= 100 ? 0 : 1;
