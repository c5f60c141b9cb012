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

/** An administrator may send 300 files in an hour, so that many files need several installations. */
const filesOfInstallation = 250;

const [before, first, ...others] = await officialBases();
let { installation, served } = await begin();

let peakBytes = 0;
const watching = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 50);
const begun = performance.now();
const loads: MutatedLoad[] = [];
let receivedLeft = 0;
for await (const file of mutatedFiles([first, ...others], chosen, count)) {
  const load = await loadMutated(file, { installation, served });
  loads.push(load);
  for (const fault of load.broken) {
    console.log(`#${load.number} ${load.mutation}: ${fault} — ${load.message ?? ''}`);
  }
  if (loads.length % filesOfInstallation === 0) {
    console.log(`after ${loads.length} files: ${megabytes(process.memoryUsage.rss())} MB`);
    await end();
    ({ installation, served } = await begin());
  }
}
clearInterval(watching);
await end();
report();
process.exitCode = loads.some(({ broken }) => broken.length > 0) ? 1 : 0;

/** An installation with the month before the corrupted one, and MOV of this, without which its other files wait. */
async function begin() {
  const made = await newInstallation();
  const loading = { ...made.loading, maxTextBytes: bombBytes };
  const installed = {
    installation: made,
    served: await serve({ ...made, loading }, { maxUploadMegabytes: 500 }),
  };
  const intact = mutations.filter(({ name }) => name === 'intact');
  for (const base of [before, first]) {
    for await (const file of mutatedFiles([base], intact, 1)) {
      const { broken } = await loadMutated(file, installed);
      if (broken.length > 0) throw new Error(`${base.name} could not be loaded: ${broken.join()}`);
    }
  }
  return installed;
}

async function end(): Promise<void> {
  receivedLeft += (await readdir(join(installation.folder, 'uploads'))).length;
  await served.close();
  await installation.close();
}

function report(): void {
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.table(Object.fromEntries(chosen.map(({ name }) => [name, row(name)])));
  const rejected = loads.reduce((sum, load) => sum + (load.rejected ?? 0), 0);
  console.log(
    `${loads.length} files in ${seconds} s, ${total('PUBLISHED')} published, ${total('UNCHANGED')} unchanged, ` +
      `${total('WAITING')} waiting for approval, ` +
      `${total('REFUSED') + total('NOT RECEIVED')} refused, ${rejected} lines rejected, ` +
      `${loads.filter(({ broken }) => broken.length > 0).length} with a broken promise; ` +
      `peak of the process ${megabytes(peakBytes)} MB, now ${megabytes(process.memoryUsage.rss())} MB; ` +
      `${receivedLeft} received files left of refused uploads`,
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
