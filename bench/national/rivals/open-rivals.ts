import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '../../../server/answers/query/release.ts';
import { quoteString } from '../../../server/platform/warehouse/sql-literal.ts';
import type { Warehouse } from '../../../server/platform/warehouse/warehouse.ts';
import { startChildRival } from './child-rival.ts';
import { linesSql } from './lines.ts';
import { startPostgresRival } from './postgres.ts';
import type { Contents, Rival, RivalName } from './rival.ts';

export interface RivalsPlan {
  readonly warehouse: Warehouse;
  readonly release: Release;
  /** The folder of the rivals' data, with a folder for each. */
  readonly folder: string;
  readonly names: readonly RivalName[];
  /** Whether the data remain for the next run. */
  readonly isPersistent: boolean;
  readonly print: (line: string) => void;
}

/** Maximum lines per exported chunk, unless one occupation has more. */
const linesOfChunk = 3_000_000;

const hour = 3_600_000;

/** Starts the rivals and loads them with the release's lines, except those that already have them. */
export async function openRivals(plan: RivalsPlan): Promise<Rival[]> {
  const rivals: Rival[] = [];
  try {
    const missing: Rival[] = [];
    const contents = await contentsOf(plan);
    for (const name of plan.names) {
      const folder = join(plan.folder, name);
      const isLoaded = (await loadedContents(folder)) === JSON.stringify(contents);
      if (!isLoaded) await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const rival =
        name === 'postgres'
          ? await startPostgresRival(folder, plan.isPersistent)
          : await startChildRival(name, join(folder, 'data'));
      rivals.push(rival);
      if (!isLoaded) missing.push(rival);
    }
    if (missing.length > 0) await loadAll(plan, contents, missing);
    return rivals;
  } catch (error) {
    await closeRivals(rivals);
    throw error;
  }
}

export async function closeRivals(rivals: readonly Rival[]): Promise<void> {
  await Promise.allSettled(rivals.map((rival) => rival.close()));
}

const noteOf = (folder: string) => join(folder, 'loaded.txt');

const loadedContents = (folder: string) => readFile(noteOf(folder), 'utf8').catch(() => undefined);

async function loadAll(
  plan: RivalsPlan,
  contents: Contents,
  rivals: readonly Rival[],
): Promise<void> {
  const { folder, print, warehouse, release } = plan;
  const exchange = join(folder, 'exchange');
  await mkdir(exchange, { recursive: true });
  const seconds = new Map(rivals.map(({ name }) => [name, 0]));
  const timed = async (rival: Rival, work: () => Promise<void>) => {
    const begun = performance.now();
    await work();
    const taken = (performance.now() - begun) / 1000;
    seconds.set(rival.name, (seconds.get(rival.name) ?? 0) + taken);
  };
  const chunks = await occupationRanges(warehouse, release);
  for (const [index, range] of chunks.entries()) {
    const chunk = {
      parquet: join(exchange, `lines-${index}.parquet`),
      text: rivals.some(({ name }) => name === 'postgres')
        ? join(exchange, `lines-${index}.tsv`)
        : undefined,
    };
    await exportLines(plan, range, chunk.parquet, 'Parquet');
    if (chunk.text !== undefined) await exportLines(plan, range, chunk.text, 'TabSeparated');
    for (const rival of rivals) await timed(rival, () => rival.load(chunk));
    await rm(chunk.parquet, { force: true });
    if (chunk.text !== undefined) await rm(chunk.text, { force: true });
  }
  await rm(exchange, { recursive: true });
  for (const rival of rivals) {
    await timed(rival, () => rival.finishLoad());
    const loaded = await rival.contents();
    if (loaded.lines !== contents.lines || loaded.centavos !== contents.centavos)
      throw new Error(`${rival.name} has ${loaded.lines} lines of ${contents.lines}, or others.`);
    await writeFile(noteOf(join(folder, rival.name)), JSON.stringify(contents));
    print(
      `${rival.version}: ${contents.lines} lines loaded in ${Math.round(seconds.get(rival.name) ?? 0)} s`,
    );
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Ranges of occupations, each filling a chunk; consecutive chunks are then in the plain order. */
async function occupationRanges(warehouse: Warehouse, { batches }: Release): Promise<Range[]> {
  const text = `
    select cbo, count() as lines
    from movements
    where batch in {batches:Array(UInt32)}
    group by cbo
    order by cbo`;
  const rows = await warehouse.rows<{ cbo: number; lines: number }>(
    { text, params: { batches } },
    { timeoutMs: hour, threads: 2 },
  );
  const ranges: (Range & { lines: number })[] = [];
  for (const { cbo, lines } of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last.lines + lines <= linesOfChunk)
      ranges[ranges.length - 1] = { from: last.from, to: cbo, lines: last.lines + lines };
    else ranges.push({ from: cbo, to: cbo, lines });
  }
  return ranges;
}

async function exportLines(
  { warehouse, release }: RivalsPlan,
  range: Range,
  path: string,
  format: 'Parquet' | 'TabSeparated',
): Promise<void> {
  await warehouse.run(
    {
      text: `insert into function file(${quoteString(path)}, ${format})\n${linesSql()}`,
      params: { batches: release.batches, ...range },
    },
    { timeoutMs: hour, threads: 2, memoryBytes: 8 * 2 ** 30 },
  );
  await stat(path);
}

/** The contents that every rival must have; a rival with other contents is loaded again. */
async function contentsOf({ warehouse, release }: RivalsPlan): Promise<Contents> {
  const text = `
    select count() as lines, sum(ifNull(salary, -1)) as centavos
    from movements
    where weight = 1 and batch in {batches:Array(UInt32)}`;
  const [row] = await warehouse.rows<Contents>(
    { text, params: { batches: release.batches } },
    { timeoutMs: hour, threads: 2 },
  );
  return row ?? { lines: 0, centavos: 0 };
}
