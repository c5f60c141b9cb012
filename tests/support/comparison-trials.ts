import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLoadLimits } from '../../shared/contracts/comparison.ts';
import type { CheckedFile, NeighbourMonth } from '../../server/registry/comparison/checked-file.ts';
import {
  countChangedLines,
  type ChangedLines,
} from '../../server/registry/comparison/line-changes.ts';
import { tableOf } from '../../server/registry/comparison/profile-sql.ts';
import { countedProfile, type FileProfile } from '../../server/registry/comparison/profile.ts';
import { validateFile, type Validation } from '../../server/registry/comparison/validate.ts';
import { drawnTables } from '../../server/registry/generator/file-sql.ts';
import { loadSql } from '../../server/registry/generator/file-sql.ts';
import { planMonths } from '../../server/registry/generator/plan.ts';
import { monthLater, monthsApart } from '../../shared/codes/months.ts';
import type { FileKind } from '../../shared/contracts/uploads.ts';
import { columnsOf } from '../../server/platform/warehouse/layout.ts';
import { openWarehouse } from '../../server/platform/warehouse/open.ts';
import { prepareWarehouse } from '../../server/platform/warehouse/schema.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** Lines of a kind and month in the engine, the source of trial files. */
export interface TrialLines {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  readonly batch: number;
}

/** The selected lines, and the changes to their fields: SQL over the warehouse's columns. */
export interface Taking {
  readonly condition: string;
  readonly changed?: Readonly<Record<string, string>>;
  /** Number of copies of each line; default: one. */
  readonly copies?: string;
}

/** A trial file: its profile, and the batch of its lines. */
export interface TrialFile {
  readonly profile: FileProfile;
  readonly batch: number;
}

/** A separate engine in which files are made, counted and validated as in the product; nothing is published. */
export interface Trials {
  readonly warehouse: Warehouse;
  /** Makes the files of the months; only these kinds remain. */
  generate(
    months: readonly string[],
    linesPerMonth: number,
    kinds: readonly FileKind[],
  ): Promise<TrialLines[]>;
  /** Profiles a part of the lines as a file; undefined if it has no lines. */
  profile(lines: TrialLines, taking: Taking): Promise<TrialFile | undefined>;
  /** Counts the lines that two files of a kind do not share. */
  changed(kind: FileKind, before: TrialFile, after: TrialFile): Promise<ChangedLines>;
  close(): Promise<void>;
}

/** Opens an empty engine in a separate folder. */
export async function openTrials(): Promise<Trials> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-trials-'));
  const warehouse = await openWarehouse({ clickhouseUrl: undefined, directory: folder });
  await prepareWarehouse(warehouse);
  let last = 0;
  const nextBatch = () => (last += 1);
  /** A file that several trials need is profiled once. */
  const files = new Map<string, Promise<TrialFile | undefined>>();
  const fileOf = async (lines: TrialLines, taking: Taking): Promise<TrialFile | undefined> => {
    const file = { kind: lines.kind, batch: nextBatch() };
    await warehouse.run(takeSql(lines, file.batch, taking), { timeoutMs: 600_000 });
    const [row] = await warehouse.rows<{ lines: number }>({
      text: `select count() as lines from ${tableOf(file.kind)} where batch = {batch:UInt32}`,
      params: { batch: file.batch },
    });
    if (row?.lines === 0) return undefined;
    const { profile } = await countedProfile({ warehouse }, file);
    return { profile, batch: file.batch };
  };
  return {
    warehouse,
    async generate(months, linesPerMonth, kinds) {
      const plan = planMonths({ months, linesPerMonth, seed: 'trials' });
      await using tables = await drawnTables(warehouse);
      const made: TrialLines[] = [];
      for (const file of plan.files.filter(({ kind }) => kinds.includes(kind))) {
        const batch = nextBatch();
        await warehouse.run(loadSql({ tables, plan, file }, batch), { timeoutMs: 600_000 });
        const lines = { kind: file.kind, month: file.month, batch: nextBatch() };
        await warehouse.run(groupedRepeatsSql(file.kind, batch, lines.batch), {
          timeoutMs: 600_000,
        });
        made.push(lines);
      }
      return made;
    },
    profile(lines, taking) {
      const key = JSON.stringify([lines.batch, taking]);
      const file = files.get(key) ?? fileOf(lines, taking);
      files.set(key, file);
      return file;
    },
    changed: (kind, before, after) =>
      countChangedLines(
        warehouse,
        { kind, before: before.batch, after: after.batch },
        { timeoutMs: 600_000, threads: 2 },
      ),
    async close() {
      await warehouse.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The generator repeats single lines at random. This statement removes the repeated lines and repeats a few lines many
 * times instead, as in the real files, in which employers declare equal lines in large groups.
 */
function groupedRepeatsSql(kind: FileKind, batch: number, target: number) {
  const names = [
    ...(kind === 'EXC' ? [] : ['weight', 'kind']),
    ...columnsOf(kind).map(({ name }) => name),
  ].join(', ');
  return {
    text: `
      insert into ${tableOf(kind)} (batch, ${names})
      select {target:UInt32}, ${names}
      from (
        select *, arrayJoin(range(if(cityHash64(${names}) % 1000 = 0, 33, 1))) as copy
        from (select distinct ${names} from ${tableOf(kind)} where batch = {batch:UInt32})
      )`,
    params: { target, batch },
  };
}

function takeSql(
  { kind, batch }: TrialLines,
  target: number,
  { condition, changed = {}, copies = '1' }: Taking,
) {
  const table = tableOf(kind);
  const own = kind === 'EXC' ? [] : ['weight', 'kind'];
  const names = [...own, ...columnsOf(kind).map(({ name }) => name)];
  const values = names.map((name) => changed[name] ?? name);
  return {
    text: `
      insert into ${table} (batch, ${names.join(', ')})
      select {target:UInt32}, ${values.join(', ')}
      from (select *, arrayJoin(range(toUInt64(${copies}))) as copy
        from ${table} where batch = {batch:UInt32} and (${condition}))`,
    params: { target, batch },
  };
}

/** A published version of a trial's month, and what a file changes of its lines. */
export interface TrialRevision {
  readonly published: FileProfile;
  readonly changed: ChangedLines;
  /** Lines lost since the reference version, if that is not the published one. */
  readonly approved?: { readonly gone: number; readonly lines: number } | undefined;
}

/** Validates a file as the next load of an installation with these published months. */
export function validateTrial(
  file: Pick<CheckedFile, 'kind' | 'month' | 'profile' | 'official'>,
  published: readonly NeighbourMonth[],
  revision?: TrialRevision,
): Validation {
  const version = published.find(({ month }) => month === file.month)?.profile;
  const [first, last] = [monthLater(file.month, -12), monthLater(file.month, 12)];
  const checked: CheckedFile = {
    ...file,
    version,
    ...(revision && { revision: revisionOf(revision) }),
    neighbours: published
      .filter(({ month }) => month !== file.month && month >= first && month <= last)
      .toSorted((a, b) => monthsApart(a.month, file.month) - monthsApart(b.month, file.month)),
    sketches: published.map(({ month, profile }) => ({ month, sketch: profile.shape.sketch })),
  };
  return validateFile(checked, defaultLoadLimits);
}

const revisionOf = ({
  published: { total },
  changed,
  approved,
}: TrialRevision): NonNullable<CheckedFile['revision']> => ({
  current: {
    publishedLines: total.lines,
    ...changed,
    isRestored: false,
    changes: [],
    examples: [],
  },
  published: total,
  approved,
  usualPercent: 0,
});
