import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Release } from '../../query/release.ts';
import { FileClaims, claimExtension } from '../../../platform/file-claim.ts';
import { layoutVersion } from '../format/layout.ts';
import { monthBatchesSql, type MonthBatch, linesSql } from './lines-sql.ts';
import { partialExtension } from '../format/month-file.ts';
import { JobThreads } from '../../../platform/job-thread.ts';
import type { FileOutcome, FileTask } from './month-worker.ts';

const extension = '.ranked';
const ownExtensions = [extension, partialExtension, claimExtension];
/**
 * Files younger than this, in milliseconds, may belong to a coming release that a process prepares. An unfinished file of
 * this age is abandoned: no write takes as long.
 */
const youngMs = 600_000;
/** Polling interval for files that another process makes, in milliseconds. */
const lookEveryMs = 200;

/**
 * The month files of a folder. They are made for one release after another and shared by all processes that have the
 * folder.
 */
export class MonthFiles {
  readonly #folder: string;
  readonly #warehouse: Warehouse;
  readonly #claims = new FileClaims();
  /** Paths by release and month, in the order of the releases. */
  readonly #paths = new Map<string, Map<string, string>>();
  /** Contents of batches, by their numbers. They never change. */
  readonly #batches = new Map<number, readonly MonthBatch[]>();
  /** Files that this process wrote, or checked and found intact. */
  readonly #intact = new Set<string>();

  constructor(folder: string, warehouse: Warehouse) {
    this.#folder = folder;
    this.#warehouse = warehouse;
  }

