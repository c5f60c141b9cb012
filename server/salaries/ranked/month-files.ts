import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import type { Release } from '../release.ts';
import { MonthBuilder } from './build-month.ts';
import { layoutVersion } from './layout.ts';
import { codedDetails, codedTraits } from './line-codes.ts';
import { monthBatchesSql, type MonthBatch } from './lines-sql.ts';
import { partialExtension } from './month-file.ts';
import type { RankedMonths } from './ranked-months.ts';

const extension = '.ranked';
/** No file takes so long to be written. */
const abandonedMs = 3_600_000;

/** The files of a folder, which are made for one release after another. */
export class MonthFiles implements RankedMonths {
  readonly #folder: string;
  readonly #warehouse: Warehouse;
  /** Of the release that was made last, by month. */
  readonly #paths = new Map<string, string>();
  #release: string | undefined;
  readonly #unreadable = new Set<string>();
  /** Those that this process has written, or read whole. */
  readonly #intact = new Set<string>();

  constructor(folder: string, warehouse: Warehouse) {
    this.#folder = folder;
    this.#warehouse = warehouse;
  }

  pathOf(release: Release, month: string): string | undefined {
    return keyOf(release) === this.#release ? this.#paths.get(month) : undefined;
  }

  forget(path: string): void {
    this.#unreadable.add(path);
    this.#intact.delete(path);
    for (const [month, known] of this.#paths) if (known === path) this.#paths.delete(month);
  }

  /** Whether every month of a release has its file. */
  areWhole(release: Release): boolean {
    return release.months.every((month) => this.pathOf(release, month) !== undefined);
  }

  /**
   * Makes whatever files a release lacks, the newest months first, and removes those of other releases. Until a file is
   * there, questions about its month are answered without it. A month that cannot be made hinders no other; then this
   * throws what the warehouse, the disk or the month's lines threw.
   */
  async make(release: Release, limits: QueryLimits): Promise<void> {
    const key = keyOf(release);
    if (this.#release !== key) {
      this.#paths.clear();
      this.#release = key;
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#removeAbandoned();
    const names = await this.#namesOf(release, limits);
    const failures: unknown[] = [];
    await using builder = new MonthBuilder(this.#warehouse);
    const lacking = await this.#lacking(names, builder, limits);
    for (const [month, path] of lacking) {
      if (limits.signal?.aborted || this.#release !== key) break;
      try {
        await builder.build({ release, month, path }, limits);
        this.#unreadable.delete(path);
        this.#intact.add(path);
        if (this.#release === key) this.#paths.set(month, path);
      } catch (error) {
        failures.push(error);
      }
    }
    limits.signal?.throwIfAborted();
    if (failures.length > 0) throw failures[0];
    await this.#removeOthers(new Set(names.values()));
  }

  /** Takes the files that are there as they were written, and tells which are not: months with their paths, the newest first. */
  async #lacking(
    names: ReadonlyMap<string, string>,
    builder: MonthBuilder,
    limits: QueryLimits,
  ): Promise<[string, string][]> {
    const there = new Set(await readdir(this.#folder));
    const lacking: [string, string][] = [];
    for (const [month, name] of [...names].toReversed()) {
      const path = join(this.#folder, name);
      const isUsable =
        there.has(name) &&
        !this.#unreadable.has(path) &&
        (this.#intact.has(path) || (await builder.isIntact(path, limits)));
      if (isUsable) {
        this.#intact.add(path);
        this.#paths.set(month, path);
      } else lacking.push([month, path]);
    }
    return lacking;
  }

  /** A file's name says what it is made of, so that what is there need not be made again. */
  async #namesOf(release: Release, limits: QueryLimits): Promise<Map<string, string>> {
    const batches = await this.#warehouse.rows<MonthBatch>(monthBatchesSql(release), limits);
    const ofMonths = Map.groupBy(batches, ({ month }) => String(month));
    return new Map(
      release.months.map((month) => {
        const parts = (ofMonths.get(month) ?? []).map(({ batch, lines, digest }) => [
          batch,
          lines,
          digest,
        ]);
        const digest = createHash('sha256')
          .update(JSON.stringify([layoutVersion, codedTraits, codedDetails, parts]))
          .digest('hex');
        return [month, `${month}-${digest.slice(0, 24)}${extension}`];
      }),
    );
  }

  async #removeOthers(names: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith(extension) || names.has(name)) continue;
      await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Files that nobody ends any more: whoever made them was killed. */
  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (name.endsWith(partialExtension) && (await isAbandoned(path)))
        await rm(path, { force: true });
    }
  }
}

const keyOf = ({ number, batches }: Release) => `${number} ${batches.join(' ')}`;

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > abandonedMs;
}
