/**
 * The lines for the rivals: one row per line, whole numbers only, with the panels' groups precomputed, so that no rival
 * spends time on them. Written independently of the product's SQL, after DOMAIN.md.
 */
export interface LineColumn {
  readonly name: string;
  readonly type: 'smallint' | 'integer' | 'bigint';
  /** Expression over a row `m` of the product's movements. */
  readonly sql: string;
}

const small = (name: string, sql: string): LineColumn => ({
  name,
  type: 'smallint',
  sql: `toInt16(${sql})`,
});
const integer = (name: string, sql: string): LineColumn => ({
  name,
  type: 'integer',
  sql: `toInt32(${sql})`,
});

/** An empty code in the file is its type's maximum in the product, and 9999 here. */
const code = (name: string) => small(name, `least(m.${name}, 9999)`);
const longCode = (name: string) => integer(name, `least(m.${name}, 9999999)`);

const isIndustry = `m.section in ('B', 'C', 'D', 'E', 'F')`;

// Reais per month, from DOMAIN.md.
const minimumWages = [
  [202001, 1039],
  [202002, 1045],
  [202101, 1100],
  [202201, 1212],
  [202301, 1302],
  [202305, 1320],
  [202401, 1412],
  [202501, 1518],
  [202601, 1621],
] as const;
const wageOfMonth = `multiIf(${minimumWages
  .toReversed()
  .map(([from, reais]) => `m.month >= ${from}, ${reais * 100}`)
  .join(', ')}, 0)`;

const lineColumns: readonly LineColumn[] = [
  longCode('cbo'),
  small('balance', 'm.balance'),
  integer('month', 'm.month'),
  code('uf'),
  code('region'),
  longCode('municipality'),
  // 1 MOV, 2 FOR.
  small('kind', `if(m.kind = 'MOV', 1, 2)`),
  // The letter's ASCII code; Z if it is empty.
  small('section', `if(m.section = '', 90, ascii(m.section))`),
  longCode('subclass'),
  small('sex', 'if(m.sex in (1, 3), m.sex, 0)'),
  // The product's groups.
  small(
    'schooling',
    `multiIf(m.schooling = 1, 1, m.schooling in (2, 3, 4), 2, m.schooling = 5, 3, m.schooling = 6, 4,
      m.schooling = 7, 5, m.schooling = 8, 6, m.schooling = 9, 7, m.schooling = 80, 8, m.schooling = 10, 9,
      m.schooling = 11, 10, 80)`,
  ),
  // From 1 in the order of the product's bands; 0 outside them.
  small(
    'age_band',
    `multiIf(ifNull(m.age, 0) < 18, 0, m.age <= 25, 1, m.age <= 35, 2, m.age <= 45, 3, m.age <= 55, 4, 5)`,
  ),
  // SEBRAE's sizes: 1 is the smallest, 0 unknown.
  small(
    'size',
    `multiIf(m.company_size in (1, 2, 3), 1, m.company_size = 4, if(${isIndustry}, 1, 2), m.company_size = 5, 2,
      m.company_size = 6, if(${isIndustry}, 2, 3), m.company_size in (7, 8), if(${isIndustry}, 3, 4),
      m.company_size in (9, 10), 4, 0)`,
  ),
  // Hundredths of a weekly hour; -1 if unknown.
  integer('hours', 'ifNull(m.hours, -1)'),
  code('race'),
  code('disability'),
  small('category', 'least(m.category, 9999)'),
  code('apprentice'),
  code('part_time'),
  code('intermittent'),
  // Centavos; -1 if unknown.
  { name: 'salary', type: 'bigint', sql: 'ifNull(m.salary, -1)' },
  // The minimum wage of the line's month, in centavos.
  integer('wage', wageOfMonth),
];

const columnNames = [...lineColumns.map(({ name }) => name), 'cancelled'];

/** The table of the lines, in SQL that all three engines accept. */
export const linesTable = `movements (
  ${[...lineColumns.map(({ name, type }) => `${name} ${type} not null`), 'cancelled smallint not null'].join(',\n  ')}
)`;

/** Occupation, movement, month, state: the plain sort order. */
export const plainOrder = 'cbo, balance, month, uf';

/**
 * The lines of a range of occupations, in the plain order. Among equal lines, as many are `cancelled` as exclusions
 * matched them. The statement counts equal lines only where an exclusion could match.
 */
export function linesSql(): string {
  const ofChunk = `m.batch in {batches:Array(UInt32)} and m.cbo between {from:UInt32} and {to:UInt32}`;
  const key = `(m.cbo, m.month, m.municipality, ifNull(m.salary, -1))`;
  const isDoubtful = `in (select cbo, month, municipality, ifNull(salary, -1) from movements
          where weight = -1 and batch in {batches:Array(UInt32)}
            and cbo between {from:UInt32} and {to:UInt32})`;
  const fields = lineColumns.map(({ name, sql }) => `${sql} as l_${name}`).join(',\n        ');
  const names = lineColumns.map(({ name }) => `l_${name}`).join(', ');
  const text = columnNames.map((name) => `l_${name} as ${name}`).join(', ');
  return `
    select ${text}
    from (
      select ${fields}, toInt16(0) as l_cancelled
      from movements as m
      where ${ofChunk} and ${key} not ${isDoubtful}
      union all
      select ${names}, toInt16(arrayJoin(range(toUInt64(lines))) >= net) as l_cancelled
      from (
        select ${fields}, countIf(m.weight = 1) as lines, sum(m.weight) as net
        from movements as m
        where ${ofChunk} and ${key} ${isDoubtful}
        group by ${names}
      )
    )
    order by ${plainOrder}`;
}
