import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueUpload } from '../../server/registry/ingest/uploads.ts';
import { releaseFingerprint } from '../../server/registry/releases/fingerprint.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { writeSyntheticFiles } from './synthetic-files.ts';
import { openInstallation, type Installation } from './installation.ts';

const acts = ['import', 'undo', 'restore'] as const;
type Act = (typeof acts)[number];

export interface KillPlan {
  /** Versions of one month; each is loaded over the one before. */
  readonly versions: readonly string[];
  /** Number of kills; they alternate between an import, the undo of that import and a restore of the first version. */
  readonly kills: number;
  /** From 0 to below 1: the moment of the kill within an act. */
  readonly random: () => number;
}

export interface KillRun {
  readonly kills: number;
  /** Kills before the end of the act. */
  readonly interrupted: Readonly<Record<Act, number>>;
  /** Data that readers saw after a kill that was neither the old release nor the new one. */
  readonly mixtures: readonly string[];
  /** Acts whose repetition did not end with the fingerprint of an undisturbed run. */
  readonly lost: readonly string[];
}

/**
 * Kills imports, undos and restores of a month's versions with SIGKILL at random moments. After each kill the release
 * must be either the complete old or the complete new one. The next start ends an import; the test repeats an undo or a
 * restore. Then the release's fingerprint must equal that of an undisturbed run.
 */
export async function killLoads({ versions, kills, random }: KillPlan): Promise<KillRun> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-kill-'));
  const beside = await mkdtemp(join(tmpdir(), 'caged-kill-backup-'));
  const backup = join(beside, 'backup');
  const { sums: expected, durationsMs } = await calmRun(folder, versions, backup);
  const interrupted = { import: 0, undo: 0, restore: 0 };
  const mixtures: string[] = [];
  const lost: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const act = acts[kill % acts.length] ?? 'import';
    const next = 1 + (Math.floor(kill / acts.length) % (versions.length - 1));
    const before = act === 'undo' ? next : 0;
    const after = act === 'import' ? next : 0;
    if (act === 'import') await queue(folder, versions[next]!);
    const begin = () => begun[act](folder, backup);
    if (await killedAfter(begin(), random() * durationsMs[act])) interrupted[act]++;
    // Only the command can continue a killed restore.
    if (act !== 'restore') {
      const seen = await checksumOf(folder);
      if (seen !== expected[before] && seen !== expected[after]) {
        mixtures.push(`${kill}, ${act}: ${seen}`);
      }
    }
    await begin().ended;
    const final = await checksumOf(folder);
    if (final !== expected[after]) lost.push(`${kill}, ${act}: ${final}`);
  }
  for (const made of [folder, beside]) await rm(made, { recursive: true });
  return { kills, interrupted, mixtures, lost };
}

/** Three versions of a month, as if republished: each lacks other lines of the same file. */
export async function monthVersions(linesPerMonth: number): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'caged-versions-'));
  // A month without counts of the ministry, with which a large file would be compared.
  const order = { months: ['202602'], linesPerMonth, seed: 'versions' };
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

/** Fingerprints of each version after a calm load, and the duration of each act; the first version stays current. */
async function calmRun(folder: string, versions: readonly string[], backup: string) {
  const sums: string[] = [];
  const durationsMs = { import: Infinity, undo: Infinity, restore: Infinity };
  const timed = async (act: Act) => {
    const started = performance.now();
    if ((await begun[act](folder, backup).ended) !== 0) throw new Error(`A calm ${act} failed.`);
    durationsMs[act] = Math.min(durationsMs[act], performance.now() - started);
  };
  for (const [at, version] of versions.entries()) {
    await queue(folder, version);
    await timed('import');
    sums.push(await checksumOf(folder));
    if (at === 0) await command(folder, 'backup', backup).ended;
    else await timed('undo');
  }
  await timed('restore');
  if (new Set(sums).size !== versions.length) throw new Error('The versions must differ.');
  if ((await checksumOf(folder)) !== sums[0]) throw new Error('A calm run must end as it began.');
  return { sums, durationsMs };
}

async function queue(folder: string, path: string): Promise<void> {
  await within(folder, async ({ store }) => {
    const files = [{ path, name: basename(path), stated: {} }];
    const upload = { origin: 'command', competencia: null, createdBy: null, files } as const;
    await queueUpload(store, upload, () => new Date());
  });
}

/** Starts an act in a separate process; `ended` is its exit code, null after a signal. */
const begun = {
  import: (folder) => child(folder, join(import.meta.dirname, 'load-child.ts'), folder),
  undo: (folder) => child(folder, join(import.meta.dirname, 'undo-child.ts'), folder),
  restore: (folder, backup) => command(folder, 'restore', backup, '--overwrite'),
} satisfies Record<Act, (folder: string, backup: string) => Child>;

type Child = ReturnType<typeof child>;

const command = (folder: string, ...args: readonly string[]): Child =>
  child(folder, join(import.meta.dirname, '../../server/process/command/main.mjs'), ...args);

function child(folder: string, ...args: readonly string[]) {
  const started = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: folder },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    started.once('error', reject);
    started.once('exit', resolve);
  });
  return { kill: () => started.kill('SIGKILL'), ended };
}

/** True if the process was still running. */
async function killedAfter({ kill, ended }: Child, delayMs: number): Promise<boolean> {
  await sleep(delayMs);
  const wasRunning = kill();
  return (await ended) === null && wasRunning;
}

/** The product's own fingerprint of the release that readers have. */
async function checksumOf(folder: string): Promise<string> {
  return within(folder, async ({ store, warehouse }) => {
    const found = await releaseFingerprint(warehouse, await currentRelease(store));
    return `${found.lines} lines, ${found.digest}`;
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
