import { strFromU8, unzipSync } from 'fflate';
import type { ReportModel } from '../model.ts';
import { checkedRecords } from '../checked-records.ts';
import type { RenderJob } from '../renderer.ts';
import { Book } from './book.ts';
import { writeComparison } from './comparison-sheet.ts';
import { writeDemography } from './demography-sheet.ts';
import { writeDistribution } from './distribution-sheet.ts';
import { writeCompanySizes, writeOccupations, writeRegions, writeSectors } from './group-sheets.ts';
import { mendedChartXml } from './chart-xml.ts';
import { grownSheetXml } from './grown-sheet.ts';
import { writeMethod } from './method-sheet.ts';
import { recordSheetNames, writeRecords } from './records-sheets.ts';
import { preparedSelections } from './selections.ts';
import { SharedTexts } from './shared-texts.ts';
import type { SheetAdditions } from './sheet.ts';
import { writeSummary } from './summary-sheet.ts';
import { writeTrend } from './trend-sheet.ts';
import { withValidations } from './validation.ts';
import { ZipFile } from './zip-file.ts';

/** Excel's limit of rows per sheet. */
export const mostRows = 1_048_576;

/** Fraction of the progress before the first record. */
const drawnShare = 0.1;

/** Writes the workbook of a report. Throws if the number of records differs from the responses' count. */
export async function renderWorkbook(job: RenderJob): Promise<void> {
  await renderWorkbookOf(job, mostRows);
}

/** `renderWorkbook` with a given number of rows per sheet. */
export async function renderWorkbookOf(job: RenderJob, rowsOfSheet: number): Promise<void> {
  const { model, records, targetPath, progress, signal } = job;
  if (records === undefined) throw new Error('A workbook has the records.');
  const checked = checkedRecords(records, model, (share) => {
    signal.throwIfAborted();
    progress(drawnShare + (1 - drawnShare) * share);
  });
  const book = bookOf(model, checked, rowsOfSheet);
  const { archive, additions } = book.finish();
  progress(drawnShare);
  const zip = await ZipFile.create(targetPath);
  try {
    await putTogether(zip, unzipSync(archive), additions);
    await zip.finish();
  } finally {
    await zip.close();
  }
  progress(1);
}

function bookOf(model: ReportModel, records: AsyncIterable<Uint8Array>, rowsOfSheet: number): Book {
  const book = new Book(model);
  const recordSheets = recordSheetNames(model, rowsOfSheet);
  const prepared = preparedSelections(model);
  writeSummary(book, recordSheets);
  if (model.selections.length > 1) writeComparison(book, prepared);
  writeDistribution(book, prepared, rowsOfSheet);
  writeRegions(book);
  writeCompanySizes(book);
  writeTrend(book);
  writeDemography(book);
  writeSectors(book);
  if (model.selections.some(({ answer }) => answer.panels?.family)) writeOccupations(book);
  writeRecords(book, recordSheets, records, rowsOfSheet);
  writeMethod(book);
  return book;
}

const textsName = 'xl/sharedStrings.xml';

/**
 * Writes the library's parts, then the sheets with their additions, and last the shared texts, which the additions
 * extend.
 */
async function putTogether(
  zip: ZipFile,
  parts: Readonly<Record<string, Uint8Array>>,
  additions: readonly SheetAdditions[],
): Promise<void> {
  const { [textsName]: ownTexts, ...others } = parts;
  if (ownTexts === undefined) throw new Error('The workbook library left the texts out.');
  const texts = new SharedTexts(strFromU8(ownTexts));
  for (const [name, bytes] of Object.entries(others)) {
    const sheet = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1];
    const added = sheet === undefined ? undefined : additions[Number(sheet) - 1];
    if (added !== undefined) {
      const xml = withValidations(strFromU8(bytes), added.validations);
      await zip.add(
        name,
        added.grown === undefined ? [xml] : grownSheetXml(xml, added.grown, texts),
      );
    } else if (/^xl\/charts\/chart\d+\.xml$/.test(name)) {
      await zip.add(name, [mendedChartXml(strFromU8(bytes))]);
    } else {
      await zip.add(name, [bytes]);
    }
  }
  await zip.add(textsName, texts.xml());
}
