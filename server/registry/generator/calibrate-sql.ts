/** The queries on official files that calibrate the generator. Each constant is one query on one batch. */

export interface CellRow {
  readonly cbo: number;
  readonly contract: number;
  readonly lines: number;
  readonly women: number;
  /** Natural logarithms of pay in minimum wages: the median and the 90th percentile. */
  readonly level: number | null;
  readonly high: number | null;
}
export interface CountRow {
  readonly key: string;
  readonly value: string;
  readonly lines: number;
}
export interface ActivityRow {
  readonly key: string;
  readonly subclass: number;
  readonly lines: number;
}
export interface PlaceRow {
  readonly uf: number;
  readonly municipality: number;
  readonly lines: number;
}
export interface EffectRow {
  readonly factor: string;
  readonly value: string;
  readonly effect: number;
}
export interface HeapedRow {
  readonly uf: number;
  readonly ratio: number;
  readonly share: number;
}

// An apprentice or a worker on call is a separate case from an ordinary worker of the same occupation.
const contract = `multiIf(apprentice = 1, 1, intermittent = 1, 2, 0)`;
const wage = `arrayElement({wages:Array(UInt32)}, toUInt32(arrayCount(from -> from <= month, {wageMonths:Array(UInt32)})))`;
const ratio = `(assumeNotNull(salary) / ${wage})`;
const isPaid = `(ifNull(salary, 0) between 0.3 * ${wage} and 150 * ${wage})`;
const isWhole = `(${isPaid} and hours between 3500 and 4800)`;
const lines = `from movements where batch = {batch:UInt32}`;

export const whole = `
  select count() as lines, lines - uniqExact(tuple(* except (batch, weight, kind))) as repeated,
    countIf(municipality = 999999) as unknown_place
  ${lines}`;

export const excludedLines = `
  select count() as lines from exclusions where batch = {batch:UInt32}`;

export const cells = `
  select cbo, ${contract} as contract, count() as lines, round(100 * countIf(sex = 3) / lines) as women,
    if(countIf(${isWhole}) >= 5, quantileExactIf(0.5)(log(${ratio}), ${isWhole}), null) as level,
    if(countIf(${isWhole}) >= 20, quantileExactIf(0.9)(log(${ratio}), ${isWhole}), null) as high
  ${lines}
  group by cbo, contract
  order by contract, cbo`;

/**
 * The activities of an occupation with three lines or more, those of its group with eight or more, and every activity
 * of all lines.
 */
export const activities = `
  select key, subclass, lines
  from (
    select arrayJoin([leftPad(toString(cbo), 6, '0'), left(leftPad(toString(cbo), 6, '0'), 2), '*']) as key,
      subclass, count() as lines
    ${lines}
    group by key, subclass
  )
  where lines >= multiIf(key = '*', 1, length(key) = 2, 8, 3)
  order by key, lines desc, subclass
  limit 2000 by key`;

export const places = `
  select uf, municipality, count() as lines
  ${lines}
  group by uf, municipality
  order by uf, lines desc, municipality`;

const ofOccupation = (digits: readonly number[]) =>
  digits
    .map(
      (digit) =>
        `concat(toString(${contract}), '/', left(leftPad(toString(cbo), 6, '0'), ${digit}))`,
    )
    .join(', ');

const activity = `multiIf(section = 'A', 'A', section = 'F', 'F', '*')`;

/**
 * For each column: the keys by which it is drawn, the most specific first, the minimum number of lines of a key
 * (`least`) and the maximum number of values of a key (`most`).
 */
export const keyedColumns = {
  schooling: { keys: ofOccupation([3, 2, 1, 0]), value: 'schooling', least: 120, most: 20 },
  age: { keys: ofOccupation([2, 1, 0]), value: `ifNull(toString(age), '-')`, least: 300, most: 90 },
  hours: {
    keys: ofOccupation([3, 2, 1, 0]),
    value: `ifNull(toString(hours), '-')`,
    least: 120,
    most: 28,
  },
  category: { keys: ofOccupation([3, 1, 0]), value: 'category', least: 120, most: 10 },
  state: { keys: ofOccupation([2, 1, 0]), value: 'uf', least: 250, most: 28 },
  race: { keys: 'toString(uf)', value: 'race', least: 1, most: 10 },
  size: { keys: 'section', value: 'company_size', least: 1, most: 20 },
  employer: {
    keys: activity,
    value: `concat(toString(employer_type), '/', toString(establishment_type))`,
    least: 1,
    most: 10,
  },
  movementType: { keys: 'toString(balance)', value: 'movement_type', least: 1, most: 20 },
  disability: { keys: `'*'`, value: 'disability', least: 1, most: 20 },
  partTime: {
    keys: `concat(toString(${contract}), '/', if(ifNull(hours, 4400) <= 3000, 'short', 'long'))`,
    value: 'part_time',
    least: 1,
    most: 5,
  },
  unit: { keys: `toString(${contract})`, value: 'salary_unit', least: 1, most: 10 },
  origin: {
    keys: 'toString(category = 999)',
    value: `concat(toString(origin), '/', toString(intermittent))`,
    least: 1,
    most: 10,
  },
  defects: {
    keys: 'toString(category)',
    value: `multiIf(salary is null, 'empty', salary = 0, 'zero', salary = 1, 'cent', salary < 0.3 * ${wage}, 'tiny', salary > 150 * ${wage}, 'huge', 'none')`,
    least: 1,
    most: 10,
  },
  months: {
    keys: `'*'`,
    value:
      "dateDiff('month', toDate(concat(toString(month), '01')), toDate(concat(toString(declared_month), '01')))",
    least: 1,
    most: 24,
  },
} as const;

