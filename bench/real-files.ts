/**
 * Loads damaged and genuine versions of a real file: `npm run bench -- real-files CAGEDFOR202307.7z commas`, or
 * `years [uf]` for five years of one state made from its lines. Prints the loads held for approval, and why.
 */
import { Comparison } from '../shared/contracts/comparison.ts';
import { withoutMovCode } from '../shared/contracts/uploads.ts';
import { isOnlyMissingMov } from '../server/registry/comparison/hold-reasons.ts';
import { approveUpload } from '../server/registry/ingest/upload-acts.ts';
import { reasonsOf } from '../server/registry/ingest/upload-view.ts';
import { findUpload } from '../server/registry/ingest/uploads.ts';
import { monthLater } from '../shared/codes/months.ts';
import { newInstallation, type Installation } from '../tests/support/installation.ts';
import { seededRandom } from '../tests/support/random.ts';
import {
  readRealFile,
  stateMonth,
  withoutCommas,
  writeRealFile,
  type RealFile,
} from '../tests/support/real-months.ts';

const [path, part, ...options] = process.argv.slice(2);
if (path === undefined || (part !== 'commas' && part !== 'years')) {
  throw new Error('Give the official FOR file of July 2023, and commas or years.');
}
const file = await readRealFile(path);
if (part === 'commas') await loseCommas(file);
else await loadYears(file, options[0] ?? '31');

async function loseCommas(real: RealFile): Promise<void> {
  const damages = [['salário'], ['salário', 'valorsaláriofixo']].flatMap((columns) =>
    [0.002, 0.005, 0.01, 0.02, 0.05, 0.3].map((share) => ({
      columns,
      share,
      damaged: withoutCommas(real, { columns, share, random: seededRandom(`commas ${share}`) }),
    })),
  );
  const firsts: Loaded[] = [];
  // A process can have only one engine, so the installations are sequential.
  let installation = await newInstallation();
  for (const { damaged } of damages) {
    const first = await loaded(installation, damaged);
    firsts.push(first);
    if (first.outcome === 'held') continue;
    await installation.close();
    installation = await newInstallation();
  }
  const before = await loaded(installation, real);
  const rows: Record<string, unknown>[] = [];
  for (const [at, { columns, share, damaged }] of damages.entries()) {
    const again = await loaded(installation, damaged);
    const first = firsts[at] ?? again;
    rows.push({
      columns: columns.length === 1 ? 'salário' : 'both',
      lines: `${share * 100} %`,
      mean: moved(again.mean, before.mean),
      median: moved(again.median, before.median),
      first: first.outcome,
      republished: again.outcome,
    });
    console.error(share, columns.length, first.reasons[0] ?? '', again.reasons[0] ?? '');
  }
  console.table(rows);
  await installation.close();
}

function moved(now: number, before: number): string {
  return `${((now / before - 1) * 100).toFixed(1)} %`;
}

interface Loaded {
  readonly outcome: 'held' | 'passed';
  readonly reasons: readonly string[];
  readonly mean: number;
  readonly median: number;
}

/** The outcome of the comparison for a version of July 2023, with the pay that it would publish. */
async function loaded(installation: Installation, real: RealFile): Promise<Loaded> {
  const upload = await installation.load(await writeRealFile('CAGEDFOR202307.txt', real));
  const row = await installation.store.db
    .selectFrom('uploads')
    .select('comparison')
    .where('id', '=', upload.id)
    .executeTakeFirstOrThrow();
  const [compared] = Comparison.parse(JSON.parse(row.comparison ?? '')).files;
  return {
    outcome: upload.status === 'AWAITING_APPROVAL' ? 'held' : 'passed',
    reasons: reasonsOf(upload).flatMap(({ code, message }) =>
      code === withoutMovCode ? [] : [message],
    ),
    mean: compared?.total.meanWage ?? Number.NaN,
    median: compared?.total.medianWage ?? Number.NaN,
  };
}

/** Loads sixty months in a random order; held loads are compared again as their neighbours arrive. */
async function loadYears(real: RealFile, uf: string): Promise<void> {
  const installation = await newInstallation();
  const { store } = installation;
  const order = seededRandom(`order of ${uf}`);
  const months = Array.from({ length: 60 }, (_, later) => monthLater('202101', later))
    .map((month) => ({ month, place: order() }))
    .toSorted((a, b) => a.place - b.place);
  const sizes: number[] = [];
  let waited = 0;
  for (const { month } of months) {
    const own = stateMonth(real, { uf, month, random: seededRandom(`${uf} ${month}`) });
    sizes.push(own.lines.length);
    const upload = await installation.load(await writeRealFile(`CAGEDFOR${month}.txt`, own));
    if (upload.status !== 'COMPLETED') waited += 1;
    if (upload.status !== 'COMPLETED') console.error(month, own.lines.length, reasonsOf(upload));
    await approveMissingMov(installation);
  }
  const waiting = await store.db
    .selectFrom('uploads')
    .select('id')
    .where('status', '!=', 'COMPLETED')
    .execute();
  console.log(
    `state ${uf}: 60 months of ${Math.min(...sizes)} to ${Math.max(...sizes)} lines; ${waited} waited when they came, ${waiting.length} wait at the end`,
  );
  for (const { id } of waiting) console.log((await findUpload(store, id))?.message);
  await installation.close();
}

/** There is no main file here. Approves loads that wait only for that, as `load` does. */
async function approveMissingMov(installation: Installation): Promise<void> {
  const actor = { userId: null, address: null };
  const rows = await installation.store.db
    .selectFrom('uploads')
    .select('id')
    .where('status', '=', 'AWAITING_APPROVAL')
    .execute();
  for (const { id } of rows) {
    const upload = await findUpload(installation.store, id);
    if (upload === undefined || !isOnlyMissingMov(reasonsOf(upload))) continue;
    await approveUpload({ store: installation.store, clock: () => new Date() }, actor, id, {
      comparedWith: upload.compared_release,
    });
    await installation.drain();
  }
}
