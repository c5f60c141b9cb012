/**
 * Reports of very many records, made as the product makes them, while the server's event loop is watched:
 * `npm run bench:large-reports [months] [lines a month]`. Prints seconds, size, and the longest stall.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { monthsEnding } from '../server/demonstration/months.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
import { Report } from '../shared/reports.ts';
import { openResearch } from '../tests/research.ts';

const months = Number(process.argv[2] ?? 11);
const linesPerMonth = Number(process.argv[3] ?? 100_000);
const filters = { movimentacao: 'todas', metodo: 'bruto' };

const research = await openResearch({});
try {
  const { installation, served } = research;
  const files = await writeDemonstrationMonths({
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
    const begun = performance.now();
    const asked = await analyst.call('POST', '/api/reports', { type, filters });
    const { id } = Report.parse(asked.json());
    await served.reports.runner.drain();
    const seconds = (performance.now() - begun) / 1000;
    delay.disable();
    const report = Report.parse((await analyst.call('GET', `/api/reports/${id}`)).json());
    table[type] = {
      status: report.status,
      seconds: seconds.toFixed(1),
      MB: ((report.fileSize ?? 0) / 1e6).toFixed(1),
      'longest stall ms': Math.round(delay.max / 1e6),
      'p99 stall ms': Math.round(delay.percentile(99) / 1e6),
    };
  }
  const { totalCount } = await analyst.search(filters);
  console.log(`${totalCount.toLocaleString('pt-BR')} records, Node ${process.version}`);
  console.table(table);
  console.log(`most memory of the server ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
} finally {
  await research.close();
}
