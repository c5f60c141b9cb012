import { z } from 'zod';
import type { Figures } from '../../../shared/contracts/comparison.ts';
import { defined } from '../../../shared/codes/defined.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Row } from '../../platform/store/schema.ts';
import { isOptional } from '../../platform/warehouse/layout.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import {
  refreshImportedReferences,
  withStableReferences,
} from '../../reference/imported-references.ts';
import { countShape, Shape } from './shape.ts';
import {
  emptiableColumns,
  figuresSql,
  largestSql,
  monthsSql,
  type ProfiledBatch,
} from './profile-sql.ts';

/** Counts and wages of a month of movement, or of a whole file; wages in centavos. */
export type MonthProfile = Omit<Row<'file_months'>, 'batch' | 'month'>;

const Rest = z.object({
  total: z.object({
    lines: z.number(),
    admissions: z.number(),
    separations: z.number(),
    wage_count: z.number(),
    wage_sum: z.number(),
    median_wage: z.number().nullable(),
  }),
  /** Number of lines in which a column is empty, by the column's official name. */
  nulls: z.record(z.string(), z.number()),
  largest: z.array(
    z.object({
      salary: z.number(),
      cbo: z.number(),
      municipality: z.number(),
      month: z.number(),
      balance: z.number(),
      hours: z.number().nullable(),
    }),
  ),
  shape: Shape,
});

/** The figures of a file, counted once and stored: comparisons and the reconciliation do not read the lines. */
export interface FileProfile extends z.infer<typeof Rest> {
  readonly months: ReadonlyMap<string, MonthProfile>;
}

export type Profiled<File> = File & { readonly profile: FileProfile };

export interface ProfileDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly signal?: AbortSignal | undefined;
}

/** The files with their profiles. Missing profiles, and those of an earlier version, are counted now. */
export async function withProfiles<File extends ProfiledBatch>(
  deps: ProfileDeps,
  files: readonly File[],
): Promise<Profiled<File>[]> {
  const stored = await storedProfiles(deps.store, files);
  const profiled: Profiled<File>[] = [];
  for (const file of files) {
    const profile = stored.get(file.batch) ?? (await countProfile(deps, file));
    profiled.push({ ...file, profile });
  }
  return profiled;
}

/** The profile of one file, as `withProfiles` gives those of several. */
export const profileOf = async (deps: ProfileDeps, file: ProfiledBatch): Promise<FileProfile> =>
  defined((await withProfiles(deps, [file]))[0]).profile;

/** The profiles of these batches that are stored in the current form, by batch. */
export async function storedProfiles(
  { db }: Store,
  files: readonly ProfiledBatch[],
): Promise<ReadonlyMap<number, FileProfile>> {
  if (files.length === 0) return new Map();
  const batches = files.map(({ batch }) => batch);
  const rows = await db
    .selectFrom('upload_files')
    .select(['batch', 'profile'])
    .where('batch', 'in', batches)
    .where('profile', 'is not', null)
    .execute();
  const months = await db
    .selectFrom('file_months')
    .selectAll()
    .where('batch', 'in', batches)
    .orderBy('month')
    .execute();
  const monthsOf = Map.groupBy(months, ({ batch }) => batch);
  const profiles = new Map<number, FileProfile>();
  for (const { batch, profile } of rows) {
    const rest = Rest.safeParse(JSON.parse(profile ?? ''));
    const entries = (monthsOf.get(batch) ?? []).map(
      ({ month, ...figures }) => [month, figures] as const,
    );
    if (rest.success) profiles.set(batch, { ...rest.data, months: new Map(entries) });
  }
  return profiles;
}

/** Counts a batch with the newest minimum wages and stores the result, replacing an earlier one. */
export async function countProfile(deps: ProfileDeps, file: ProfiledBatch): Promise<FileProfile> {
  const { db } = deps.store;
  const { profile, lineSums } = await withStableReferences(db, async () => {
    const counted = await countedProfile(deps, file);
    // If another process imported a table meanwhile, this puts it in force, and the file is counted again.
    await refreshImportedReferences(db);
    return counted;
  });
  const { months, ...rest } = profile;
  const rows = [...months].map(([month, figures]) => ({ batch: file.batch, month, ...figures }));
  await db.transaction().execute(async (transaction) => {
    // First, because it locks the file's row: of processes that count the file at once, each waits for the one before.
    await transaction
      .updateTable('upload_files')
      .set({ profile: JSON.stringify(rest) })
      .where('batch', '=', file.batch)
      .execute();
    await transaction.deleteFrom('file_months').where('batch', '=', file.batch).execute();
    if (rows.length > 0) await transaction.insertInto('file_months').values(rows).execute();
    await transaction.deleteFrom('file_line_sums').where('batch', '=', file.batch).execute();
    await transaction
      .insertInto('file_line_sums')
      .values({ batch: file.batch, sums: lineSums })
      .execute();
  });
  return profile;
}

/** Counts a batch without storing the result. */
export async function countedProfile(
  { warehouse, signal }: Omit<ProfileDeps, 'store'>,
  file: ProfiledBatch,
): Promise<{ readonly profile: FileProfile; readonly lineSums: string }> {
  const limits = { timeoutMs: 10 * 60_000, threads: 2, signal };
  const found = await warehouse.rows<{ month: number }>(monthsSql(file), limits);
  const months = found.map(({ month }) => String(month));
  const figures = await warehouse.rows<MonthProfile & { month: number }>(
    figuresSql(file, months),
    limits,
  );
  const largest = await warehouse.rows<FileProfile['largest'][number]>(largestSql(file), limits);
  const [whole, ...byMonth] = figures.map(({ month, ...rest }) => ({ month, rest }));
  if (whole === undefined) throw new Error(`Batch ${file.batch} has no lines to count.`);
  const { lines } = whole.rest;
  const counted = await countShape(warehouse, { ...file, months, lines }, limits);
  const { shape, empty, lineSums } = counted;
  const profile = {
    total: whole.rest,
    months: new Map(byMonth.map(({ month, rest }) => [String(month), rest])),
    nulls: Object.fromEntries(
      emptiableColumns(file.kind)
        .map((column, at) => ({ column, count: empty[at] ?? 0 }))
        // A file of a month that lacks an optional column has no value of it.
        .filter(({ column, count }) => !isOptional(column) || count !== lines)
        .map(({ column, count }) => [column.header, count]),
    ),
    largest,
    shape,
  };
  return { profile, lineSums };
}

/** Counts of a profile as the screens show them: wages in reais, rounded to the centavo. */
export function figuresOf(profile: MonthProfile): Figures {
  const { lines, admissions, separations, wage_count, wage_sum, median_wage } = profile;
  return {
    lines,
    admissions,
    separations,
    balance: admissions - separations,
    meanWage: wage_count === 0 ? null : Math.round(wage_sum / wage_count) / 100,
    medianWage: median_wage === null ? null : median_wage / 100,
  };
}
