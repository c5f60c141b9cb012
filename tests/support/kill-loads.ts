import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueUpload } from '../../server/registry/ingest/uploads.ts';
import { readableRelease } from '../../server/answers/release.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { writeSyntheticFiles } from './synthetic-files.ts';
import { openInstallation, type Installation } from './installation.ts';

export interface KillPlan {
  /** Versions of one month; each is loaded over the one before, and its load killed. */
  readonly versions: readonly string[];
  readonly kills: number;
  /** From 0 to below 1: when in a load the process is killed. */
  readonly random: () => number;
}

export interface KillRun {
  readonly kills: number;
  /** Kills that came before the load had ended. */
  readonly interrupted: number;
  /** What readers saw after a kill that was neither the old release nor the new one. */
  readonly mixtures: readonly string[];
  /** Loads that did not end with the new release after the restart. */
  readonly lost: readonly string[];
}

/**
 * Loads versions of a month in a child process that is killed with SIGKILL at random moments; after each kill the
 * release must be whole and old or whole and new, and the next start must end the load.
 */
export async function killLoads({ versions, kills, random }: KillPlan): Promise<KillRun> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-kill-'));
  const { sums: expected, durationMs } = await calmLoads(folder, versions);
  let published = versions.length - 1;
  let interrupted = 0;
  const mixtures: string[] = [];
  const lost: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const next = (published + 1) % versions.length;
    await queue(folder, versions[next]!);
    if (await killedAfter(folder, random() * durationMs)) interrupted++;
    const seen = await checksumOf(folder);
    if (seen !== expected[published] && seen !== expected[next]) mixtures.push(`${kill}: ${seen}`);
    await loadInChild(folder).ended;
    const final = await checksumOf(folder);
    if (final !== expected[next]) lost.push(`${kill}: ${final}`);
    published = next;
  }
  return { kills, interrupted, mixtures, lost };
}

/** Three versions of a month, as it is republished: each lacks other lines of the same file. */
export async function monthVersions(linesPerMonth: number): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'caged-versions-'));
  const order = { months: ['202601'], linesPerMonth, seed: 'versions' };
  const [file] = await writeSyntheticFiles({ directory, ...order });
  if (file === undefined) throw new Error('No file was written.');
  const [header, ...lines] = (await readFile(file.path, 'utf8')).split('\r\n');
  return Promise.all(
    [0, 1, 2].map(async (version) => {
      const folder = join(directory, String(version));
      const path = join(folder, basename(file.path));
      await mkdir(folder);
      await writeFile(path, [header, ...lines.toSpliced(version * 1_000, 1)].join('\r\n'));
      return path;
    }),
  );
}

/** What each version looks like to readers when it was loaded without disturbance, and how long the quickest took. */
async function calmLoads(folder: string, versions: readonly string[]) {
  const sums: string[] = [];
  let durationMs = Infinity;
  for (const version of versions) {
    durationMs = Math.min(durationMs, await queueAndLoad(folder, version));
    sums.push(await checksumOf(folder));
  }
  if (new Set(sums).size !== versions.length) throw new Error('The versions must differ.');
  return { sums, durationMs };
}

async function queueAndLoad(folder: string, path: string): Promise<number> {
  await queue(folder, path);
  const begun = performance.now();
  await loadInChild(folder).ended;
  return performance.now() - begun;
}

async function queue(folder: string, path: string): Promise<void> {
  await within(folder, async ({ store }) => {
    const files = [{ path, name: basename(path), asked: {} }];
    const upload = { origin: 'command', competencia: null, createdBy: null, files } as const;
    await queueUpload(store, upload, () => new Date());
  });
}

function loadInChild(folder: string) {
  const script = join(import.meta.dirname, 'load-child.ts');
  const child = spawn(process.execPath, [script, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '24' },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return { child, ended };
}

/** True when the process was still at work. */
async function killedAfter(folder: string, delayMs: number): Promise<boolean> {
  const { child, ended } = loadInChild(folder);
  await sleep(delayMs);
  const wasRunning = child.kill('SIGKILL');
  return (await ended) === null && wasRunning;
}

async function checksumOf(folder: string): Promise<string> {
  return within(folder, async ({ store, warehouse }) => {
    const { batches } = readableRelease(await currentRelease(store));
    const [row] = await warehouse.rows<{ lines: number; hash: string }>({
      text: `
        select count() as lines, toString(sum(cityHash64(tuple(* except (batch))))) as hash
        from movements
        where batch in {batches:Array(UInt32)}`,
      params: { batches },
    });
    return `${row?.lines} lines, ${row?.hash}`;
  });
}

async function within<Result>(
  folder: string,
  use: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(folder);
  try {
    return await use(installation);
  } finally {
    await installation.leave();
  }
}
