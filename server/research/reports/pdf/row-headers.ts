import { PDFArray, PDFDict, PDFDocument, PDFName, ParseSpeeds } from 'pdf-lib';

const name = (text: string) => PDFName.of(text);
const isA = (element: PDFDict | undefined, role: string) => element?.get(name('S')) === name(role);

/**
 * Typst's package for Node can mark only the header row of a table. This function makes the first cell of each body row
 * a header with row scope, and removes the `Headers` entry of the other cells, which names only their column's header.
 * A reader then finds both headers by their scopes (PDF/UA-1, 7.5). Throws for a document of unexpected shape.
 */
export async function withRowHeaders(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, {
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  });
  for (const [, row] of document.context.enumerateIndirectObjects()) {
    if (!(row instanceof PDFDict) || !isA(row, 'TR')) continue;
    if (!isA(row.lookupMaybe(name('P'), PDFDict), 'TBody')) continue;
    const cells = row.lookup(name('K'), PDFArray);
    // One cell over all columns is a heading within the table.
    if (cells.size() < 2) continue;
    for (let index = 0; index < cells.size(); index++) {
      const cell = cells.lookup(index, PDFDict);
      const attributes = tableAttributes(cell);
      if (!isA(cell, 'TD') || attributes === undefined) throw new Error('The PDF has an odd row.');
      attributes.delete(name('Headers'));
      if (index > 0) continue;
      cell.set(name('S'), name('TH'));
      attributes.set(name('Scope'), name('Row'));
    }
  }
  return document.save({ useObjectStreams: false, objectsPerTick: Infinity });
}

function tableAttributes(cell: PDFDict): PDFDict | undefined {
  const attributes = cell.lookup(name('A'));
  const all = attributes instanceof PDFArray ? attributes.asArray() : [attributes];
  return all
    .filter((one) => one instanceof PDFDict)
    .find((one) => one.get(name('O')) === name('Table'));
}
