import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether R is installed, with a package of it if one is named. */
export const hasR = (name = 'stats') =>
  spawnSync('Rscript', ['-e', `stopifnot(requireNamespace("${name}"))`]).status === 0;

/** Runs an R script on lines of text. Returns its lines of words as figures by their first `names` words. */
export async function figuresFromR(
  script: string,
  lines: readonly string[],
  names: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-r-'));
  const path = join(folder, 'lines.txt');
  await writeFile(path, lines.join('\n'));
  const run = spawnSync('Rscript', [script, path], { maxBuffer: 2 ** 26 });
  await rm(folder, { recursive: true });
  if (run.status !== 0) throw new Error(run.stderr.toString());
  const rows = run.stdout.toString().trim().split('\n');
  return new Map(
    rows.map((row) => {
      const words = row.trim().split(/\s+/);
      return [words.slice(0, names).join(' '), words.slice(names).map(Number)] as const;
    }),
  );
}

/** The largest relative difference of pairs; infinite if a figure of R is missing. */
export const largestDifference = (
  pairs: readonly (readonly [own: number, other: number | undefined])[],
): number =>
  Math.max(
    ...pairs.map(([own, other = Number.NaN]) => {
      const difference = Math.abs(own / other - 1);
      return Number.isNaN(difference) ? Infinity : difference;
    }),
  );
