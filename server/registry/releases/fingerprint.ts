import { readableRelease } from '../../answers/query/release.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import { isEmptySql } from '../../platform/warehouse/empty-values.ts';
import { columnsOf, isAdded, sharedColumns, type Column } from '../../platform/warehouse/layout.ts';
import type { Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';

/** The content of a release, independent of the order, number and form of the files from which it was loaded. */
export interface ReleaseFingerprint {
  /** Rows of movements: lines of MOV and FOR, and the copies that exclusions cancel. */
  readonly rows: number;
  /** Number of lines that remain after each matched exclusion has removed one copy. */
  readonly lines: number;
  /** Number of lines of EXC. */
  readonly exclusions: number;
  /** 128 bits of movements and 128 of exclusions, in hexadecimal. */
  readonly digest: string;
}

/** The value of a column, converted to its type whatever type the table has: digests of other versions are compared. */
function hashed({ name, type }: Column): string {
  const nullable = /^Nullable\((.*)\)$/.exec(type)?.[1];
  if (nullable !== undefined) return `isNull(${name}), to${nullable}(ifNull(${name}, 0))`;
  return type === 'LowCardinality(String)' ? `toString(${name})` : `to${type}(${name})`;
}

/** A sum, so that equal lines count each time and the order of lines does not matter. */
const sumOfHashes = (values: readonly string[], condition = '1') =>
  `sumIf(reinterpretAsUInt128(sipHash128(${values.join(', ')})), ${condition})`;

/** The digest of lines. A column that the ministry adds changes no digest of releases without a value of it. */
function digestOf(columns: readonly Column[], first: readonly string[] = []): string {
  const values = [...first, ...columns.filter((column) => !isAdded(column)).map(hashed)];
  const added = columns.filter(isAdded).map((column) => {
    const condition = `not (${isEmptySql(column)})`;
    return sumOfHashes([...values, `'${column.name}'`, hashed(column)], condition);
  });
  return `lower(hex(toUInt128(${[sumOfHashes(values), ...added].join(' + ')})))`;
}

/** A national year has some 50 million lines, of which a thread reads some 400,000 a second. */
const fingerprintTimeoutMs = 60 * 60_000;

/** Computes the fingerprint from the whole release; this takes about a minute for a national year. */
export async function releaseFingerprint(
  warehouse: Warehouse,
  release: CurrentRelease,
  signal?: AbortSignal,
): Promise<ReleaseFingerprint> {
  const limits = { timeoutMs: fingerprintTimeoutMs, threads: 2, signal };
  const { batches } = readableRelease(release);
  const files = release.files.map(({ batch }) => batch);
  const [movements, exclusions] = await Promise.all([
    warehouse.rows<Summed>(movementsSql(batches), limits),
    warehouse.rows<Summed>(exclusionsSql(files), limits),
  ]);
  const [held = nothing] = movements;
  const [cancelling = nothing] = exclusions;
  return {
    rows: held.rows,
    lines: held.lines,
    exclusions: cancelling.rows,
    digest: `${held.digest}${cancelling.digest}`,
  };
}

interface Summed {
  readonly rows: number;
  readonly lines: number;
  readonly digest: string;
}

const nothing: Summed = { rows: 0, lines: 0, digest: '' };

const movementsSql = (batches: readonly number[]): Sql => ({
  text: `
    select count() as rows, sum(weight) as lines,
      ${digestOf(sharedColumns, ['toInt8(weight)', 'toInt8(kind)'])} as digest
    from movements
    where batch in {batches:Array(UInt32)}`,
  params: { batches },
});

const exclusionsSql = (batches: readonly number[]): Sql => ({
  text: `
    select count() as rows, 0 as lines,
      ${digestOf(columnsOf('EXC'))} as digest
    from exclusions
    where batch in {batches:Array(UInt32)}`,
  params: { batches },
});
