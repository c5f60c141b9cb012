import { randomUUID } from 'node:crypto';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { generatorTables } from './tables.ts';

/** The tables to draw from, in the engine for as long as lines are made. */
export interface DrawnTables extends AsyncDisposable {
  /** Names each of them in a statement that follows: `table_cell_cbo` and so on. */
  readonly withTables: string;
}

export const isWhole = (values: readonly number[]) =>
  values.every((value) => Number.isInteger(value) && value >= 0);

/** Hands the tables to the engine: a statement with hundreds of thousands of numbers takes longer to read than to run. */
export async function drawnTables(warehouse: Warehouse): Promise<DrawnTables> {
  const name = `generator_${randomUUID().replaceAll('-', '')}`;
  const { tables } = generatorTables();
  await warehouse.run({
    text: `create table ${name} (name String, wholes Array(UInt32), reals Array(Float64)) engine = Memory`,
  });
  const drop = () => warehouse.run({ text: `drop table if exists ${name}` });
  try {
    const rows = Object.entries(tables).map(([table, values]) => {
      const list = `[${values.join(',')}]`;
      return isWhole(values) ? `('${table}', ${list}, [])` : `('${table}', [], ${list})`;
    });
    await warehouse.run({
      text: `insert into ${name} select * from values('name String, wholes Array(UInt32), reals Array(Float64)', ${rows.join(',\n')})`,
    });
  } catch (error) {
    await drop();
    throw error;
  }
  const named = Object.entries(tables).map(
    ([table, values]) =>
      `(select ${isWhole(values) ? 'wholes' : 'reals'} from ${name} where name = '${table}') as table_${table}`,
  );
  return { withTables: `with ${named.join(',\n')}`, [Symbol.asyncDispose]: drop };
}
