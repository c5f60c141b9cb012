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
  const releases = { before: before.release, now: now.release };
  const files = new Map(
    [...before.release.files, ...now.release.files].map((file) => [file.batch, file]),
  );
  const names = await fileNames(store, [...files.keys()]);
  const named = ({ kind, month, batch }: PublishedFile) => ({
    kind,
    month,
    name: names.get(batch) ?? '',
  });
  const filesOf = (cause: RevisionCause, moved: readonly MovedRow[]): RevisionMove['files'] => {
    if (cause === 'periodo') return [];
    if (cause === 'exclusoes')
      return changedExclusions(releases).map((file) => ({ ...named(file), records: null }));
    const ofMonths = Map.groupBy(moved, ({ batch }) => files.get(batch)?.month);
    return [...ofMonths.values()]
      .flatMap((ofMonth) => {
        // Of a month that was published again, the newer file.
        const shown = ofMonth.findLast(({ is_counted }) => is_counted === 1) ?? ofMonth[0];
        const file = shown && files.get(shown.batch);
        return file === undefined ? [] : { ...named(file), records: changeOf(ofMonth) };
      })
      .toSorted(byMonth);
  };
  const byCause = Map.groupBy(rows, (row) => causeOf(row, files.get(row.batch), releases));
  return revisionCauses.flatMap((cause) => {
    const moved = byCause.get(cause);
    if (moved === undefined) return [];
    return { cause, records: changeOf(moved), files: filesOf(cause, moved) };
  });
}

interface Releases {
  readonly before: CurrentRelease;
  readonly now: CurrentRelease;
}

const byMonth = (a: { readonly month: string }, b: { readonly month: string }) =>
  a.month < b.month ? -1 : 1;

const changeOf = (rows: readonly MovedRow[]) =>
  rows.reduce((sum, { is_counted, records }) => sum + (is_counted === 1 ? records : -records), 0);

interface MovedRow {
  readonly batch: number;
  /** 1 if the month belongs to only one of the two queries. */
  readonly is_by_period: number;
  /** 1 for records of the later result, 0 for those of the earlier one. */
  readonly is_counted: number;
  readonly records: number;
}

function causeOf(
  { is_by_period }: MovedRow,
  file: PublishedFile | undefined,
  { before, now }: Releases,
): RevisionCause {
  if (is_by_period === 1) return 'periodo';
  // Matched exclusions have batches of their own, which are of no file.
  if (file === undefined) return 'exclusoes';
  if (file.kind !== 'MOV') return 'fora_do_prazo';
  const isDeclaredIn = ({ files }: CurrentRelease) =>
    files.some(({ kind, month }) => kind === 'MOV' && month === file.month);
  if (!isDeclaredIn(before)) return 'mes_novo';
  return isDeclaredIn(now) ? 'mes_republicado' : 'mes_retirado';
}

const isExclusion = ({ kind }: PublishedFile) => kind === 'EXC';

/** Exclusion files that only one of the two releases has; for a month that both have, the newer one. */
function changedExclusions({ before, now }: Releases): PublishedFile[] {
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
    select batch, is_by_period, is_counted, sum(weight) as records
    from (
      select batch, weight,
        month between {fromBefore:UInt32} and {toBefore:UInt32} as was_in_period,
        month between {fromNow:UInt32} and {toNow:UInt32} as is_in_period,
        was_in_period != is_in_period as is_by_period,
        was_in_period and batch in {batchesBefore:Array(UInt32)} as was_counted,
        is_in_period and batch in {batchesNow:Array(UInt32)} as is_counted
      from movements
      where ${clauses.join('\n        and ')}
    )
    where was_counted != is_counted
    group by batch, is_by_period, is_counted
    order by batch, is_by_period, is_counted`;
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

async function fileNames({ db }: Pick<Store, 'db'>, batches: readonly number[]) {
  const rows = await db
    .selectFrom('upload_files')
    .select(['batch', 'name'])
    .where('batch', 'in', batches)
    .execute();
  return new Map(rows.map(({ batch, name }) => [batch, name]));
}