const keptOf = `
    from (
      select key, value, count() as lines, sum(count()) over (partition by key) as all_lines
      from (select arrayJoin([{keys}]) as key, toString({value}) as value ${lines})
      group by key, value
    )`;

/** The number of lines with each value, by key; the most common values of each key. */
export function countsByKey(name: keyof typeof keyedColumns): string {
  const { keys, value, least, most } = keyedColumns[name];
  return `
    select key, value, lines
    ${keptOf.replace('{keys}', keys).replace('{value}', value)}
    where all_lines >= ${least}
    order by key, lines desc, value
    limit ${most} by key`;
}

export const excludedMonths = `
  select toString(late) as key,
    toString(dateDiff('month', toDate(concat(toString(declared_month), '01')), toDate(concat(toString(exclusion_month), '01')))) as value,
    count() as lines
  from exclusions
  where batch = {batch:UInt32}
  group by key, value
  order by key, toUInt16(value)`;

/** The distance of pay from the median of its occupation, as a logarithm. */
const residual = `
    select *, log(ratio) - level as residual
    from (
      select *, ${wage} as wage, salary / wage as ratio
      ${lines} and ${isPaid} and ${contract} = 0
    ) as line
    inner join (
      select cbo, quantileExact(0.5)(log(${ratio})) as level, quantileExact(0.9)(log(${ratio})) as high
      ${lines} and ${isWhole} and ${contract} = 0
      group by cbo
      having count() >= 20
    ) as middle using cbo`;

export const effects = `
  select factor, value, effect
  from (
    select arrayJoin([
        ('uf', toString(uf)),
        ('size', toString(company_size)),
        ('sex', toString(sex)),
        ('balance', toString(balance)),
        ('age', toString(intDiv(least(greatest(ifNull(age, 30), 14), 74), 5) * 5)),
        ('schooling', toString(schooling)),
        ('hours', if(hours between 3500 and 4800, '*', toString(hours)))
      ]) as case, case.1 as factor, case.2 as value, count() as lines,
      if(factor = 'uf', quantileExact(0.5)(residual), avg(greatest(-1.2, least(1.2, residual)))) as effect
    from (${residual})
    group by case
  )
  where lines >= 30
  order by factor, value`;

/**
 * Quantiles of the residuals where the minimum wage does not cut them off, in units of the distance from the
 * occupation's median to its 90th percentile.
 */
export const residuals = `
  select quantilesExact(${Array.from({ length: 65 }, (_, index) => ((index + 0.5) / 65).toFixed(4)).join(', ')})(
    residual / greatest(0.08, high - level)) as residuals
  from (${residual})
  where level > 0.45 and hours between 3500 and 4800`;

/**
 * The share of pay just above the minimum wage that is exactly the minimum wage: regional minimum wages and wage floors
 * reduce it.
 */
export const minimums = `
  select 'minimum' as factor, toString(uf) as value, countIf(salary = wage) / count() as effect
  from (${residual})
  where ratio between 0.999 and 1.12 and hours between 3500 and 4800
  group by uf
  having count() >= 30
  order by uf`;

/** The frequencies of the values at which pay concentrates. */
export const heaps = `
  select countIf(salary = wage) / count() as minimum,
    countIf(ratio < 1) / count() as below,
    countIf(salary % 50000 = 0 and ratio > 1.5) / countIf(ratio > 1.5) as round500,
    countIf(salary % 10000 = 0 and ratio > 1.5) / countIf(ratio > 1.5) as round100,
    countIf(salary % 10000 = 0 and ratio between 1.0001 and 1.5) / countIf(ratio between 1.0001 and 1.5) as low100,
    countIf(salary % 5000 = 0 and ratio between 1.0001 and 1.5) / countIf(ratio between 1.0001 and 1.5) as low50,
    countIf(salary % 1000 = 0 and ratio between 1.0001 and 1.5) / countIf(ratio between 1.0001 and 1.5) as low10,
    countIf(salary % 100 = 0 and ratio > 1) / countIf(ratio > 1) as round1
  from (${residual})`;

/**
 * Pay that recurs in a state although it is not a round value: regional minimum wages, and wage floors of large trades.
 */
export const heaped = `
  select uf, ratio, lines / state_lines as share
  from (
    select uf, salary / wage as ratio, count() as lines, sum(count()) over (partition by uf) as state_lines
    from (${residual})
    where month >= 202305 and salary > wage and salary < 2 * wage and salary % 1000 != 0
    group by uf, ratio
  )
  where lines >= 20
  order by uf, share desc
  limit 4 by uf`;
