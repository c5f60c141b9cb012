/**
 * Measures time and memory of reports, each made in a separate process as the server makes it:
 * `npm run bench -- reports [PDFs [records [workbooks]]]`. The model of a PDF is a response with every panel, 27 states,
 * all CNAE sections and 24 months; its document has about ten pages. The records of a workbook are made beforehand; in
 * the server, the engine produces them.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { states } from '../shared/codes/states.ts';
import { renderReport } from '../server/research/reports/render.ts';
import { renderers, type Renderer } from '../server/research/reports/renderer.ts';
import type { ReportModel } from '../server/research/reports/model.ts';
import { cnaeSectionLabels } from '../shared/codes/cnae.ts';
import type { Panels } from '../shared/contracts/panels.ts';
import { readPdf } from '../tests/support/read-pdf.ts';
import { figures, monthFigures, samplePanels } from '../tests/support/sample-panels.ts';
import { sampleRecords, sampleReport } from '../tests/support/sample-report.ts';

const [reports = 10, records = 100_000, workbooks = 3] = process.argv.slice(2).map(Number);

const panels: Panels = {
  ...samplePanels,
  regional: {
    ...samplePanels.regional,
    states: states.map(({ sigla, nome }, index) => ({
      codigo: sigla,
      nome,
      rank: index + 1,
      ...figures(900 - index * 20, 3000 - index * 40),
    })),
    rankedStates: states.length,
  },
  trend: {
    designEffect: 1,
    realMonth: '202606',
    months: Array.from({ length: 24 }, (_, index) => ({
      month: `${2024 + Math.floor((index + 6) / 12)}${String(((index + 6) % 12) + 1).padStart(2, '0')}`,
      isRequested: index >= 12,
      isComparable: true,
      ...monthFigures(800, 1800 + index * 10, 1 + (23 - index) / 300),
    })),
  },
  sector: {
    ...samplePanels.sector,
    sectors: Object.entries(cnaeSectionLabels).map(([codigo, nome], index) => ({
      codigo,
      nome,
      ...figures(500 - index * 20, 2000 + index * 50),
    })),
  },
};
const salaries = Array.from({ length: 20_000 }, (_, index) => 150_000 + (index % 4000) * 37);

// Some salaries that many records share, and a long tail of rare ones.
const manySalaries = Array.from({ length: records }, (_, index) =>
  index % 3 === 0 ? 162_100 + (index % 40) * 5000 : 150_000 + ((index * 7919) % 60_013) * 7,
);

interface Made {
  /** Milliseconds from the start of the process. */
  readonly ready: number;
  readonly drawn: number;
  readonly set: number;
  readonly ended: number;
  readonly peakMegabytes: number;
}

async function make(renderer: Renderer, model: ReportModel, targetPath: string): Promise<Made> {
  const start = performance.now();
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    void peakOfChildren().then((peak) => (peakMegabytes = Math.max(peakMegabytes, peak)));
  }, 10);
  const at = new Map<number, number>();
  await renderReport({
    renderer,
    model,
    records: () => sampleRecords([{ salaries: manySalaries }], 2000),
    targetPath,
    onProgress: (progress) => at.set(progress, performance.now() - start),
    signal: new AbortController().signal,
  });
  clearInterval(watch);
  const ended = performance.now() - start;
  const after = (progress: number) => at.get(progress) ?? Number.NaN;
  return { ready: after(0.1), drawn: after(0.5), set: after(0.9), ended, peakMegabytes };
}

/** Peak memory of the process's children in megabytes, from Linux's /proc. */
async function peakOfChildren(): Promise<number> {
  const path = `/proc/self/task/${process.pid}/children`;
  const children = await readFile(path, 'utf8').catch(() => '');
  const peaks = children.split(' ').map(async (pid) => {
    const status = pid === '' ? '' : await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  });
  return Math.max(0, ...(await Promise.all(peaks)));
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measurePdf(name: string, model: ReportModel, targetPath: string): Promise<void> {
  const made: Made[] = [];
  for (let report = 0; report < reports; report++)
    made.push(await make(renderers.PDF, model, targetPath));
  const bytes = await readFile(targetPath);
  const { pages } = await readPdf(bytes);
  const of = (part: (one: Made) => number) => Math.round(median(made.map(part)));
  console.log(
    `${name}: ${pages.length} pages, ${Math.round(bytes.length / 1024)} kB; ` +
      `${of(({ ended }) => ended)} ms in all (slowest ${Math.round(Math.max(...made.map(({ ended }) => ended)))}): ` +
      `${of(({ ready }) => ready)} process, packages, model and fonts; ` +
      `${of(({ ready, drawn }) => drawn - ready)} charts; ` +
      `${of(({ drawn, set }) => set - drawn)} typesetting; ` +
      `${of(({ set, ended }) => ended - set)} writing and ending; ` +
      `at most ${Math.round(Math.max(...made.map(({ peakMegabytes }) => peakMegabytes)))} MB`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'caged-reports-'));
try {
  const [load = 0] = loadavg();
  console.log(`${reports} reports of each, ${cpus().length} processors, load ${load.toFixed(1)}`);
  const pdf = join(folder, 'report.pdf');
  await measurePdf('one query', sampleReport([{ salaries, panels }]), pdf);
  const five = ['A', 'B', 'C', 'D', 'E'].map((subject) => ({ salaries, panels, subject }));
  await measurePdf('five compared', sampleReport(five), pdf);
  const workbook = join(folder, 'report.xlsx');
  const model = sampleReport([{ salaries: manySalaries }]);
  for (let report = 0; report < workbooks; report++) {
    const { ended, peakMegabytes } = await make(renderers.EXCEL, model, workbook);
    const { size } = await stat(workbook);
    console.log(
      `workbook of ${records} records: ${(ended / 1000).toFixed(2)} s, ${(size / 1e6).toFixed(1)} MB, ` +
        `at most ${Math.round(peakMegabytes)} MB of memory in the renderer's process`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
}
