import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Release } from '../../query/release.ts';
import { FileClaims, claimExtension } from './file-claim.ts';
import { layoutVersion } from '../format/layout.ts';
import { codedDetails, codedTraits } from '../format/line-columns.ts';
import { monthBatchesSql, type MonthBatch, linesSql } from './lines-sql.ts';
import { partialExtension } from '../format/month-file.ts';
import type { MonthLookup } from '../count/index-queries.ts';
import { JobThreads } from '../../../platform/job-thread.ts';
import type { FileOutcome, FileTask } from './month-worker.ts';

const extension = '.ranked';
/** An unfinished file of this age is abandoned, in milliseconds: no write takes as long. */
const abandonedMs = 3_600_000;
/** Files younger than this may belong to a coming release that another process prepares, in milliseconds. */
const youngMs = 600_000;
/** The current release, the next one, and two to which a rollback may return. */
const mostReleases = 4;
/** Polling interval for files that another process makes, in milliseconds. */
const lookEveryMs = 200;

/**
 * The month files of a folder. They are made for one release after another and shared by all processes that have the
 * folder.
 */
export class MonthFiles implements MonthLookup {
  readonly #folder: string;
  readonly #warehouse: Warehouse;
  readonly #claims = new FileClaims();
  /** Paths by release and month, in the order of the releases. */
  readonly #paths = new Map<string, Map<string, string>>();
  /** Contents of batches, by their numbers. They never change. */
  readonly #batches = new Map<number, readonly MonthBatch[]>();
  readonly #unreadable = new Set<string>();
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

  pathOf(release: Release, month: string): string | undefined {
    return this.#paths.get(keyOf(release))?.get(month);
  }

  forget(path: string): void {
    this.#unreadable.add(path);
    this.#intact.delete(path);
    for (const months of this.#paths.values()) {
      for (const [month, known] of months) if (known === path) months.delete(month);
    }
  }

  /** Whether every month of a release has its file. */
  areWhole(release: Release): boolean {
    return release.months.every((month) => this.pathOf(release, month) !== undefined);
  }

