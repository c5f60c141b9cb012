import {
  hasMinimumWage,
  minimumWageCentavos,
  mteSalaryBounds,
} from '../../reference/minimum-wage.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { isEmptySql } from '../../platform/warehouse/empty-values.ts';
import { columnsOf, lineColumns, sharedColumns } from '../../platform/warehouse/layout.ts';
import type { Sql } from '../../platform/warehouse/warehouse.ts';
import { hashSql, lineHash } from './line-changes-sql.ts';
import { cellsFor, lineSumsSql } from './line-sums.ts';
import { emptiableColumns, tableOf, type ProfiledBatch } from './profile-sql.ts';

/** The column with the month of the file, by kind. */
const fileMonth = { MOV: 'declared_month', FOR: 'declared_month', EXC: 'exclusion_month' } as const;

const serial = (column: string) => `toInt32(intDiv(${column}, 100) * 12 + ${column} % 100)`;

/** Number of months by which a movement precedes the month of its file; negative if it follows it. */
const lagSql = (kind: FileKind) => `(${serial(fileMonth[kind])} - ${serial('month')})`;

/** A condition that no correct line meets, by the kind's rule for its months. */
const strangeMonths = {
  MOV: 'declared_month != month',
  FOR: `${lagSql('FOR')} not between 1 and 12`,
  EXC: `${lagSql('EXC')} < 0 or declared_month > exclusion_month`,
} as const satisfies Record<FileKind, string>;

/** The state is the first two digits of the municipality, and the region the first of the state. */
const strangePlace = 'intDiv(municipality, 10000) != uf or intDiv(uf, 10) != region';

/** Nine in ten lines have one of these weekly hours, in hundredths. */
const rareHours = 'hours is not null and hours not in (4400, 4000, 3600, 3000, 2000)';

/** In every real file the contract's category agrees with the columns for intermittent work and apprenticeship. */
const strangeContract =
  '(intermittent = 1) != (category = 111) or (apprentice = 1) != (category = 103)';

const byTheMonth = 5;

/**
 * For monthly pay, `salário` equals `valorsaláriofixo`: in 57,037 of 57,037 lines of CAGEDFOR202307. A decimal comma
 * lost in one of them leaves a factor of 10, 100 or 1000 between the two.
 */
const scaledPay = `salary_unit = ${byTheMonth} and fixed > 0 and (pay = fixed * 10 or pay = fixed * 100 or pay = fixed * 1000)`;

/** Columns that have many values in every large file. */
const variedColumns = ['age', 'hours', 'salary', 'cbo', 'subclass'] as const;

/** Number of lowest hashes in a sketch; equal lines have the same hash. */
const sketchLength = 512;

/** Hashes in a sketch are below 2⁵³, which JSON numbers represent exactly. */
const maxNumber = 2 ** 53;

const unsketched = new Set(['month', 'declared_month', 'exclusion_month']);

/** Hash of a line without its months: files with the same lines have the same hashes. */
const sketchHash = (kind: FileKind) => {
  const columns = columnsOf(kind).filter(({ name }) => !unsketched.has(name));
  return `${hashSql(columns, ({ name }) => name)} % ${maxNumber}`;
};

/** The highest sorted hash. Below it, distinct lines have about eight times as many hashes as a sketch needs. */
const highestSketched = (lines: number) =>
  Math.floor(maxNumber * Math.min(1, (8 * sketchLength) / lines));

/** The columns whose empty fields are counted line by line: `codesSql` counts those of the other columns by code. */
export const scannedForEmpty = (kind: FileKind) =>
  emptiableColumns(kind).filter(({ name }) => !codeColumns.has(name));

/**
 * Compares pay of admissions and separations with the minimum wage of the movement's month: counts the lines within
 * and below the bounds of MTE's rule, and sums the logarithms of those within. Also counts the lines with values
 * that no correct line has and the empty fields of each column of `scannedForEmpty`, in the columns' order, and collects
 * the lowest hashes and the sums of line-sums.ts. All in a single scan. One row.
 */
export function shapeSql(file: ProfiledBatch, months: readonly string[], lines: number): Sql {
  const known = months.filter(hasMinimumWage);
  const bounds = known.map(mteSalaryBounds);
  const text = `
    with transform(month, {months:Array(UInt32)}, {wages:Array(Int64)}, toInt64(0)) as wage,
      transform(month, {months:Array(UInt32)}, {floors:Array(Int64)}, toInt64(0)) as lowest,
      transform(month, {months:Array(UInt32)}, {ceilings:Array(Int64)}, toInt64(0)) as highest,
      ifNull(salary, -1) as pay,
      ifNull(fixed_salary, 0) as fixed,
      wage > 0 and pay >= 0 and intermittent != 1 as is_paid,
      is_paid and pay between lowest and highest as is_within,
      if(is_within, log(pay / wage), 0) as level,
      ${sketchHash(file.kind)} as hash,
      ${lineHash(file.kind)} as line
    select countIf(is_paid) as paid, countIf(is_paid and pay < lowest) as below,
      countIf(is_within) as within, sum(level) as level_sum, sum(level * level) as level_squares,
      countIf(${rareHours}) as rareHours,
      countIf(${strangePlace}) as place, countIf(${strangeMonths[file.kind]}) as months,
      countIf(${strangeContract}) as contract, countIf(${scaledPay}) as unequalPay,
      arrayFilter(name -> name != '', [${variedColumns
        .map((name) => `if(min(${name}) = max(${name}), '${name}', '')`)
        .join(', ')}]) as single,
      [${scannedForEmpty(file.kind)
        .map((column) => `countIf(${isEmptySql(column)})`)
        .join(', ')}] as empty,
      ${lineSumsSql('line', cellsFor(lines))} as line_sums,
      arrayDistinct(groupArraySortedIf(${sketchLength})(hash, hash < ${highestSketched(lines)})) as hashes
    from ${tableOf(file.kind)}
    where batch = {batch:UInt32}`;
  return {
    text,
    params: {
      batch: file.batch,
      months: known.map(Number),
      wages: known.map(minimumWageCentavos),
      floors: bounds.map(({ minCentavos }) => minCentavos),
      ceilings: bounds.map(({ maxCentavos }) => maxCentavos),
    },
  };
}

