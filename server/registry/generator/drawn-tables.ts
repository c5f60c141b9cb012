import { randomUUID } from 'node:crypto';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { generatorTables } from './tables.ts';

/** The tables to draw from, in the engine for as long as lines are made. */
export interface DrawnTables extends AsyncDisposable {
  /** Names each of them in a statement that follows: `table_cell_cbo` and so on. */
  readonly withTables: string;
}

/**
 * Hands the tables to the engine: a statement with hundreds of thousands of numbers takes a second to read. The
 * servers of a cluster are asked in turn, so there they are in each statement all the same.
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

/** A busy machine takes many times its second. */
const readingMs = 10 * 60 * 1000;

const columns = 'name String, wholes Array(UInt32), reals Array(Float64)';

const isWhole = (values: readonly number[]) =>
  values.every((value) => Number.isInteger(value) && value >= 0);

const listOf = (values: readonly number[]) => `[${values.join(',')}]`;
