/** The server that bench/sign-in.ts floods, in a separate process; it reports the stalls of its event loop. */
import { randomBytes } from 'node:crypto';
import { openMailQueue } from '../server/platform/mail/mail-queue.ts';
import { Seal } from '../server/people/identity/seal.ts';
import { SecondFactors } from '../server/people/identity/second-factor.ts';
import { accountRoutes } from '../server/routes/identity/account-routes.ts';
import { buildApp } from '../server/process/app.ts';
import { readConfig } from '../server/process/installation/config.ts';
import { createLogger } from '../server/process/installation/log.ts';
import { openStore } from '../server/platform/store/store.ts';

const config = readConfig({ ...process.env, PUBLIC_URL: 'http://127.0.0.1' });
const store = await openStore(config);
const logger = createLogger(process.stderr);
const clock = () => new Date();
const app = await buildApp({
  config,
  store,
  clock,
  logger,
  routes: accountRoutes({
    store,
    clock,
    mailQueue: openMailQueue(
      { send: async () => undefined, check: async () => undefined, close: () => undefined },
      logger,
    ),
    siteAddress: () => 'http://127.0.0.1',
    isHttps: false,
    sessionIdleHours: 8,
    factors: new SecondFactors(randomBytes(32)),
    provider: undefined,
    seal: new Seal(randomBytes(32), 'sign-in by provider'),
    requiresSecondFactor: false,
    personalRecords: [],
    removeTyped: async () => undefined,
  }),
  clientDirectory: '/nowhere',
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });

let peakBytes = 0;
let stallMs = 0;
let last = { at: 0, workMs: 0 };
let longestWorkMs = 0;
let first = last;

/** Processor time of this thread: a busy machine lengthens wall-clock stalls, but not this. */
const workOfThread = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const watch = setInterval(() => {
  const now = { at: performance.now(), workMs: workOfThread() };
  stallMs = Math.max(stallMs, now.at - last.at);
  longestWorkMs = Math.max(longestWorkMs, now.workMs - last.workMs);
  last = now;
}, 2);
const weigh = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 100);

process.on('message', (asked) => {
  if (asked === 'watch') {
    peakBytes = process.memoryUsage.rss();
    [stallMs, longestWorkMs] = [0, 0];
    last = { at: performance.now(), workMs: workOfThread() };
    first = last;
    process.send?.({ startBytes: peakBytes });
  }
  if (asked === 'tell') {
    const loopShare = (workOfThread() - first.workMs) / (performance.now() - first.at);
    process.send?.({ stallMs, longestWorkMs, peakBytes, loopShare });
  }
});
process.on('disconnect', () => {
  clearInterval(watch);
  clearInterval(weigh);
  void app.close().then(() => store.close());
});
process.send?.({ address });