  /** Creates the folder. Its existence shows other processes that its files are read. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Whether a process reads the files of the folder. */
  isOpen(): Promise<boolean> {
    return isThere(this.#folder);
  }

  /** The files that a release has, by month. */
  pathsOf(release: Release): ReadonlyMap<string, string> {
    return this.#paths.get(keyOf(release)) ?? new Map();
  }

  /** Forgets a file that could not be read, until `make` finds it intact or makes it again. */
  forget(path: string): void {
    this.#intact.delete(path);
    for (const months of this.#paths.values()) {
      for (const [month, known] of months) if (known === path) months.delete(month);
    }
  }

  /** Whether every month of a release has its file. */
  areWhole(release: Release): boolean {
    const paths = this.pathsOf(release);
    return release.months.every((month) => paths.has(month));
  }

  /**
   * Makes the missing files of a release, the newest months first, and waits for files that another process makes. A
   * failed month does not stop the others; at the end, this throws the error of the warehouse, the disk or the month's
   * lines.
   */
  async make(release: Release, limits: QueryLimits): Promise<void> {
    await this.open();
    const paths = this.#pathsFor(release);
    const files = await this.#filesOf(release, limits);
    const failures = new Map<string, unknown>();
    // It holds the memory of the largest month that it wrote until it ends.
    const thread: FileThread = new JobThreads(new URL('month-worker.ts', import.meta.url), 1);
    await using ending = new AsyncDisposableStack();
    ending.defer(() => thread.end());
    for (;;) {
      let waited = false;
      for (const [month, { name, lines }] of [...files].toReversed()) {
        const path = join(this.#folder, name);
        if (paths.get(month) === path || failures.has(month)) continue;
        limits.signal?.throwIfAborted();
        try {
          const isMade = await this.#made(thread, { release, month, path, lines }, limits);
          if (isMade) paths.set(month, path);
          else waited = true;
        } catch (error) {
          limits.signal?.throwIfAborted();
          failures.set(month, error);
        }
      }
      if (!waited) break;
      await passing(lookEveryMs, undefined, { ...(limits.signal && { signal: limits.signal }) });
    }
    for (const failure of failures.values()) throw failure;
  }

  /**
   * Removes the files that neither this release nor `near` ones need, and what is left of unfinished files. Young ones
   * stay for a while.
   */
  async keepOnly(release: Release, near: readonly Release[], limits: QueryLimits): Promise<void> {
    const needed = new Set<string>();
    for (const readable of [release, ...near]) {
      for (const { name } of (await this.#filesOf(readable, limits)).values()) needed.add(name);
    }
    const nearKeys = new Set(near.map(keyOf));
    // Later ones are coming releases.
    for (const key of this.#paths.keys()) {
      if (key === keyOf(release)) break;
      if (!nearKeys.has(key)) this.#paths.delete(key);
    }
    for (const name of await readdir(this.#folder)) {
      const isOwn = ownExtensions.some((ending) => name.endsWith(ending));
      if (!isOwn || needed.has(name)) continue;
      const path = join(this.#folder, name);
      if (await isOlder(path, youngMs)) await rm(path, { force: true });
    }
  }

  #pathsFor(release: Release): Map<string, string> {
    const key = keyOf(release);
    const paths = this.#paths.get(key) ?? new Map<string, string>();
    this.#paths.set(key, paths);
    return paths;
  }

  /** Makes a month file unless it exists intact; returns false while another process makes it. */
  async #made(thread: FileThread, month: MonthToBuild, limits: QueryLimits): Promise<boolean> {
    const { path } = month;
    if (await this.#isUsable(thread, path, limits)) return true;
    await using claim = await this.#claims.take(path);
    if (claim === null) return false;
    // The previous holder of the claim may have made the file.
    if (await this.#isUsable(thread, path, limits)) return true;
    await buildMonth(this.#warehouse, thread, month, limits);
    this.#intact.add(path);
    return true;
  }

  /** Whether a file exists intact. */
  async #isUsable(thread: FileThread, path: string, limits: QueryLimits): Promise<boolean> {
    if (!(await isThere(path))) return false;
    if (this.#intact.has(path)) return true;
    const isIntact = await outcomeOf(thread, { kind: 'check', path }, [], limits);
    if (isIntact) this.#intact.add(path);
    return isIntact;
  }

  /**
   * The name of each month's file, and the month's number of lines. A name contains a digest of the source data, so that
   * an existing file need not be made again.
   */
  async #filesOf(
    release: Release,
    limits: QueryLimits,
  ): Promise<Map<string, { readonly name: string; readonly lines: number }>> {
    const unknown = release.batches.filter((batch) => !this.#batches.has(batch));
    if (unknown.length > 0) {
      const rows = await this.#warehouse.rows<MonthBatch>(monthBatchesSql(unknown), {
        ...limits,
        threads: 2,
      });
      const byBatch = Map.groupBy(rows, ({ batch }) => batch);
      for (const batch of unknown) this.#batches.set(batch, byBatch.get(batch) ?? []);
    }
    const ofRelease = release.batches
      .toSorted((a, b) => a - b)
      .flatMap((batch) => this.#batches.get(batch) ?? []);
    const ofMonths = Map.groupBy(ofRelease, ({ month }) => String(month));
    return new Map(
      release.months.map((month) => {
        const batches = ofMonths.get(month) ?? [];
        const parts = batches.map(({ batch, lines, digest }) => [batch, lines, digest]);
        const digest = createHash('sha256')
          .update(JSON.stringify([layoutVersion, linesSql(release, month).text, parts]))
          .digest('hex');
        const name = `${month}-${digest.slice(0, 24)}${extension}`;
        return [month, { name, lines: batches.reduce((sum, { lines }) => sum + lines, 0) }];
      }),
    );
  }
}

/** The key of a release: its batches, because releases with the same batches have the same lines. */
const keyOf = ({ batches }: Release) => batches.toSorted((a, b) => a - b).join(' ');

const isThere = async (path: string) => (await stat(path).catch(() => null)) !== null;

async function isOlder(path: string, ms: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ms;
}

interface MonthToBuild {
  readonly release: Release;
  readonly month: string;
  readonly path: string;
  readonly lines: number;
}

type FileThread = JobThreads<FileTask, FileOutcome>;

/** Creates the file of a month of a release. Throws where the lines cannot be read or written. */
async function buildMonth(
  warehouse: Warehouse,
  thread: FileThread,
  { release, month, path, lines }: MonthToBuild,
  limits: QueryLimits,
): Promise<void> {
  // The thread starts while the engine reads.
  thread.idlest();
  const pieces: Uint8Array[] = [];
  const read = warehouse.bytes(linesSql(release, month), 'columns', { ...limits, threads: 2 });
  for await (const piece of read) pieces.push(piece);
  const memory = pieces.flatMap(transferable);
  await outcomeOf(thread, { kind: 'write', path, month, lines, pieces }, memory, limits);
}

async function outcomeOf(
  thread: FileThread,
  task: FileTask,
  memory: readonly ArrayBuffer[],
  { signal }: QueryLimits,
): Promise<boolean> {
  const outcome = await thread.idlest().run(task, memory);
  signal?.throwIfAborted();
  if (typeof outcome === 'object') throw new Error(outcome.failure);
  return outcome;
}

/**
 * Returns the buffer if the bytes fill all of it, so that it is transferred and not copied. A shared buffer must be
 * copied.
 */
const transferable = ({ buffer, byteLength }: Uint8Array) =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
