/**
 * Measures time and memory of a workbook report, made in a separate process as the server makes it, including the
 * transfer of records: the second part of `npm run bench -- reports`. The records are made beforehand; in the server,
 * the engine produces them.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderReport } from '../server/research/reports/render.ts';
import { renderers } from '../server/research/reports/renderer.ts';
import { sampleRecords, sampleReport } from '../tests/support/sample-report.ts';

const records = Number(process.argv[2] ?? 100_000);
const reports = Number(process.argv[3] ?? 3);
const renderer = renderers.EXCEL;
if (renderer === undefined) throw new Error('No renderer draws workbooks.');

// Some salaries that many records share, and a long tail of rare ones.
const salaries = Array.from({ length: records }, (_, index) =>
  index % 3 === 0 ? 162_100 + (index % 40) * 5000 : 150_000 + ((index * 7919) % 60_013) * 7,
);
const selections = [{ salaries }];
const model = sampleReport(selections);

/** Peak memory of the process's children in megabytes, from Linux's /proc. */
async function peakOfChildren(): Promise<number> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8').catch(
    () => '',
  );
  const peaks = children.split(' ').map(async (pid) => {
    const status = pid === '' ? '' : await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  });
  return Math.max(0, ...(await Promise.all(peaks)));
}

const folder = await mkdtemp(join(tmpdir(), 'caged-workbook-'));
try {
  const [load = 0] = loadavg();
  console.log(`${records} records, ${cpus().length} processors, load ${load.toFixed(1)}`);
  for (let report = 0; report < reports; report++) {
    const targetPath = join(folder, 'report.xlsx');
    let peak = 0;
    const watch = setInterval(() => {
      void peakOfChildren().then((megabytes) => (peak = Math.max(peak, megabytes)));
    }, 20);
    const start = performance.now();
    await renderReport({
      renderer,
      model,
      records: () => sampleRecords(selections, 2000),
      targetPath,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    clearInterval(watch);
    const { size } = await stat(targetPath);
    console.log(
      `${((performance.now() - start) / 1000).toFixed(2)} s, ${(size / 1e6).toFixed(1)} MB, ` +
        `at most ${Math.round(peak)} MB of memory in the renderer's process`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
}
