import { exclusionColumns } from '../../platform/warehouse/layout.ts';
import { sharedNames } from '../../platform/warehouse/schema.ts';
import type { Sql, SqlValue } from '../../platform/warehouse/warehouse.ts';
import type { MonthConditions } from './conditions.ts';
import type { DrawnTables } from './drawn-tables.ts';
import type { GeneratorPlan, PlannedFile } from './plan.ts';
import { rowsSql } from './rows-sql.ts';

/** The inputs from which a file is generated. */
export interface FileMaking {
  readonly tables: DrawnTables;
  readonly plan: GeneratorPlan;
  readonly file: PlannedFile;
}

/** Selects a planned file's rows: the 28 shared columns, and for EXC its two additional ones. */
export function fileSql({ tables: { withTables }, plan, file }: FileMaking): Sql {
  const params = monthParams(plan.months);
  if (file.kind === 'EXC') {
    const [month, indicator] = exclusionColumns.map(({ name }) => name);
    return {
      text: `${withTables} ${rowsSql(cancelledSource, [`{exclusion_month:UInt32} as ${month}`, `1 as ${indicator}`])}`,
      params: { ...params, ...cancelledParams(file), exclusion_month: Number(file.month) },
    };
  }
  return {
    text: `${withTables} ${rowsSql(ownSource)}`,
    params: {
      ...params,
      key: file.key,
      declared: file.declared,
      late: file.kind === 'FOR' ? 1 : 0,
      lines: file.lines,
    },
  };
}

/** Inserts a planned file's rows into its batch. */
export function loadSql(making: FileMaking, batch: number): Sql {
  const { text, params } = fileSql(making);
  const { kind } = making.file;
  const target =
    kind === 'EXC'
      ? `exclusions (batch, ${[sharedNames, ...exclusionColumns.map(({ name }) => name)].join(', ')})
        select {batch:UInt32}, *`
      : `movements (batch, weight, kind, ${sharedNames})
        select {batch:UInt32}, 1, '${kind}', *`;
  return {
    text: `insert into ${target} from (${text}) settings max_insert_threads = 2`,
    params: { ...params, batch },
  };
}

const ownSource = `
  select number as row, {key:UInt64} as key, {declared:UInt16} as declared, {late:UInt8} as late, 0 as is_astray
  from numbers_mt({lines:UInt64})`;

const cancelledSource = `
  select first + arrayJoin(range(count)) as row, key, declared, late, is_astray
  from (
    select arrayJoin(arrayZip({firsts:Array(UInt64)}, {counts:Array(UInt64)}, {keys:Array(UInt64)},
        {declareds:Array(UInt16)}, {lates:Array(UInt8)}, {astrays:Array(UInt8)})) as lines,
      lines.1 as first, lines.2 as count, lines.3 as key, lines.4 as declared, lines.5 as late, lines.6 as is_astray
  )`;

const cancelledParams = ({ cancelled }: PlannedFile) => ({
  firsts: cancelled.map(({ first }) => first),
  counts: cancelled.map(({ count }) => count),
  keys: cancelled.map(({ key }) => key),
  declareds: cancelled.map(({ declared }) => declared),
  lates: cancelled.map(({ isLate }) => (isLate ? 1 : 0)),
  astrays: cancelled.map(({ isAstray }) => (isAstray ? 1 : 0)),
});

const monthParams = (months: readonly MonthConditions[]): Record<string, SqlValue> => ({
  months: months.map(({ month }) => Number(month)),
  years: months.map(({ month }) => Number(month.slice(0, 4))),
  wages: months.map(({ minimumWage }) => minimumWage),
  admissions: months.map(({ admissions }) => Math.round(admissions * 65_536)),
  levels: months.map(({ level }) => level),
  year_levels: months.map(({ yearLevel }) => yearLevel),
});
