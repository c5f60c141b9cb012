import { strFromU8, unzipSync } from 'fflate';
import { writeZip, type ZipEntry } from '../write-zip.ts';
import type { FinishedBook } from './book.ts';
import { colors } from './formats.ts';
import { SharedTexts, streamedSheetXml } from './streamed-rows.ts';

const textsName = 'xl/sharedStrings.xml';

/**
 * Writes a workbook: the library's parts, the sheets with their streamed rows, and last the shared texts, which these rows
 * extend.
 */
export async function writeWorkbook(
  path: string,
  { archive, streamed }: FinishedBook,
): Promise<void> {
  const { [textsName]: ownTexts, ...others } = unzipSync(archive);
  if (ownTexts === undefined) throw new Error('The workbook library left the texts out.');
  const texts = new SharedTexts(strFromU8(ownTexts));
  const entries = Object.entries(others).map(([name, bytes]): ZipEntry => {
    const sheet = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1];
    const rows = sheet === undefined ? undefined : streamed[Number(sheet) - 1];
    if (rows !== undefined)
      return { name, pieces: streamedSheetXml(strFromU8(bytes), rows, texts) };
    const isChart = /^xl\/charts\/chart\d+\.xml$/.test(name);
    return { name, pieces: [isChart ? styledChartXml(strFromU8(bytes)) : bytes] };
  });
  await writeZip(path, [...entries, { name: textsName, pieces: texts.xml() }]);
}

/** Sets narrow gaps and light gridlines, which the library cannot write. */
const styledChartXml = (xml: string) =>
  xml
    .replace('<c:majorGridlines/>', gridlines)
    .replace(/(<c:barChart>.*?)(<c:axId )/s, '$1<c:gapWidth val="40"/>$2');

const gridlines = `<c:majorGridlines><c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="${colors.line.toString(16).toUpperCase()}"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>`;
