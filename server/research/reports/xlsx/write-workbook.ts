import { strFromU8, unzipSync } from 'fflate';
import { writeZip, type ZipEntry } from '../write-zip.ts';
import { xmlText } from './cells.ts';
import { colors } from './formats.ts';
import type { NumberValidation, SheetAdditions } from './sheet.ts';
import { SharedTexts, streamedSheetXml } from './streamed-rows.ts';

const textsName = 'xl/sharedStrings.xml';

/**
 * Writes a workbook: the library's parts, the sheets with the additions that the library cannot write, and last the
 * shared texts, which the additions extend.
 */
export async function writeWorkbook(
  path: string,
  {
    archive,
    additions,
  }: { readonly archive: Uint8Array; readonly additions: readonly SheetAdditions[] },
): Promise<void> {
  const { [textsName]: ownTexts, ...others } = unzipSync(archive);
  if (ownTexts === undefined) throw new Error('The workbook library left the texts out.');
  const texts = new SharedTexts(strFromU8(ownTexts));
  const entries = Object.entries(others).map(([name, bytes]): ZipEntry => {
    const sheet = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name)?.[1];
    const added = sheet === undefined ? undefined : additions[Number(sheet) - 1];
    if (added !== undefined) {
      const xml = withValidations(strFromU8(bytes), added.validations);
      const { streamed } = added;
      return { name, pieces: streamed ? streamedSheetXml(xml, streamed, texts) : [xml] };
    }
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

/** Adds validations to a sheet's XML. */
function withValidations(xml: string, validations: readonly NumberValidation[]): string {
  if (validations.length === 0) return xml;
  const all = validations.map(validationXml).join('');
  const place = /<hyperlinks>|<printOptions|<pageMargins/;
  if (!place.test(xml)) throw new Error('The workbook library wrote a sheet of another shape.');
  return xml.replace(
    place,
    (next) => `<dataValidations count="${validations.length}">${all}</dataValidations>${next}`,
  );
}

function validationXml({ cells, from, to, promptTitle, prompt, error }: NumberValidation): string {
  return `<dataValidation type="decimal" operator="between" allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="Valor fora da faixa" error="${xmlText(error)}" promptTitle="${xmlText(promptTitle)}" prompt="${xmlText(prompt)}" sqref="${cells}"><formula1>${from}</formula1><formula2>${to}</formula2></dataValidation>`;
}
