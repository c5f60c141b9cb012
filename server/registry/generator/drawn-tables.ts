import { randomUUID } from 'node:crypto';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { generatorTables } from './tables.ts';

/** The tables from which lines are drawn. They are in the engine while lines are generated. */
export interface DrawnTables extends AsyncDisposable {
  /** A `with` clause that names each table for the statement that follows it: `table_cell_cbo` and so on. */
  readonly withTables: string;
}

/**
 * Stores the tables in the engine: a statement with hundreds of thousands of numbers takes a second to parse. A cluster
 * distributes statements over its servers, so there each statement contains the tables.
 */
export async function drawnTables(warehouse: Warehouse): Promise<DrawnTables> {
  const tables = Object.entries(generatorTables().tables);
  if (warehouse.cluster !== undefined) {
    const written = tables.map(([table, values]) => `${listOf(values)} as table_${table}`);
    return { withTables: `with ${written.join(',\n')}`, [Symbol.asyncDispose]: async () => {} };
  }
  const name = `generator_${randomUUID().replaceAll('-', '')}`;
  await warehouse.run({ text: `create table ${name} (${columns}) engine = Memory` });
  const drop = () => warehouse.run({ text: `drop table if exists ${name}` });
  try {
    const rows = tables.map(([table, values]) =>
      isWhole(values)
        ? `('${table}', ${listOf(values)}, [])`
        : `('${table}', [], ${listOf(values)})`,
    );
    const text = `insert into ${name} select * from values('${columns}', ${rows.join(',\n')})`;
    await warehouse.run({ text }, { timeoutMs: readingMs });
  } catch (error) {
    await drop();
    throw error;
  }
  const named = tables.map(
    ([table, values]) =>
      `(select ${isWhole(values) ? 'wholes' : 'reals'} from ${name} where name = '${table}') as table_${table}`,
  );
  return { withTables: `with ${named.join(',\n')}`, [Symbol.asyncDispose]: drop };
}

/** Timeout of the insert, in milliseconds. The insert takes a second, and many times that on a busy machine. */
const readingMs = 10 * 60 * 1000;

const columns = 'name String, wholes Array(UInt32), reals Array(Float64)';

const isWhole = (values: readonly number[]) =>
  values.every((value) => Number.isInteger(value) && value >= 0);

const listOf = (values: readonly number[]) => `[${values.join(',')}]`;
