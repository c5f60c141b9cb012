/**
 * Measures time and memory of a PDF report, each made in a separate process as the server makes it:
 * `npm run bench -- reports [reports]`. The model is a response with every panel, 27 states, all CNAE
 * sections and 24 months; its document has about ten pages.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { states } from '../server/reference/states.ts';
import { renderEnvironment } from '../server/research/reports/render.ts';
import { RenderMessage, renderers } from '../server/research/reports/renderer.ts';
import type { ReportModel } from '../server/research/reports/model.ts';
import { cnaeSectionLabels } from '../shared/codes/cnae.ts';
import type { Panels } from '../shared/contracts/panels.ts';
import { readPdf } from '../tests/support/read-pdf.ts';
import { figures, monthFigures, samplePanels } from '../tests/support/sample-panels.ts';
import { sampleReport } from '../tests/support/sample-report.ts';

const reports = Number(process.argv[2] ?? 10);
const { entry: pdfEntry = '' } = renderers.PDF ?? {};
if (pdfEntry === '') throw new Error('No renderer draws PDF.');

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
      isAsked: index >= 12,
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

interface Made {
  /** Milliseconds from the start of the process. */
  readonly ready: number;
  readonly drawn: number;
  readonly set: number;
  readonly ended: number;
  readonly peakMegabytes: number;
}

async function make(model: ReportModel, targetPath: string): Promise<Made> {
  const start = performance.now();
  const child = fork(pdfEntry, [targetPath], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: renderEnvironment,
  });
  child.send(model);
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    void peakOf(child.pid).then(
      (megabytes) => (peakMegabytes = Math.max(peakMegabytes, megabytes)),
    );
  }, 10);
  const at = new Map<number, number>();
  child.on('message', (message) => {
    const parsed = RenderMessage.parse(message);
    if ('progress' in parsed) at.set(parsed.progress, performance.now() - start);
  });
  await once(child, 'close');
  clearInterval(watch);
  const ended = performance.now() - start;
  const after = (progress: number) => at.get(progress) ?? Number.NaN;
  return { ready: after(0.1), drawn: after(0.5), set: after(0.9), ended, peakMegabytes };
}

/** Peak memory of a process in megabytes, from Linux's /proc. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(name: string, model: ReportModel, folder: string): Promise<void> {
  const targetPath = join(folder, 'report.pdf');
  const made: Made[] = [];
  for (let report = 0; report < reports; report++) made.push(await make(model, targetPath));
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
  await measure('one question', sampleReport([{ salaries, panels }]), folder);
  const five = ['A', 'B', 'C', 'D', 'E'].map((subject) => ({ salaries, panels, subject }));
  await measure('five compared', sampleReport(five), folder);
} finally {
  await rm(folder, { recursive: true });
}
