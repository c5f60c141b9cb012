import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monthsEnding } from '../../shared/codes/months.ts';
import { generateMonths } from '../../server/registry/generator/generate-months.ts';
import { warehouseTables } from '../../server/platform/warehouse/tables.ts';
import { mergeParts } from '../../server/platform/warehouse/merge-parts.ts';
import { openInstallation, type Installation } from '../../tests/support/installation.ts';

export interface DataPlan {
  /** Number of months, the last of them 202610. */
  readonly months: number;
  /** Mean number of MOV and FOR lines per month. */
  readonly lines: number;
  readonly seed: string;
  /** A folder that retains the data for the next run; without it, `BenchData.remove` deletes them. */
  readonly keep: string | undefined;
}

/** The location of a benchmark's data. */
export interface BenchData {
  /** `DATA_DIR` of the installation. */
  readonly installation: string;
  readonly rivals: string;
  readonly isPersistent: boolean;
  /** A description of the data, in one line. */
  readonly contents: string;
  /** Seconds to generate and load the data; null if they existed. */
  readonly seconds: number | null;
  remove(): Promise<void>;
}

const lastMonth = '202610';

/** Generates and loads the months, or reuses those of an earlier run. */
export async function prepareData(
  plan: DataPlan,
  print: (line: string) => void,
): Promise<BenchData> {
  const folder = plan.keep ?? (await mkdtemp(join(tmpdir(), 'caged-national-')));
  await mkdir(folder, { recursive: true });
  // If root runs the benchmark, PostgreSQL runs under a separate account.
  await chmod(folder, 0o755);
  const clearAway = { recursive: true, force: true, maxRetries: 3 } as const;
  const removeAtExit = () => rmSync(folder, clearAway);
  if (plan.keep === undefined) process.once('exit', removeAtExit);
  const remove = async () => {
    if (plan.keep !== undefined) return;
    process.off('exit', removeAtExit);
    await rm(folder, clearAway);
  };
  try {
    const contents = `${plan.months} months to ${lastMonth}, ${plan.lines} lines a month, seed ${plan.seed}`;
    const seconds = await madeIn(folder, contents, plan, print);
    return {
      installation: join(folder, 'installation'),
      rivals: join(folder, 'rivals'),
      isPersistent: plan.keep !== undefined,
      contents,
      seconds,
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Identifies the layout of the warehouse. */
const layoutMark = () =>
  `merged, layout ${createHash('sha256').update(JSON.stringify(warehouseTables)).digest('hex').slice(0, 12)}`;

async function madeIn(
  folder: string,
  contents: string,
  plan: DataPlan,
  print: (line: string) => void,
): Promise<number | null> {
  const note = join(folder, 'contents.txt');
  const found = await readFile(note, 'utf8').catch(() => undefined);
  const wanted = `${contents}\n${layoutMark()}`;
  if (found === wanted) {
    print(`Stored data: ${contents}.`);
    return null;
  }
  if (found?.split('\n')[0] === contents) {
    print('The stored data have another layout, or are not merged: they are rebuilt.');
    await rm(note);
    await rm(join(folder, 'installation'), { recursive: true });
  } else if (found !== undefined)
    throw new Error(`${folder} keeps other data (${found}): name another folder, or remove it.`);
  print(`Making ${contents} …`);
  const begun = performance.now();
  const installation = await openInstallation(join(folder, 'installation'));
  try {
    await loadMonths(installation, monthsEnding(lastMonth, plan.months), plan);
    await waitForMerges(installation);
    // As a server does after a load.
    await mergeParts(installation.warehouse);
  } finally {
    await installation.leave();
  }
  await writeFile(note, wanted);
  return (performance.now() - begun) / 1000;
}

const clock = () => new Date();

/** Generates months in the engine, in addition to existing ones. */
export async function loadMonths(
  { store, warehouse }: Installation,
  months: readonly string[],
  { lines, seed }: Pick<DataPlan, 'lines' | 'seed'>,
): Promise<void> {
  await generateMonths({ store, warehouse, clock, months, linesPerMonth: lines, seed });
}

const timeoutMs = 900_000;

/** Waits until no merge runs or starts, at most `timeoutMs`: the state of a server some time after a load. */
export async function waitForMerges({ warehouse }: Installation): Promise<void> {
  const end = performance.now() + timeoutMs;
  let [parts, quiet] = [-1, 0];
  while (quiet < 3 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [row] = await warehouse.rows<{ parts: number; merges: number }>({
      text: `
        select (select count() from system.parts where active and database = currentDatabase()) as parts,
          (select count() from system.merges) as merges`,
    });
    quiet = row?.merges === 0 && row.parts === parts ? quiet + 1 : 0;
    parts = row?.parts ?? parts;
  }
}