/**
 * The checked columns of codes with their official names, ages in steps of five years, hours in steps of four, and
 * `lag`, the number of months by which a line is late.
 */
export const codeColumns: ReadonlyMap<string, string> = new Map([
  ...['distribution', 'codes'].flatMap((check) =>
    sharedColumns
      .filter((column) => column.check === check)
      .map(({ name, header }) => [name, header] as const),
  ),
  ['age', lineColumns.age.header],
  ['hours', lineColumns.hours.header],
  ['lag', lineColumns.month.header],
]);

export const yearsOfAge = 5;
export const weeklyHours = 4;

const codeSql = (name: string, kind: FileKind) => {
  if (name === 'lag') return `greatest(-1, least(13, ${lagSql(kind)}))`;
  if (name === 'age') return `intDiv(age, ${yearsOfAge})`;
  return name === 'hours' ? `intDiv(hours, ${weeklyHours * 100})` : name;
};

/** The number of lines of a batch with each code of each column. A code becomes a text once per code, not per line. */
export function codesSql(file: ProfiledBatch): Sql {
  const counts = [...codeColumns.keys()].map((name) => {
    const code = codeSql(name, file.kind);
    return `
      select '${name}' as name, ifNull(toString(value), '') as code, lines
      from (
        select ${code} as value, count() as lines
        from ${tableOf(file.kind)}
        where batch = {batch:UInt32}
        group by value
      )`;
  });
  return { text: counts.join('\n      union all'), params: { batch: file.batch } };
}

/** Minimum salaries of an occupation. Fewer are compared with the weighted median of all occupations' medians. */
const minSalaries = 20;

/**
 * Counts salaries that are about 100 or 1000 times the median of their occupation in the same file, as a lost decimal
 * comma leaves them: 40 to 250 and 400 to 2500 times. Only salaries paid by the month count: in CAGEDFOR202307 7 of
 * 57,037 of them are so high, but 64 of the other 3,175, in which a month's pay is declared as an hour's. The median is
 * reliable while fewer than half of the salaries are damaged. One row.
 */
export const scaledSql = (file: ProfiledBatch): Sql => ({
  text: `
    select sum(paid) as paid, sum(scaled) as scaled
    from (
      select paid, quantileExactWeighted(0.5)(own, paid) over () as whole,
        if(paid < ${minSalaries}, whole, own) as middle,
        arrayCount(pay -> pay between 40 * middle and 250 * middle or pay between 400 * middle and 2500 * middle,
          salaries) as scaled
      from (
        select count() as paid, quantileExact(0.5)(assumeNotNull(salary)) as own,
          groupArray(assumeNotNull(salary)) as salaries
        from ${tableOf(file.kind)}
        where batch = {batch:UInt32} and salary > 0 and salary_unit = ${byTheMonth} and intermittent != 1
        group by cbo
      )
    )`,
  params: { batch: file.batch },
});

/**
 * Number of lines, on average, in which repeated lines are counted; smaller files are counted whole. The sample consists
 * of occupations. Movements store their lines together: the engine reads little else.
 */
const repeatsSample = 200_000;

/**
 * Counts the groups of lines of one municipality, activity and occupation in which all lines are equal, and those of
 * them with more than one line. Employers declare equal lines in large groups, so in CAGEDFOR202307 only 59 of 26,784
 * such groups have more than one line, although 3.3 % of all lines (15 % in one state) repeat another one. Lines that
 * were written twice repeat in every group. One row.
 */
export const repeatsSql = (file: ProfiledBatch, lines: number): Sql => ({
  text: `
    select count() as groups, countIf(copies > 1) as repeated
    from (
      select count() as copies, min(hash) = max(hash) as is_single
      from (
        select municipality, subclass, cbo, ${lineHash(file.kind)} as hash
        from ${tableOf(file.kind)}
        where batch = {batch:UInt32} and cityHash64(cbo) % {sample:UInt32} = 0
      )
      group by municipality, subclass, cbo
      having is_single
    )`,
  params: { batch: file.batch, sample: Math.ceil(lines / repeatsSample) },
});
