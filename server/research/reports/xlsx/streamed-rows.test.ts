import { expect, test } from 'vitest';
import { SharedTexts, streamedSheetXml, type StreamedCell } from './streamed-rows.ts';

const ownTexts =
  '<sst xmlns="s" count="5" uniqueCount="2"><si><t>Nome</t></si><si><t>Total</t></si></sst>';
// Rows 1 and 3 of the library; the latter has the formats of three columns.
const ownSheet =
  '<worksheet><dimension ref="A1:C3"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="3" spans="1:3"><c r="A3" s="4"/><c r="B3"/><c r="C3" s="5"/></row></sheetData><autoFilter ref="A1:C5"/></worksheet>';

async function* batches(): AsyncGenerator<StreamedCell[][]> {
  yield [
    ['Ana', 1, null],
    ['', 2.5, 'Bia & Caio'],
  ];
  yield [['Ana', 0, ' Davi']];
}
async function sheetOf(count: number, texts = new SharedTexts(ownTexts), xml = ownSheet) {
  let whole = '';
  const rows = { firstRow: 2, count, batches: batches() };
  for await (const piece of streamedSheetXml(xml, rows, texts)) whole += piece;
  return whole;
}

test('rows continue a sheet with the formats of its columns, and texts those that are there', async () => {
  const texts = new SharedTexts(ownTexts);
  expect(await sheetOf(3, texts)).toBe(
    [
      '<worksheet><dimension ref="A1:C5"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row>',
      '<row r="3"><c r="A3" s="4" t="s"><v>2</v></c><c r="B3"><v>1</v></c></row>',
      '<row r="4"><c r="B4"><v>2.5</v></c><c r="C4" s="5" t="s"><v>3</v></c></row>',
      '<row r="5"><c r="A5" s="4" t="s"><v>2</v></c><c r="B5"><v>0</v></c><c r="C5" s="5" t="s"><v>4</v></c></row>',
      '</sheetData><autoFilter ref="A1:C5"/></worksheet>',
    ].join(''),
  );
  // Four more cells with three more texts.
  expect([...texts.xml()].join('')).toBe(
    '<sst xmlns="s" count="9" uniqueCount="5"><si><t>Nome</t></si><si><t>Total</t></si><si><t>Ana</t></si><si><t>Bia &amp; Caio</t></si><si><t xml:space="preserve"> Davi</t></si></sst>',
  );
});

test.each([2, 4])('a sheet of %i rows is not made of three', async (count) => {
  await expect(sheetOf(count)).rejects.toThrow(`A sheet was to have ${count} rows, and 3 came.`);
});

test('parts of another shape are refused', async () => {
  await expect(sheetOf(3, undefined, '<worksheet><sheetData/></worksheet>')).rejects.toThrow(
    'another shape',
  );
  for (const xml of ['<sst></sst>', ownTexts.replace('</sst>', '')])
    expect(() => new SharedTexts(xml)).toThrow('another shape');
});
