import { randomUUID } from 'node:crypto';
import { isEmptySql } from '../../platform/warehouse/empty-values.ts';
import {
  exclusionColumns,
  isRequired,
  sharedColumns,
  type Column,
} from '../../platform/warehouse/layout.ts';
import { sharedNames } from '../../platform/warehouse/schema.ts';
import type { Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { GeneratorPlan, PlannedFile } from './plan.ts';
import { rowsSql } from './rows-sql.ts';
import { tables } from './tables.ts';

/** The tables from which lines are drawn. They are in the engine while lines are generated. */
export interface DrawnTables extends AsyncDisposable {
  /** A `with` clause that names each table for the statement that follows it: `table_cell_cbo` and so on. */
  readonly withTables: string;
}

/** The insert takes a second, and many times that on a busy machine. */
const insertTimeoutMs = 10 * 60 * 1000;

/**
 * Stores the tables in the engine: a statement with hundreds of thousands of numbers takes a second to parse. A cluster
 * distributes statements over its servers, so there each statement contains the tables.
 */
export async function drawnTables(warehouse: Warehouse): Promise<DrawnTables> {
  const entries = Object.entries(tables).map(([table, values]) => ({
    table,
    values: `[${values.join(',')}]`,
    column: values.every((value) => Number.isInteger(value) && value >= 0) ? 'wholes' : 'reals',
  }));
  if (warehouse.cluster !== undefined) {
    const written = entries.map(({ table, values }) => `${values} as table_${table}`);
    return { withTables: `with ${written.join(',\n')}`, [Symbol.asyncDispose]: async () => {} };
  }
  const name = `generator_${randomUUID().replaceAll('-', '')}`;
  const columns = 'name String, wholes Array(UInt32), reals Array(Float64)';
  await warehouse.run({ text: `create table ${name} (${columns}) engine = Memory` });
  const drop = () => warehouse.run({ text: `drop table if exists ${name}` });
  try {
    const rows = entries.map(({ table, values, column }) =>
      column === 'wholes' ? `('${table}', ${values}, [])` : `('${table}', [], ${values})`,
    );
    const text = `insert into ${name} select * from values('${columns}', ${rows.join(',\n')})`;
    await warehouse.run({ text }, { timeoutMs: insertTimeoutMs });
  } catch (error) {
    await drop();
    throw error;
  }
  const named = entries.map(
    ({ table, column }) =>
      `(select ${column} from ${name} where name = '${table}') as table_${table}`,
  );
  return { withTables: `with ${named.join(',\n')}`, [Symbol.asyncDispose]: drop };
}

export interface FileMaking {
  readonly tables: DrawnTables;
  readonly plan: GeneratorPlan;
  readonly file: PlannedFile;
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

/** Selects a planned file's rows: the shared columns, and for EXC its two additional ones. */
function fileSql({ tables: { withTables }, plan: { months }, file }: FileMaking): Sql {
  const monthParams = {
    months: months.map(({ month }) => Number(month)),
    years: months.map(({ month }) => Number(month.slice(0, 4))),
    wages: months.map(({ minimumWage }) => minimumWage),
    admissions: months.map(({ admissions }) => Math.round(admissions * 65_536)),
    levels: months.map(({ level }) => level),
    year_levels: months.map(({ yearLevel }) => yearLevel),
  };
  if (file.kind !== 'EXC') {
    const { key, declared, lines } = file;
    return {
      text: `${withTables} ${rowsSql(ownSource)}`,
      params: { ...monthParams, key, declared, late: file.kind === 'FOR' ? 1 : 0, lines },
    };
  }
  const { cancelled } = file;
  const [month, indicator] = exclusionColumns.map(({ name }) => name);
  return {
    text: `${withTables} ${rowsSql(cancelledSource, [`{exclusion_month:UInt32} as ${month}`, `1 as ${indicator}`])}`,
    params: {
      ...monthParams,
      firsts: cancelled.map(({ first }) => first),
      counts: cancelled.map(({ count }) => count),
      keys: cancelled.map((lines) => lines.file.key),
      declareds: cancelled.map((lines) => lines.file.declared),
      lates: cancelled.map((lines) => (lines.file.kind === 'FOR' ? 1 : 0)),
      astrays: cancelled.map(({ isAstray }) => (isAstray ? 1 : 0)),
      exclusion_month: Number(file.month),
    },
  };
}

/** Inserts a planned file's rows into its batch. */
export function loadSql(making: FileMaking, batch: number): Sql {
  const { text, params } = fileSql(making);
  const { kind } = making.file;
  const exclusionNames = exclusionColumns.map(({ name }) => name).join(', ');
  const target =
    kind === 'EXC'
      ? `exclusions (batch, ${sharedNames}, ${exclusionNames})
        select {batch:UInt32}, *`
      : `movements (batch, weight, kind, ${sharedNames})
        select {batch:UInt32}, 1, '${kind}', *`;
  return {
    text: `insert into ${target} from (${text}) settings max_insert_threads = 2`,
    params: { ...params, batch },
  };
}

/** The columns of a file in their order: the two additional ones of EXC follow competênciadec. */
function columnsInOrder({ kind, month }: PlannedFile): readonly Column[] {
  const columns = sharedColumns.filter((column) => isRequired(column, month));
  if (kind !== 'EXC') return columns;
  const after = columns.findIndex(({ name }) => name === 'declared_month') + 1;
  return columns.toSpliced(after, 0, ...exclusionColumns);
}

/** The header line, without its line end. */
export const headerLine = (file: PlannedFile) =>
  columnsInOrder(file)
    .map(({ header }) => header)
    .join(';');

/**
 * Selects the lines of a planned file in one text column, in the form of MTE's files: UTF-8, CRLF, `;`, decimal comma
 * without a leading zero, codes as numbers.
 */
export function textSql(making: FileMaking): Sql {
  const { text, params = {} } = fileSql(making);
  const fields = columnsInOrder(making.file).map(fieldSql);
  return {
    text: String.raw`select concat(${fields.join(`, ';', `)}, '\r\n') as line from (${text})`,
    params,
  };
}

function fieldSql(column: Column): string {
  const { name, form } = column;
  if (form === 'code') return `if(${isEmptySql(column)}, '', toString(${name}))`;
  if (form !== 'hundredths') return `ifNull(toString(${name}), '')`;
  const whole = `if(${name} < 100, '', toString(intDiv(${name}, 100)))`;
  return `ifNull(concat(${whole}, ',', leftPad(toString(modulo(${name}, 100)), 2, '0')), '')`;
}
