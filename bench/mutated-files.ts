/**
 * Sends 2,000 corrupted files to the server and reports the outcomes: `npm run bench -- mutated-files [count [name]]`,
 * with a part of a mutation's name for that mutation alone.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newInstallation } from '../tests/support/installation.ts';
import { mutatedFiles, mutations, officialBases } from '../tests/support/mutated-files.ts';
import { loadMutated, type MutatedLoad } from '../tests/support/mutated-loads.ts';
import { bombBytes } from '../tests/support/mutations/spoiled-archives.ts';
import { serve } from '../tests/support/served.ts';

const count = Number(process.argv[2] ?? 2000);
const chosen = mutations.filter(({ name }) => name.includes(process.argv[3] ?? ''));
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

const installation = await newInstallation();
const loading = { ...installation.loading, maxTextBytes: bombBytes };
const served = await serve({ ...installation, loading }, { maxUploadMegabytes: 500 });
const [before, ...bases] = await officialBases();
const [first, ...others] = bases;
if (first === undefined) throw new Error('There is no file to spoil.');
for (const { number, broken } of await loadedIntact()) {
  if (broken.length > 0)
    throw new Error(`The base ${number} could not be loaded: ${broken.join()}`);
}

let peakBytes = 0;
const watching = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 50);
const begun = performance.now();
const loads: MutatedLoad[] = [];
for await (const file of mutatedFiles([first, ...others], chosen, count)) {
  const load = await loadMutated(file, { installation, served });
  loads.push(load);
  if (loads.length % 250 === 0) {
    console.log(`after ${loads.length} files: ${megabytes(process.memoryUsage.rss())} MB`);
  }
  for (const fault of load.broken) {
    console.log(`#${load.number} ${load.mutation}: ${fault} — ${load.message ?? ''}`);
  }
}
clearInterval(watching);
await report();
await served.close();
await installation.close();
process.exitCode = loads.some(({ broken }) => broken.length > 0) ? 1 : 0;

/** The months next to the corrupted ones, which must never change. */
async function loadedIntact(): Promise<MutatedLoad[]> {
  const intact = mutations.filter(({ name }) => name === 'intact');
  const done: MutatedLoad[] = [];
  for await (const file of mutatedFiles([before], intact, 1)) {
    done.push(await loadMutated(file, { installation, served }));
  }
  return done;
}

async function report(): Promise<void> {
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.table(Object.fromEntries(chosen.map(({ name }) => [name, row(name)])));
  const rejected = loads.reduce((sum, load) => sum + (load.rejected ?? 0), 0);
  const received = await readdir(join(installation.folder, 'uploads'));
  console.log(
    `${loads.length} files in ${seconds} s, ${total('PUBLISHED')} published, ${total('UNCHANGED')} unchanged, ` +
      `${total('WAITING')} waiting for approval, ` +
      `${total('REFUSED') + total('NOT RECEIVED')} refused, ${rejected} lines rejected, ` +
      `${loads.filter(({ broken }) => broken.length > 0).length} with a broken promise; ` +
      `peak of the process ${megabytes(peakBytes)} MB, now ${megabytes(process.memoryUsage.rss())} MB; ` +
      `${received.length} received files left of refused uploads`,
  );
}

function total(outcome: MutatedLoad['outcome']): number {
  return loads.filter((load) => load.outcome === outcome).length;
}

function row(mutation: string) {
  const own = loads.filter((load) => load.mutation === mutation);
  const of = (...outcomes: readonly MutatedLoad['outcome'][]) =>
    own.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    files: own.length,
    published: of('PUBLISHED', 'UNCHANGED'),
    waiting: of('WAITING'),
    refused: of('REFUSED', 'NOT RECEIVED'),
    broken: own.filter(({ broken }) => broken.length > 0).length,
    'slowest ms': Math.max(0, ...own.map(({ milliseconds }) => milliseconds)),
    'a sentence': own.findLast(({ message }) => message !== null)?.message?.slice(0, 110) ?? '',
  };
}
