import { strFromU8, unzipSync } from 'fflate';
import { individualPanels } from '../../../../shared/panels/group-panels.ts';
import type { ReportModel } from '../model.ts';
import { checkedRecords } from '../records.ts';
import { renderInThisProcess, type RenderJob } from '../renderer.ts';
import { type ZipEntry, writeZip } from '../write-zip.ts';
import { Book, rankedSelections } from './book.ts';
import { monthSerial } from './cells.ts';
import { writeComparison } from './comparison-sheet.ts';
import { writeDemography } from './demography-sheet.ts';
import { writeDistribution, writeExactDistribution } from './distribution-sheet.ts';
import { writeGroupPanel, writeRegions } from './group-sheets.ts';
import { colors } from './formats.ts';
import { headRows } from './sheet.ts';
import { writeTable } from './table.ts';
import { writeMethod } from './method-sheet.ts';
import { recordSheetNames, writeRecords } from './records-sheets.ts';
import { SharedTexts, streamedSheetXml } from './streamed-rows.ts';
import { writeSummary } from './summary-sheet.ts';
import { writeTrend } from './trend-sheet.ts';

/** Excel's limit of rows per sheet. */
const maxRows = 1_048_576;

/** Fraction of the progress before the first record. */
const drawnShare = 0.1;

/** Writes the workbook of a report. Throws if the number of records differs from the responses' count. */
export async function renderWorkbook(
  { model, records, targetPath, progress }: RenderJob,
  rowsOfSheet = maxRows,
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
  const ranked = rankedSelections(model);
  writeSummary(book, recordSheets);
  if (model.selections.length > 1) writeComparison(book);
  writeDistribution(book, ranked);
  writeRegions(book);
  writeTrend(book);
  writePages(book);
  writeDemography(book);
  for (const name of individualPanels) {
    writeGroupPanel(book, name);
  }
  writeExactDistribution(book, ranked, rowsOfSheet);
  writeRecords(book, recordSheets, records, rowsOfSheet);
  writeMethod(book);
  return book;
}

/** Writes a sheet for each panel that was computed on request; comparisons have none. */
function writePages(book: Book) {
  const { model } = book;
  const pages = model.selections.flatMap((selection) => selection.pages);
  for (const { title, sentences, tables, notes } of pages) {
    const sheet = book.addSheet({ name: title, title });
    sheet.freezeAbove(headRows, 1);
    let row = sheet.paragraphs(headRows, sentences, 'note') + 1;
    for (const { caption, columns, rows } of tables) {
      sheet.paragraph(row, 0, caption, 'section');
      const shown = columns.map(({ header, format }, at) => ({
        header,
        format: format === 'ratio' ? ('share' as const) : format,
        values: rows.map(({ [at]: cell }) =>
          format === 'month' && typeof cell === 'string' ? monthSerial(cell) : cell,
        ),
      }));
      row = writeTable(sheet, row + 1, shown).lastRow + 2;
    }
    sheet.paragraphs(row, notes, 'note');
  }
}

const textsName = 'xl/sharedStrings.xml';

/** Writes a workbook: the library's parts, the sheets with their streamed rows, and last the texts of both. */
async function writeWorkbook(path: string, { archive, streamed }: ReturnType<Book['finish']>) {
  const { [textsName]: ownTexts, ...others } = unzipSync(archive);
  if (ownTexts === undefined) throw new Error('The workbook library left the texts out.');
  const texts = new SharedTexts(strFromU8(ownTexts));
  const entries = Object.entries(others).map(([name, bytes]): ZipEntry => {
    const sheet = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1];
    const rows = streamed[Number(sheet) - 1];
    if (rows !== undefined)
      return { name, pieces: streamedSheetXml(strFromU8(bytes), rows, texts) };
    const isChart = /^xl\/charts\/chart\d+\.xml$/.test(name);
    return { name, pieces: [isChart ? styledChartXml(strFromU8(bytes)) : bytes] };
  });
  await writeZip(path, [...entries, { name: textsName, pieces: texts.xml() }]);
}

/** Sets narrow gaps, light gridlines and the dots of lines, which the library cannot write. */
const styledChartXml = (xml: string) =>
  xml
    .replace('<c:majorGridlines/>', gridlines)
    .replace(/(<c:barChart>.*?)(<c:axId )/s, '$1<c:gapWidth val="40"/>$2')
    .replaceAll(
      lineWithoutDots,
      '$1<c:symbol val="circle"/><c:size val="5"/><c:spPr>$2<a:ln>$2</a:ln></c:spPr>',
    );

/** A month between two months without a figure has no line; only its dot, of the line's colour, shows it. */
const lineWithoutDots =
  /(<c:spPr>(<a:solidFill><a:srgbClr val="\w+"\/><\/a:solidFill>)<a:ln w="25400">\2<\/a:ln><\/c:spPr><c:marker>)<c:symbol val="none"\/>/g;

const gridlines = `<c:majorGridlines><c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="${colors.line.toString(16).toUpperCase()}"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>`;

if (import.meta.main) await renderInThisProcess((job) => renderWorkbook(job));
