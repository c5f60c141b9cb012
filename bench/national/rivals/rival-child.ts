/**
 * A rival in a separate process, so that its time and memory are measured alone: `rival-child.ts <engine> <directory>`.
 */
import { z } from 'zod';
import { openPlainClickHouse } from './clickhouse.ts';
import { openDuckDb } from './duckdb.ts';
import { Order } from './orders.ts';

const [name, directory = ''] = process.argv.slice(2);
const engine = await (name === 'duckdb' ? openDuckDb(directory) : openPlainClickHouse(directory));

async function obey(order: Order): Promise<unknown> {
  if (order.do === 'load') return engine.load(order.chunk);
  if (order.do === 'finishLoad') return engine.finishLoad();
  if (order.do === 'contents') return engine.contents();
  const begun = performance.now();
  const rows = [];
  for (const statement of order.statements) {
    const left = order.timeoutMs - (performance.now() - begun);
    if (left <= 0) throw new Error('It took too long.');
    rows.push(await engine.rows(statement, left));
  }
  return { ms: performance.now() - begun, rows };
}

process.on('message', (message) => {
  const { id, order } = z.object({ id: z.number(), order: Order }).parse(message);
  obey(order).then(
    (answer) => process.send?.({ id, answer: answer ?? null }),
    (error: unknown) => process.send?.({ id, failure: String(error) }),
  );
});
process.on('disconnect', () => void engine.close().finally(() => process.exit()));
process.send?.({ version: engine.version });
