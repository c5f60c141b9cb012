import { readableRelease } from '../../answers/release.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import { exclusionColumns, sharedColumns, type Column } from '../../platform/warehouse/layout.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';

/** What a release holds, whatever way, order and number of files it came by. */
export interface ReleaseFingerprint {
  /** Rows of movements: lines of MOV and FOR, and the copies that exclusions cancel. */
  readonly rows: number;
  /** Lines left once every matched exclusion has taken its copy away. */
  readonly lines: number;
  /** Lines of EXC. */
  readonly exclusions: number;
  /** 128 bits of movements and 128 of exclusions, in hexadecimal. */
  readonly digest: string;
}

const present = ({ name, type }: Column) =>
  type.startsWith('Nullable') ? `isNull(${name}), ifNull(${name}, 0)` : name;

/** A sum, so that equal lines count each time and their order does not. */
const digestOf = (values: readonly string[]) =>
  `lower(hex(sum(reinterpretAsUInt128(sipHash128(${values.join(', ')})))))`;

/** Reads the whole release: some seconds for a national year. */
export async function releaseFingerprint(
  warehouse: Warehouse,
  release: CurrentRelease,
  limits: QueryLimits = {},
): Promise<ReleaseFingerprint> {
  const { batches } = readableRelease(release);
  const excluded = release.files.filter(({ kind }) => kind === 'EXC').map(({ batch }) => batch);
  const [movements, exclusions] = await Promise.all([
    warehouse.rows<Summed>(movementsSql(batches), limits),
    warehouse.rows<Summed>(exclusionsSql(excluded), limits),
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
      ${digestOf(['weight', 'toInt8(kind)', ...sharedColumns.map(present)])} as digest
    from movements
    where batch in {batches:Array(UInt32)}`,
  params: { batches },
});

const exclusionsSql = (batches: readonly number[]): Sql => ({
  text: `
    select count() as rows, 0 as lines,
      ${digestOf([...sharedColumns, ...exclusionColumns].map(present))} as digest
    from exclusions
    where batch in {batches:Array(UInt32)}`,
  params: { batches },
});
