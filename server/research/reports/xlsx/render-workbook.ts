import { individualPanels } from '../../../../shared/panels/group-panels.ts';
import type { ReportModel } from '../model.ts';
import { checkedRecords } from '../records.ts';
import { renderInThisProcess, type RenderJob } from '../renderer.ts';
import { Book, preparedSelections } from './book.ts';
import { writeComparison } from './comparison-sheet.ts';
import { writeDemography } from './demography-sheet.ts';
import { writeDistribution, writeExactDistribution } from './distribution-sheet.ts';
import { writeGroupPanel, writeRegions } from './group-sheets.ts';
import { writePages } from './page-sheets.ts';
import { writeMethod } from './method-sheet.ts';
import { recordSheetNames, writeRecords } from './records-sheets.ts';
import { writeSummary } from './summary-sheet.ts';
import { writeTrend } from './trend-sheet.ts';
import { writeWorkbook } from './write-workbook.ts';

/** Excel's limit of rows per sheet. */
const mostRows = 1_048_576;

/** Fraction of the progress before the first record. */
const drawnShare = 0.1;

/** Writes the workbook of a report. Throws if the number of records differs from the responses' count. */
export async function renderWorkbook(
  { model, records, targetPath, progress }: RenderJob,
  rowsOfSheet = mostRows,
): Promise<void> {
  const checked = checkedRecords(records, model, (share) => {
    progress(drawnShare + (1 - drawnShare) * share);
  });
  const book = bookOf(model, checked, rowsOfSheet);
  const finished = book.finish();
  progress(drawnShare);
  await writeWorkbook(targetPath, finished);
  progress(1);
}

function bookOf(model: ReportModel, records: AsyncIterable<Uint8Array>, rowsOfSheet: number): Book {
  const book = new Book(model);
  const recordSheets = recordSheetNames(model, rowsOfSheet);
  const prepared = preparedSelections(model);
  writeSummary(book, recordSheets);
  if (model.selections.length > 1) writeComparison(book);
  writeDistribution(book, prepared);
  writeRegions(book);
  writeTrend(book);
  writePages(book);
  writeDemography(book);
  for (const name of individualPanels) {
    writeGroupPanel(book, name);
  }
  writeExactDistribution(book, prepared, rowsOfSheet);
  writeRecords(book, recordSheets, records, rowsOfSheet);
  writeMethod(book);
  return book;
}

if (import.meta.main) await renderInThisProcess((job) => renderWorkbook(job));