  /**
   * Makes the missing files of a release, the newest months first, and waits for files that another process makes. A
   * failed month does not stop the others; at the end, this throws the error of the warehouse, the disk or the month's
   * lines.
   */
  async make(release: Release, limits: QueryLimits): Promise<void> {
    await this.open();
    await this.#removeAbandoned();
    const paths = this.#pathsFor(release);
    const files = await this.#filesOf(release, limits);
    const failures = new Map<string, unknown>();
    await using builder = new MonthBuilder(this.#warehouse);
    for (;;) {
      let waited = false;
      for (const [month, { name, lines }] of [...files].toReversed()) {
        const path = join(this.#folder, name);
        if (paths.get(month) === path || failures.has(month)) continue;
        limits.signal?.throwIfAborted();
        try {
          const isMade = await this.#made(builder, { release, month, path, lines }, limits);
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
   * Removes the files of releases before this one, except those of `near` releases, which are not made again. Young
   * files stay for a while: another process may need them for a coming release.
   */
  async keepOnly(release: Release, near: readonly Release[], limits: QueryLimits): Promise<void> {
    const needed = new Set<string>();
    for (const stored of near) {
      for (const { name } of (await this.#filesOf(stored, limits)).values()) {
        needed.add(join(this.#folder, name));
      }
    }
    const nearKeys = new Set(near.map(keyOf));
    const before = new Set<string>();
    let isBefore = true;
    for (const [key, months] of this.#paths) {
      isBefore &&= key !== keyOf(release);
      const isOver = isBefore && !nearKeys.has(key);
      if (isOver) this.#paths.delete(key);
      for (const path of months.values()) (isOver ? before : needed).add(path);
    }
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (!name.endsWith(extension) || needed.has(path)) continue;
      if (before.has(path) || (await isOlder(path, youngMs))) await rm(path, { force: true });
    }
  }

  #pathsFor(release: Release): Map<string, string> {
    const key = keyOf(release);
    const paths = this.#paths.get(key) ?? new Map<string, string>();
    this.#paths.set(key, paths);
    const [oldest] = this.#paths.keys();
    if (this.#paths.size > mostReleases && oldest !== undefined) this.#paths.delete(oldest);
    return paths;
  }

  /** Makes a month file unless it exists intact; returns false while another process makes it. */
  async #made(builder: MonthBuilder, month: MonthToBuild, limits: QueryLimits): Promise<boolean> {
    const { path } = month;
    if (await this.#isUsable(builder, path, limits)) return true;
    await using claim = await this.#claims.take(path);
    if (claim === null) return false;
    // The previous holder of the claim may have made the file.
    if (await this.#isUsable(builder, path, limits)) return true;
    await builder.build(month, limits);
    this.#unreadable.delete(path);
    this.#intact.add(path);
    return true;
  }

  /** Whether a file exists intact. */
  async #isUsable(builder: MonthBuilder, path: string, limits: QueryLimits): Promise<boolean> {
    if (this.#unreadable.has(path) || !(await isThere(path))) return false;
    if (!this.#intact.has(path) && !(await builder.isIntact(path, limits))) return false;
    this.#intact.add(path);
    return true;
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
        const own = ofMonths.get(month) ?? [];
        const parts = own.map(({ batch, lines, digest }) => [batch, lines, digest]);
        const digest = createHash('sha256')
          .update(JSON.stringify([layoutVersion, codedTraits, codedDetails, parts]))
          .digest('hex');
        const name = `${month}-${digest.slice(0, 24)}${extension}`;
        return [month, { name, lines: own.reduce((sum, { lines }) => sum + lines, 0) }];
      }),
    );
  }

  /** Removes unfinished files of processes that were killed. */
  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const isLeft = name.endsWith(partialExtension) || name.endsWith(claimExtension);
      if (isLeft && (await isOlder(path, abandonedMs))) await rm(path, { force: true });
    }
  }
}

const keys = new WeakMap<Release, string>();

/** A key by batches: the lines of a release are those of its batches, whatever its number. */
function keyOf(release: Release): string {
  const known = keys.get(release) ?? release.batches.toSorted((a, b) => a - b).join(' ');
  keys.set(release, known);
  return known;
}

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

/**
 * Creates and checks month files, one after another, in a thread. It holds the memory of the largest month that it wrote
 * until the builder is disposed of.
 */
class MonthBuilder implements AsyncDisposable {
  readonly #warehouse: Warehouse;
  readonly #threads = new JobThreads<FileTask, FileOutcome>(
    new URL('month-worker.ts', import.meta.url),
    1,
  );

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse;
  }

  /** Creates the file of a month of a release. Throws where the lines cannot be read or written. */
  async build({ release, month, path, lines }: MonthToBuild, limits: QueryLimits): Promise<void> {
    const pieces: Uint8Array[] = [];
    const read = this.#warehouse.bytes(linesSql(release, month), 'columns', {
      ...limits,
      threads: 2,
    });
    for await (const piece of read) pieces.push(piece);
    const memory = pieces.flatMap(transferable);
    await this.#done({ kind: 'write', path, month, lines, pieces }, memory, limits);
  }

  /** Whether a file is intact. Reads all of it. */
  isIntact(path: string, limits: QueryLimits): Promise<boolean> {
    return this.#done({ kind: 'check', path }, [], limits);
  }

  async #done(
    task: FileTask,
    memory: readonly ArrayBuffer[],
    { signal }: QueryLimits,
  ): Promise<boolean> {
    const outcome = await this.#threads.idlest().ask(task, memory);
    signal?.throwIfAborted();
    if (typeof outcome === 'object') throw new Error(outcome.failure);
    return outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads.end();
  }
}

/**
 * Returns the buffer if the bytes fill all of it, so that it is transferred and not copied. A shared buffer must be
 * copied.
 */
const transferable = ({ buffer, byteLength }: Uint8Array) =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
