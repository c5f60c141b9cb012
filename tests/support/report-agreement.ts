import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatCount, formatReais } from '../../shared/words/format.ts';
import { Report } from '../../shared/contracts/reports.ts';
import type { SearchAnswer } from '../../shared/contracts/search.ts';
import { seededRandom } from './random.ts';
import { drawnQueries, filtersOf } from './agreement.ts';
import { readPdf, spaced } from './read-pdf.ts';
import type { Recomputation } from './recompute.ts';
import type { Research, Researcher } from './research.ts';
import { panelGroups } from './report-figures.ts';
import { readWorkbook } from './workbook-reader.ts';

/** A figure of the search that is missing in a document of the same query. */
export interface MissingFigure {
  readonly filters: object;
  readonly document: 'PDF' | 'EXCEL';
  readonly figure: string;
  readonly expected: number;
  readonly found: number;
}

export interface ReportAgreement {
  readonly reports: number;
  /** Number of figures looked for in each of the two documents. */
  readonly figures: number;
  readonly missing: readonly MissingFigure[];
}

interface ReportFigures {
  readonly reais: readonly number[];
  readonly counts: readonly number[];
}

/** Runs random queries that have records, makes both documents of each, and looks for every figure of the search. */
export async function compareReports(
  research: Research,
  recomputation: Recomputation,
  { queries, seed }: { queries: number; seed: string },
): Promise<ReportAgreement> {
  const analyst = await research.person('ADMIN');
  const draw = await drawnQueries(recomputation, seededRandom(seed));
  const missing: MissingFigure[] = [];
  let reports = 0;
  let figures = 0;
  while (reports < queries) {
    const filters = filtersOf(draw());
    const answer = await analyst.search(filters);
    if (answer.totalCount === 0) continue;
    reports += 1;
    const result = figuresOf(answer);
    figures += result.reais.length + result.counts.length;
    missing.push(
      ...(await missingInPdf(research, analyst, filters, result)),
      ...(await missingInWorkbook(research, analyst, filters, result)),
    );
  }
  return { reports, figures, missing };
}

/** Every statistic, every group of every panel and every step of the funnel. */
function figuresOf({ statistics, panels, method }: SearchAnswer): ReportFigures {
  const { count, average, median, min, max, p10, p25, p75, p90 } = statistics;
  const groups = panels === null ? [] : panelGroups(panels).filter(({ median: q2 }) => q2 !== null);
  const own = count < 5 ? [] : [average, median, min, max, p10, p25, p75, p90];
  return {
    reais: [...own, ...groups.flatMap(({ p25: q1, median: q2, p75: q3 }) => [q1, q2, q3])].filter(
      (amount) => amount !== null,
    ),
    counts: [
      count,
      ...groups.map((group) => group.count),
      ...method.funnel.map(({ remaining }) => remaining),
    ],
  };
}

async function documentOf(
  { served }: Research,
  analyst: Researcher,
  body: { readonly type: 'PDF' | 'EXCEL'; readonly filters: object; readonly annex?: true },
): Promise<Buffer> {
  const request = Report.parse((await analyst.call('POST', '/api/reports', body)).json());
  await served.reports.runner.drain();
  const answer = await analyst.call('GET', `/api/reports/${request.id}/download`);
  if (answer.statusCode !== 200) throw new Error(`${body.type}: ${answer.body}`);
  await analyst.call('DELETE', `/api/reports/${request.id}`);
  return answer.rawPayload;
}

async function missingInPdf(
  research: Research,
  analyst: Researcher,
  filters: object,
  { reais, counts }: ReportFigures,
): Promise<MissingFigure[]> {
  const request = { type: 'PDF', filters, annex: true } as const;
  const { text } = await readPdf(await documentOf(research, analyst, request));
  const words = text.match(/(?:[−-]?R\$ )?\d[\d.]*(?:,\d+)?/g) ?? [];
  const results = [...reais.map(formatReais), ...counts.map(formatCount)].map(spaced);
  return lacking(results, words).map((lack) => ({ filters, document: 'PDF', ...lack }));
}

async function missingInWorkbook(
  research: Research,
  analyst: Researcher,
  filters: object,
  { reais, counts }: ReportFigures,
): Promise<MissingFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-report-'));
  const path = join(folder, 'report.xlsx');
  try {
    await writeFile(path, await documentOf(research, analyst, { type: 'EXCEL', filters }));
    const { sheets } = await readWorkbook(path);
    const cells = [...sheets]
      .filter(([name]) => !/^(Registros|Distribuição)/.test(name))
      .flatMap(([, { cells: held }]) => [...held.values()].map(({ value }) => String(value)));
    const texts = [...reais, ...counts].map(String);
    return lacking(texts, cells).map((lack) => ({ filters, document: 'EXCEL', ...lack }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Each figure must occur as often as the search states it. */
function lacking(texts: readonly string[], held: readonly string[]) {
  const inDocument = tally(held);
  return [...tally(texts)].flatMap(([figure, expected]) => {
    const found = inDocument.get(figure) ?? 0;
    return found < expected ? [{ figure, expected, found }] : [];
  });
}

function tally(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}
