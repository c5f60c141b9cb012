import {
  revisionCauses,
  type RevisionCause,
  type RevisionMove,
} from '../../shared/contracts/revisions.ts';
import type { SalaryQuery } from '../answers/query/salary-query.ts';
import { countedRows } from '../answers/query/selection-sql.ts';
import type { CurrentRelease, PublishedFile } from '../platform/store/current-release.ts';
import type { Store } from '../platform/store/store.ts';
import type { QueryLimits, Sql } from '../platform/warehouse/warehouse.ts';
import type { FiguresDeps } from './figures.ts';

/** A query resolved on a release, with the release's files. */
export interface QueryOnRelease {
  readonly release: CurrentRelease;
  readonly query: SalaryQuery;
}

/** Compares one query on two releases: the files whose records entered its result, and those whose records left. */
export async function revisionMoves(
  { store, warehouse }: FiguresDeps,
  before: QueryOnRelease,
  now: QueryOnRelease,
  limits: QueryLimits,
): Promise<RevisionMove[]> {
  const rows = await warehouse.rows<MovedRow>(movedSql(before.query, now.query), limits);
  const files = [...before.release.files, ...now.release.files];
  const names = await fileNames(store, files);
  const named = ({ kind, month, batch }: PublishedFile) => ({
    kind,
    month,
    name: names.get(batch) ?? '',
  });
  const exclusions = changedExclusions(before.release, now.release).map((file) => ({
    ...named(file),
    records: null,
  }));
  const moved = movedByCause(rows, before.release, now.release);
  return revisionCauses.flatMap((cause) => {
    const parts = moved.get(cause);
    if (parts === undefined) return [];
    const changedFiles = parts.flatMap(({ file, records }) =>
      file === undefined ? [] : [{ ...named(file), records }],
    );
    return {
      cause,
      records: parts.reduce((sum, { records }) => sum + records, 0),
      files: cause === 'exclusoes' ? exclusions : changedFiles.toSorted(byMonth),
    };
  });
}

const byMonth = (a: { readonly month: string }, b: { readonly month: string }) =>
  a.month < b.month ? -1 : 1;

/** Merges the lines of one month before and now into one part. */
function movedByCause(rows: readonly MovedRow[], before: CurrentRelease, now: CurrentRelease) {
  const files = new Map([...before.files, ...now.files].map((file) => [file.batch, file]));
  const causes = new Map<RevisionCause, Map<string, Moved>>();
  for (const row of rows) {
    const file = files.get(row.batch);
    const cause = causeOf(row, file, { before, now });
    const parts = causes.get(cause) ?? new Map<string, Moved>();
    causes.set(cause, parts);
    const named = cause === 'periodo' || cause === 'exclusoes' ? undefined : file;
    const key = named === undefined ? '' : named.month;
    const known = parts.get(key);
    parts.set(key, {
      file: row.stands === 1 ? named : (known?.file ?? named),
      records: (known?.records ?? 0) + (row.stands === 1 ? row.records : -row.records),
    });
  }
  return new Map([...causes].map(([cause, parts]) => [cause, [...parts.values()]]));
}

interface Moved {
  /** For a month that was published again, the newer file. */
  readonly file: PublishedFile | undefined;
  readonly records: number;
}

interface MovedRow {
  readonly batch: number;
  readonly is_cancelled: number;
  /** 1 if the month belongs to only one of the two queries. */
  readonly is_by_period: number;
  readonly stands: number;
  readonly records: number;
}

function causeOf(
  { is_cancelled, is_by_period }: MovedRow,
  file: PublishedFile | undefined,
  { before, now }: { readonly before: CurrentRelease; readonly now: CurrentRelease },
): RevisionCause {
  if (is_by_period === 1) return 'periodo';
  if (is_cancelled === 1 || file === undefined) return 'exclusoes';
  if (file.kind !== 'MOV') return 'fora_do_prazo';
  const isDeclaredIn = ({ files }: CurrentRelease) =>
    files.some(({ kind, month }) => kind === 'MOV' && month === file.month);
  if (!isDeclaredIn(before)) return 'mes_novo';
  return isDeclaredIn(now) ? 'mes_republicado' : 'mes_retirado';
}

const isExclusion = ({ kind }: PublishedFile) => kind === 'EXC';

/** Exclusion files that only one of the two releases has; for a month that both have, the newer one. */
function changedExclusions(before: CurrentRelease, now: CurrentRelease): PublishedFile[] {
  const known = new Set(before.files.map(({ batch }) => batch));
  const published = new Set(now.files.map(({ batch }) => batch));
  const changed = new Map(
    [
      ...before.files.filter((file) => isExclusion(file) && !published.has(file.batch)),
      ...now.files.filter((file) => isExclusion(file) && !known.has(file.batch)),
    ].map((file) => [file.month, file]),
  );
  return [...changed.values()].toSorted(byMonth);
}

/** The records that count in only one of the two results, by batch. */
function movedSql(before: SalaryQuery, now: SalaryQuery): Sql {
  const months = [...new Set([...before.release.months, ...now.release.months])].toSorted();
  const ends = [before.period, now.period]
    .flatMap((period) => (period === null ? [] : [period.from, period.to]))
    .toSorted();
  const either: SalaryQuery = {
    ...now,
    release: {
      ...now.release,
      months,
      batches: [...new Set([...before.release.batches, ...now.release.batches])],
    },
    period: { from: ends[0] ?? '0', to: ends.at(-1) ?? '0' },
  };
  const { clauses, params } = countedRows(either);
  const text = `
    select batch, is_cancelled, is_by_period, stands, sum(weight) as records
    from (
      select batch, weight,
        weight < 0 as is_cancelled,
        month between {fromBefore:UInt32} and {toBefore:UInt32} as was_asked,
        month between {fromNow:UInt32} and {toNow:UInt32} as is_asked,
        was_asked != is_asked as is_by_period,
        was_asked and batch in {batchesBefore:Array(UInt32)} as stood,
        is_asked and batch in {batchesNow:Array(UInt32)} as stands
      from movements
      where ${clauses.join('\n        and ')}
    )
    where stood != stands
    group by batch, is_cancelled, is_by_period, stands
    order by batch, is_cancelled, is_by_period, stands`;
  return {
    text,
    params: {
      ...params,
      fromBefore: Number(before.period?.from ?? 0),
      toBefore: Number(before.period?.to ?? 0),
      fromNow: Number(now.period?.from ?? 0),
      toNow: Number(now.period?.to ?? 0),
      batchesBefore: before.release.batches,
      batchesNow: now.release.batches,
    },
  };
}

async function fileNames(
  { db }: Pick<Store, 'db'>,
  files: readonly PublishedFile[],
): Promise<ReadonlyMap<number, string>> {
  if (files.length === 0) return new Map();
  const rows = await db
    .selectFrom('upload_files')
    .select(['batch', 'name'])
    .where('batch', 'in', [...new Set(files.map(({ batch }) => batch))])
    .execute();
  return new Map(rows.map(({ batch, name }) => [batch, name]));
}
