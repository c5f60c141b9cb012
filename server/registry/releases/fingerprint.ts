import { readableRelease } from '../../answers/query/release.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';

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

/**
 * The values of a line that the digest covers, converted to these types whatever types the tables have: digests are
 * compared with those of other versions and of stored backups. A column that is added later needs a separate digest,
 * over the lines that have it.
 */
const valuesOfMovement = [
  'toUInt32(month)',
  'toUInt16(region)',
  'toUInt16(uf)',
  'toUInt32(municipality)',
  'toString(section)',
  'toUInt32(subclass)',
  'toInt8(balance)',
  'toUInt32(cbo)',
  'toUInt32(category)',
  'toUInt16(schooling)',
  'isNull(age), toUInt16(ifNull(age, 0))',
  'isNull(hours), toInt64(ifNull(hours, 0))',
  'toUInt16(race)',
  'toUInt16(sex)',
  'toUInt16(employer_type)',
  'toUInt16(establishment_type)',
  'toUInt16(movement_type)',
  'toUInt16(disability)',
  'toUInt16(intermittent)',
  'toUInt16(part_time)',
  'isNull(salary), toInt64(ifNull(salary, 0))',
  'toUInt16(company_size)',
  'toUInt16(apprentice)',
  'toUInt16(origin)',
  'toUInt32(declared_month)',
  'toUInt16(late)',
  'toUInt16(salary_unit)',
  'isNull(fixed_salary), toInt64(ifNull(fixed_salary, 0))',
];
const valuesOfExclusion = [
  ...valuesOfMovement,
  'toUInt32(exclusion_month)',
  'toUInt16(exclusion_indicator)',
];

/** A sum, so that equal lines count each time and the order of lines does not matter. */
const digestOf = (values: readonly string[]) =>
  `lower(hex(sum(reinterpretAsUInt128(sipHash128(${values.join(', ')})))))`;

/** Computes the fingerprint from the whole release; this takes some seconds for a national year. */
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
      ${digestOf(['toInt8(weight)', 'toInt8(kind)', ...valuesOfMovement])} as digest
    from movements
    where batch in {batches:Array(UInt32)}`,
  params: { batches },
});

const exclusionsSql = (batches: readonly number[]): Sql => ({
  text: `
    select count() as rows, 0 as lines,
      ${digestOf(valuesOfExclusion)} as digest
    from exclusions
    where batch in {batches:Array(UInt32)}`,
  params: { batches },
});
