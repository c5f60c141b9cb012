/**
 * Makes reports of very many records as the product does, and watches the server's event loop:
 * `npm run bench -- large-reports [months] [lines a month]`. Prints seconds, processor time of the server and of the
 * renderers, memory, size, and the longest stall. On a busy machine the wall-clock stall includes the time of other
 * processes. `busiest turn`, the longest processor time of the loop's thread between two iterations, does not.
 */
import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { monthsEnding } from '../shared/codes/months.ts';
import { writeSyntheticFiles } from '../tests/support/synthetic-files.ts';
import { readyReferenceTables } from '../server/reference/imported-references.ts';
import { Report } from '../shared/contracts/reports.ts';
import { openResearch } from '../tests/support/research.ts';

const months = Number(process.argv[2] ?? 11);
const linesPerMonth = Number(process.argv[3] ?? 100_000);
const filters = { movimentacao: 'todas', metodo: 'bruto' };

// As the product does before it listens.
await readyReferenceTables();
const research = await openResearch({});
try {
  const { installation, served } = research;
  const files = await writeSyntheticFiles({
    directory: join(installation.folder, 'texts'),
    months: monthsEnding('202609', months),
    linesPerMonth,
    seed: 'large reports',
  });
  await installation.load(...files.map(({ path }) => path));
  const analyst = await research.person('ADMIN');
  const table: Record<string, unknown> = {};
  for (const type of ['CSV', 'EXCEL', 'PDF'] as const) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const turns = watchTurns();
    const memory = watchMemory();
    const usedBefore = process.cpuUsage();
    const childrenBefore = await childrenSeconds();
    const begun = performance.now();
    const requested = await analyst.call('POST', '/api/reports', { type, filters });
    const { id } = Report.parse(requested.json());
    await served.reports.runner.drain();
    const seconds = (performance.now() - begun) / 1000;
    delay.disable();
    const used = process.cpuUsage(usedBefore);
    const report = Report.parse((await analyst.call('GET', `/api/reports/${id}`)).json());
    table[type] = {
      status: report.status,
      seconds: seconds.toFixed(1),
      'server cpu s': ((used.user + used.system) / 1e6).toFixed(1),
      'renderer cpu s': ((await childrenSeconds()) - childrenBefore).toFixed(1),
      MB: ((report.fileSize ?? 0) / 1e6).toFixed(1),
      'longest stall ms': Math.round(delay.max / 1e6),
      'p99 stall ms': Math.round(delay.percentile(99) / 1e6),
      'busiest turn ms': turns.end(),
      'heap MB': memory.end(),
    };
  }
  const { totalCount } = await analyst.search(filters);
  console.log(`${totalCount.toLocaleString('pt-BR')} records, Node ${process.version}`);
  console.table(table);
  console.log(`most memory of the server ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
} finally {
  await research.close();
}

/** The longest processor time of this thread between two looks, which are some milliseconds apart, in milliseconds. */
function watchTurns() {
  let most = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    most = Math.max(most, user + system);
    before = process.threadCpuUsage();
  }, 2);
  return {
    end() {
      clearInterval(timer);
      return Math.round(most / 1000);
    },
  };
}

/** The largest growth of heap and buffers, in bytes. */
function watchMemory() {
  const before = heldBytes();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, heldBytes() - before);
  }, 50);
  return {
    end() {
      clearInterval(timer);
      return Math.round(most / 2 ** 20);
    },
  };
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Processor time of ended child processes, from Linux's /proc. */
async function childrenSeconds(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
