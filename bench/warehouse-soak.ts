// Asks, fails, aborts and inserts for 80 s and tells answers a second, mistakes and memory.
// UV_THREADPOOL_SIZE=24 node bench/warehouse-soak.ts [seconds] [ClickHouse URL]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWarehouse } from '../server/warehouse/open.ts';
import { runWorkload } from '../tests/warehouse-workload.ts';

const [seconds = '80', clickhouseUrl] = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'warehouse-soak-'));
const warehouse = await openWarehouse({ clickhouseUrl, directory });

const startedAt = performance.now();
for (let n = 0; n < 500; n += 1) await warehouse.rows({ text: 'select 1' });
console.log(`select 1: ${((performance.now() - startedAt) / 500).toFixed(2)} ms`);

const result = await runWorkload(warehouse, { callers: 16, seconds: Number(seconds) });
console.log(result);
console.log(`${(result.answers / result.seconds).toFixed(0)} right answers a second`);
await warehouse.close();
await rm(directory, { recursive: true });
