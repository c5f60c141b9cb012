import {
  hasMinimumWage,
  minimumWageCentavos,
  mteSalaryBounds,
} from '../../reference/minimum-wage.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { columnsOf } from '../../platform/warehouse/layout.ts';
import type { Sql } from '../../platform/warehouse/warehouse.ts';
import { linesOf, type ProfiledBatch } from './profile-sql.ts';

/** Months between a movement and its file, by the kind's own rule. */
const fileMonth = { MOV: 'declared_month', FOR: 'declared_month', EXC: 'exclusion_month' } as const;

const serial = (column: string) => `toInt32(intDiv(${column}, 100) * 12 + ${column} % 100)`;

/** Months that a movement lies before the month of its file; negative where it lies after. */
const lagSql = (kind: FileKind) => `(${serial(fileMonth[kind])} - ${serial('month')})`;

/** What no honest line has, by the kind's rule for its months. */
const strangeMonths = {
  MOV: () => 'declared_month != month',
  FOR: () => `${lagSql('FOR')} not between 1 and 12`,
  EXC: () => `${lagSql('EXC')} < 0 or declared_month > exclusion_month`,
} as const satisfies Record<FileKind, () => string>;

/** The state is the first two digits of the municipality, and the region the first of the state. */
const strangePlace = 'intDiv(municipality, 10000) != uf or intDiv(uf, 10) != region';

/** In hundredths of an hour: no week has more than 84 in two shifts, and no contract less than one. */
const strangeHours = 'intermittent != 1 and hours is not null and (hours > 8400 or hours < 100)';
const strangeAge = 'age is not null and (age < 10 or age > 99)';

/**
 * Pay of admissions and separations against the minimum wage of the movement's month: how many lines lie within the
 * bounds of MTE's rule, below and above them, and the logarithms of those within. One row.
 */
export function shapeSql(file: ProfiledBatch, months: readonly string[]): Sql {
  const known = months.filter(hasMinimumWage);
  const bounds = known.map(mteSalaryBounds);
  const text = `
    with transform(month, {months:Array(UInt32)}, {wages:Array(Int64)}, toInt64(0)) as wage,
      transform(month, {months:Array(UInt32)}, {floors:Array(Int64)}, toInt64(0)) as lowest,
      transform(month, {months:Array(UInt32)}, {ceilings:Array(Int64)}, toInt64(0)) as highest,
      ifNull(salary, -1) as pay,
      wage > 0 and pay >= 0 and intermittent != 1 as is_paid,
      is_paid and pay between lowest and highest as is_within,
      if(is_within, log(pay / wage), 0) as level
    select countIf(is_paid) as paid, countIf(is_paid and pay < lowest) as below,
      countIf(is_paid and pay > highest) as above,
      countIf(is_within) as within, sum(level) as level_sum, sum(level * level) as level_squares,
      countIf(${strangeHours}) as hours, countIf(${strangeAge}) as age,
      countIf(${strangePlace}) as place, countIf(${strangeMonths[file.kind]()}) as months
    from ${linesOf(file)}
    where batch = {batch:UInt32}`;
  return {
    text,
    params: {
      batch: file.batch,
      months: known.map(Number),
      wages: known.map(minimumWageCentavos),
      floors: bounds.map(({ lowestCentavos }) => lowestCentavos),
      ceilings: bounds.map(({ highestCentavos }) => highestCentavos),
    },
  };
}

/** Columns of codes with their official names, and `lag`, the months that late lines lie back. */
export const codeColumns = {
  region: 'região',
  uf: 'uf',
  section: 'seção',
  balance: 'saldomovimentação',
  category: 'categoria',
  schooling: 'graudeinstrução',
  race: 'raçacor',
  sex: 'sexo',
  employer_type: 'tipoempregador',
  establishment_type: 'tipoestabelecimento',
  movement_type: 'tipomovimentação',
  disability: 'tipodedeficiência',
  intermittent: 'indtrabintermitente',
  part_time: 'indtrabparcial',
  company_size: 'tamestabjan',
  apprentice: 'indicadoraprendiz',
  origin: 'origemdainformação',
  late: 'indicadordeforadoprazo',
  salary_unit: 'unidadesaláriocódigo',
  cbo: 'cbo2002ocupação',
  subclass: 'subclasse',
  municipality: 'município',
  lag: 'competênciamov',
} as const;
export type CodeColumn = keyof typeof codeColumns;

/** How many lines of a batch have each code of each column. */
export function codesSql(file: ProfiledBatch): Sql {
  const counts = Object.keys(codeColumns).map((name) => {
    const code = name === 'lag' ? `greatest(-1, least(13, ${lagSql(file.kind)}))` : name;
    return `
      select '${name}' as name, toString(${code}) as code, count() as lines
      from ${linesOf(file)}
      where batch = {batch:UInt32}
      group by code`;
  });
  return { text: counts.join('\n      union all'), params: { batch: file.batch } };
}

/** So many of a file's lowest hashes are taken; lines that are alike have the same. */
const sketchLength = 512;

const unsketched = new Set(['month', 'declared_month', 'exclusion_month']);

/** The lowest hashes of a batch's lines without their months: files with the same lines have the same. */
export function sketchSql(file: ProfiledBatch): Sql {
  const hashed = columnsOf(file.kind)
    .map(({ name }) => name)
    .filter((name) => !unsketched.has(name));
  return {
    text: `
      select arrayDistinct(groupArraySorted(${sketchLength})(
        cityHash64(${hashed.join(', ')}) % 9007199254740992)) as hashes
      from ${linesOf(file)}
      where batch = {batch:UInt32}`,
    params: { batch: file.batch },
  };
}
