import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportModel } from '../../server/research/reports/model.ts';
import type { RenderJob } from '../../server/research/reports/renderer.ts';
import { renderWorkbook } from '../../server/research/reports/xlsx/render-workbook.ts';
import { sampleRecords, sampleReport, type SampleSelection } from './sample-report.ts';
import { readWorkbook, type ReadSheet, type ReadWorkbook } from './workbook-reader.ts';

/** Unevenly spread, with salaries that many records share. */
export const salariesOf = (count: number, seed = 1) =>
  Array.from({ length: count }, (_, index) =>
    index % 3 === 0 ? 162_100 : 150_000 + ((index * 7919 + seed * 104_729) % 5003) * 37,
  );

/** The folder of a test's workbooks; it is removed after the tests. */
export async function workbookFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'caged-xlsx-'));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Renders a sample's report in this process, and reads it back. */
export async function workbookOf(
  selections: readonly SampleSelection[],
  changes: Partial<ReportModel> = {},
  rowsOfSheet?: number,
): Promise<{ workbook: ReadWorkbook; model: ReportModel }> {
  const model = sampleReport(selections, changes);
  const { folder, remove } = await workbookFolder();
  const path = join(folder, 'workbook.xlsx');
  try {
    await renderWorkbook(silentJob(model, sampleRecords(selections), path), rowsOfSheet);
    return { workbook: await readWorkbook(path), model };
  } finally {
    await remove();
  }
}

/** Throws if there is none. */
export function sheet({ sheets }: ReadWorkbook, name: string): ReadSheet {
  const found = sheets.get(name);
  if (!found) throw new Error(`There is no sheet ${name}: ${[...sheets.keys()].join(', ')}`);
  return found;
}

/** PERCENTIL.INC over every single record, independent of the product's code; centavos. */
export function percentileOf(salaries: readonly number[], percent: number): number {
  const sorted = salaries.toSorted((left, right) => left - right);
  const position = ((sorted.length - 1) * percent) / 100;
  const rank = Math.floor(position + 1e-9);
  const below = sorted[rank] ?? 0;
  const above = sorted[rank + 1] ?? below;
  return Math.round(below + (position - rank) * (above - below) + 1e-6);
}

/** The input of a renderer, for callers that ignore its progress. */
export const silentJob = (
  model: ReportModel,
  records: AsyncIterable<Uint8Array>,
  targetPath: string,
): RenderJob => ({
  model,
  records,
  targetPath,
  progress: () => {},
});
