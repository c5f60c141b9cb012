import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { PlaceFinder } from '../matching/find-places.ts';
import { TitleFinder } from '../matching/match-titles.ts';
import { parseHours, parseSalary } from './cell-values.ts';
import { readPeople } from './read-people.ts';
import { readRollFile, csvRows } from './read-roll-file.ts';
import { recognisedColumns, rollColumnNames, templateText } from './roll-columns.ts';

const workbook = `<workbook xmlns:r="urn:r"><sheets><sheet name="Capa" r:id="a"/><sheet name="Escondida" state="hidden" r:id="b"/><sheet name="Folha" r:id="c"/></sheets></workbook>`;
const relations = `<Relationships><Relationship Id="a" Target="worksheets/a.xml"/><Relationship Id="b" Target="worksheets/b.xml"/><Relationship Id="c" Target="/xl/worksheets/c.xml"/></Relationships>`;
const shared = `<sst><si><t>Cargo</t></si><si><r><t>Salá</t></r><r><t>rio</t></r><rPh><t>x</t></rPh></si><si><t>Técnico &amp; vendedor</t></si></sst>`;
const cover = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Empresa</t></is></c></row></sheetData></worksheet>`;
// A title line above; row 3 is missing; a formula with its value, one without; prefixed element names, as some programs
// write them.
const roll = `<x:worksheet xmlns:x="urn:x"><x:sheetData>
<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Folha de julho</x:t></x:is></x:c></x:row>
<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c></x:row>
<x:row r="4"><x:c r="A4" t="s"><x:v>2</x:v></x:c><x:c r="C4"><x:f>1000*2</x:f><x:v>2000.5</x:v></x:c></x:row>
<x:row r="5"><x:c r="A5" t="str"><x:f>A4</x:f><x:v>Vendedor</x:v></x:c><x:c r="C5"><x:f>B5</x:f></x:c></x:row>
</x:sheetData></x:worksheet>`;

const zipped = (parts: Record<string, string>) =>
  new Blob([
    new Uint8Array(
      zipSync(
        Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
      ),
    ),
  ]);
const parts = {
  'xl/workbook.xml': workbook,
  'xl/_rels/workbook.xml.rels': relations,
  'xl/sharedStrings.xml': shared,
  'xl/worksheets/a.xml': cover,
  'xl/worksheets/b.xml': roll,
  'xl/worksheets/c.xml': roll,
};
const text = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content]);
const problem = async (file: Blob) =>
  readRollFile(file).then(
    () => 'read',
    (error: Error) => error.message,
  );

test('reads the first sheet in sight whose columns are known, with the values that formulas left', async () => {
  expect(await readRollFile(zipped(parts))).toEqual({
    header: ['Cargo', '', 'Salário'],
    headerRow: 2,
    rows: [[], ['Técnico & vendedor', '', '2000.5'], ['Vendedor']],
    notes: [
      'Foi lida a planilha “Folha”. Não foram lidas: “Capa”.',
      '3\u00a0células têm fórmula: foi lido o valor que estava guardado no arquivo, sem refazer a conta.',
      '1\u00a0fórmula não tem valor guardado e ficou vazia: abra o arquivo no Excel, salve e escolha de novo.',
    ],
  });
});

test('a workbook of one sheet names no other, and each remark has its number', async () => {
  const single = workbook.replace(
    /<sheet name="Capa".*?<sheet name="Folha"/,
    '<sheet name="Folha"',
  );
  const sheet = `<worksheet><cols><col min="2" max="3" hidden="1"/></cols><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c><c r="C1" t="str"><v>UF</v></c></row>
<row r="2" hidden="1"><c r="A2" t="str"><v>Caixa</v></c><c r="B2"><f>950*2</f><v>1900</v></c><c r="C2" t="str"><v>SP</v></c></row>
<row r="3" hidden="1"><c r="A3" t="str"><v>Gerente</v></c><c r="B3"><v>4100</v></c><c r="C3" t="str"><v>SP</v></c></row>
</sheetData></worksheet>`;
  const { notes } = await readRollFile(
    zipped({ ...parts, 'xl/workbook.xml': single, 'xl/worksheets/c.xml': sheet }),
  );
  expect(notes).toEqual([
    'Foi lida a planilha “Folha”.',
    '2\u00a0linhas ocultas na planilha foram lidas: apague as que não são da folha e escolha o arquivo de novo.',
    '2\u00a0colunas ocultas na planilha foram lidas: apague as que não são da folha e escolha o arquivo de novo.',
    '1\u00a0célula tem fórmula: foi lido o valor que estava guardado no arquivo, sem refazer a conta.',
  ]);
});

const sheetOf = (...rows: readonly (readonly string[])[]) =>
  `<worksheet><sheetData>${rows
    .map((row) => `<row>${row.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`)
    .join('')}</sheetData></worksheet>`;

const readSheets = (first: string, last: string) =>
  readRollFile(zipped({ ...parts, 'xl/worksheets/a.xml': first, 'xl/worksheets/c.xml': last }));

test('a sheet of sums or of codes before the payroll is not read in its place', async () => {
  const codes = sheetOf(['Cargo', 'CBO'], ['Caixa', '421125']);
  const people = sheetOf(['Nome', 'Cargo', 'Salário'], ['Ana', 'Caixa', '1.900,00']);
  expect(await readSheets(codes, people)).toMatchObject({
    rows: [['Ana', 'Caixa', '1.900,00']],
    notes: ['Foi lida a planilha “Folha”. Não foram lidas: “Capa”.'],
  });
  // Without a complete one, the sheet that names the most columns, whatever follows.
  const most = ['Nome', 'Cargo', 'Quanto', 'UF'];
  const incomplete = await readSheets(codes, sheetOf(most, ['Ana', 'Caixa', '1.900,00', 'SP']));
  expect(incomplete.header).toEqual(most);
  expect((await readSheets(codes, manyRows)).header).toEqual(['Cargo', 'CBO']);
});

test('several formulas without a value are named in the plural', async () => {
  const empty = '<x:c r="C5"><x:f>B5</x:f></x:c>';
  const two = roll.replace(empty, `${empty}<x:c r="D5"><x:f>B5</x:f></x:c>`);
  const { notes } = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': two }));
  expect(notes.at(-1)).toBe(
    '2\u00a0fórmulas não têm valor guardado e ficaram vazias: abra o arquivo no Excel, salve e escolha de novo.',
  );
});

test('a merged cell fills the rows below it, and a title stays in its row', async () => {
  const merged = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Folha</v></c></row>
<row r="2"><c r="A2" t="str"><v>Área</v></c><c r="B2" t="str"><v>Cargo</v></c><c r="C2" t="str"><v>Sal. Base</v></c></row>
<row r="3"><c r="A3" t="str"><v>Loja</v></c><c r="B3" t="str"><v>Vendedor</v></c><c r="C3"><v>1900</v></c></row>
<row r="4"><c r="B4" t="str"><v>Gerente</v></c><c r="C4"><v>4100</v></c></row>
<row r="6"><c r="A6" t="str"><v>Caixa</v></c><c r="B6" t="str"><v>Operador</v></c><c r="C6"><v>1800</v></c></row>
</sheetData><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A3:A5"/></mergeCells></worksheet>`;
  const { header, rows } = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': merged }));
  expect(header).toEqual(['Área', 'Cargo', 'Sal. Base']);
  expect(rows).toEqual([
    ['Loja', 'Vendedor', '1900'],
    ['Loja', 'Gerente', '4100'],
    [],
    ['Caixa', 'Operador', '1800'],
  ]);
});

test('booleans, escaped signs and unparsed texts are read as a spreadsheet shows them', async () => {
  const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="inlineStr"><is><t><![CDATA[Salário]]></t></is></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>Vendedor_x000D_\nexterno</t></is></c><c r="B2" t="b"><v>1</v></c></row>
</sheetData></worksheet>`;
  const { header, rows } = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
  expect([header, ...rows]).toEqual([
    ['Cargo', 'Salário'],
    ['Vendedor\nexterno', 'VERDADEIRO'],
  ]);
});

test('rows that a filter hides are read with a remark', async () => {
  const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c></row>
<row r="2" hidden="1"><c r="A2" t="str"><v>Vendedor</v></c><c r="B2"><v>2310</v></c></row>
<row r="3" hidden="1"><c r="A3"/></row><row r="4"><c r="A4" t="str"><v>Caixa</v></c><c r="B4"><v>1900</v></c></row>
</sheetData></worksheet>`;
  const { rows, notes } = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
  expect(rows).toEqual([['Vendedor', '2310'], [], ['Caixa', '1900']]);
  expect(notes[1]).toBe(
    '1\u00a0linha oculta na planilha foi lida: apague as que não são da folha e escolha o arquivo de novo.',
  );
});

test('columns that are hidden are read with a remark', async () => {
  const sheet = `<worksheet><cols><col min="1" max="1" width="9"/><col min="2" max="3" hidden="1"/><col min="5" max="9" hidden="true"/></cols><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c><c r="C1"/><c r="D1" t="str"><v>Salário atual</v></c></row>
<row r="2"><c r="A2" t="str"><v>Caixa</v></c><c r="B2"><v>1900</v></c><c r="D2"><v>2100</v></c></row>
</sheetData></worksheet>`;
  const { notes } = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
  expect(notes.slice(1)).toEqual([
    '1\u00a0coluna oculta na planilha foi lida: apague as que não são da folha e escolha o arquivo de novo.',
  ]);
});

test('the names of the parts of a workbook have no case', async () => {
  const { 'xl/sharedStrings.xml': strings, 'xl/worksheets/c.xml': sheet, ...others } = parts;
  const { header } = await readRollFile(
    zipped({ ...others, 'xl/SharedStrings.xml': strings, 'xl\\Worksheets\\c.xml': sheet }),
  );
  expect(header).toEqual(['Cargo', '', 'Salário']);
});

test('rows without values count as no people, wherever the sheet ends', async () => {
  const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c></row>
<row r="3"><c r="A3" t="str"><v>Vendedor</v></c><c r="B3"><v>2310</v></c></row>
<row r="1048576" ht="12.8"><c r="A1048576" s="1"/></row>
</sheetData></worksheet>`;
  const { rows } = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
  expect(rows).toEqual([[], ['Vendedor', '2310']]);
});

test('a number of a salary with three decimals has no thousands unless it is below 100, and an identification stays as it is', async () => {
  const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c><c r="C1" t="str"><v>Matrícula</v></c></row>
<row r="2"><c r="A2" t="str"><v>Vendedor</v></c><c r="B2"><v>790.125</v></c><c r="C2"><v>100.234</v></c></row>
<row r="3"><c r="A3" t="str"><v>Caixa</v></c><c r="B3" t="str"><v>2.310</v></c><c r="C3" t="str"><v>10.2350</v></c></row>
<row r="4"><c r="A4" t="str"><v>Servente</v></c><c r="B4"><v>1.518</v></c></row>
<row r="5"><c r="A5" t="str"><v>Diretor</v></c><c r="B5" t="str"><v>110.500</v></c></row>
</sheetData></worksheet>`;
  const table = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
  const { people } = readPeople(
    { table, columns: recognisedColumns(table.header), fileName: 'folha.xlsx' },
    noNames,
  );
  expect(people).toMatchObject([
    { identification: '100.234', centavos: 79_013 },
    { identification: '10.2350', centavos: 231_000 },
    { centavos: 151_800 },
    // A text of thousands, as it was typed.
    { centavos: 11_050_000 },
  ]);
});

const noNames = {
  titles: new TitleFinder({ nomes: [], frequencias: {} }),
  places: new PlaceFinder({ municipios: [] }),
};
const rollOf = async (file: Blob) => {
  const table = await readRollFile(file);
  const columns = recognisedColumns(table.header);
  return readPeople({ table, columns, fileName: 'folha' }, noNames);
};

test('a decimal comma without quotes is no separator of a salary and its centavos', async () => {
  const read = await rollOf(
    text('Nome,Cargo,Salário\nAna,Caixa,2310,50\nBia,Caixa,"2.310,50"\nCaio,Caixa,2310,,\n'),
  );
  expect(read.people).toMatchObject([
    { identification: 'Bia', centavos: 231_050 },
    { identification: 'Caio', centavos: 231_000 },
  ]);
  expect(read.refused).toEqual([
    {
      row: 2,
      text: 'há mais células que títulos: dê um título a cada coluna, e ponha entre aspas o valor que contém o separador',
    },
  ]);
});

test('a column of a workbook beyond the titles is named, and its rows are read', async () => {
  const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c></row>
<row r="2"><c r="A2" t="str"><v>Caixa</v></c><c r="B2"><v>2310</v></c><c r="D2" t="str"><v>férias</v></c></row>
</sheetData></worksheet>`;
  const read = await rollOf(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
  expect(read).toMatchObject({
    people: [{ centavos: 231_000 }],
    refused: [],
    unused: ['Coluna 4'],
  });
});

test.each([
  [['GR'], []],
  [['GS'], ['1 coluna depois da 200ª não foi lida']],
  [['GS', 'XFD'], ['2 colunas depois da 200ª não foram lidas']],
])(
  'columns of a workbook with values in %s: the 200th, GR, is the last one read',
  async (beyond, counts) => {
    // An empty cell beyond is no column.
    const cells = beyond.map((column) => `<c r="${column}2" t="str"><v>x</v></c>`).join('');
    const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c></row>
<row r="2"><c r="A2" t="str"><v>Caixa</v></c><c r="B2"><v>2310</v></c>${cells}</row>
<row r="3"><c r="A3" t="str"><v>Caixa</v></c><c r="B3"><v>2310</v></c>${cells.replaceAll('2"', '3"')}<c r="XFC3"/></row>
</sheetData></worksheet>`;
    const { notes } = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
    expect(notes.slice(1).map((note) => note.replaceAll('\u00a0', ' '))).toEqual(
      counts.map(
        (count) => `${count}: apague as que não são da folha e escolha o arquivo de novo.`,
      ),
    );
  },
);

test('each block of merged cells fills its rows, however many there are', async () => {
  const rows = Array.from({ length: 20_001 }, (_, index) => {
    const row = 2 * index + 2;
    const area = ['A', 'D', 'E'].map((letter) => `<c r="${letter}${row}"><v>7</v></c>`).join('');
    return `<row r="${row}">${area}<c r="B${row}"><v>1</v></c></row><row r="${row + 1}"><c r="B${row + 1}"><v>1</v></c></row>`;
  });
  const merged = ['A', 'D', 'E'].flatMap((letter) =>
    rows.map(
      (_, index) => `<mergeCell ref="${letter}${2 * index + 2}:${letter}${2 * index + 3}"/>`,
    ),
  );
  const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Área</v></c><c r="B1" t="str"><v>Salário</v></c></row>${rows.join('')}</sheetData><mergeCells>${merged.join('')}</mergeCells></worksheet>`;
  const table = await readRollFile(zipped({ ...parts, 'xl/worksheets/c.xml': sheet }));
  expect(table.rows.at(-1)).toEqual(['7', '1', '', '7', '7']);
});

test('a cell that is not understood is stated, and its row is read without it', async () => {
  const read = await rollOf(
    text(
      'Cargo;CBO;Salário;Sexo;Admissão\nCaixa;5211;2.310,00;2;2023\n;Caixa;2.310,00;F;\nCaixa;;2.310,00;F;03/02/20\n',
    ),
  );
  expect(read.people).toMatchObject([
    { row: 2, sex: null, hired: null },
    { row: 4, sex: 'F', hired: null },
  ]);
  expect(read.refused).toEqual([
    { row: 3, text: 'não há cargo, e o CBO “Caixa” não tem seis dígitos' },
  ]);
  expect(read.doubts).toEqual([
    {
      row: 2,
      text: 'o CBO “5211” não tem seis dígitos; o sexo “2” não foi entendido: use F ou M; a admissão “2023” não foi entendida: use 31/07/2023',
    },
    { row: 4, text: 'a admissão “03/02/20” não foi entendida: use 31/07/2023' },
  ]);
});

const notHours = (cell: string) => `as horas “${cell}” não foram entendidas: use 44 ou 36`;

test('a row whose hours or salary are not understood is refused with each reason', async () => {
  const read = await rollOf(
    text('Cargo;Salário;Horas\nCaixa;1.900,00;08:00 às 17:00\nCaixa;dois mil;noturno\n'),
  );
  expect(read.people).toEqual([]);
  expect(read.refused).toEqual([
    { row: 2, text: notHours('08:00 às 17:00') },
    {
      row: 3,
      text: `o salário “dois mil” não foi entendido: use a forma 2.310,00; ${notHours('noturno')}`,
    },
  ]);
});

test('of two CBO codes in a cell none counts: the title decides, or the row is refused', async () => {
  const read = await rollOf(
    text('Cargo;CBO;Salário\nCaixa;5211-10 / 4211-25;2.310,00\n;5211-10 / 4211-25;2.310,00\n'),
  );
  const several = 'há mais de um CBO (“5211-10 / 4211-25”): deixe um só';
  expect(read.people).toMatchObject([{ row: 2, jobKey: 'caixa|' }]);
  expect(read.doubts).toEqual([{ row: 2, text: several }]);
  expect(read.refused).toEqual([{ row: 3, text: `não há cargo, e ${several}` }]);
});

test('totals are no people, in whichever column they are named', async () => {
  const read = await rollOf(
    text(
      'Nome;Cargo;Salário\nAna;Caixa;2.310,00\nTotal;1;2.310,00\n;Soma;2.310,00\n;Subtotal loja;1\nTotino;Caixa;1.900,00\n',
    ),
  );
  expect(read.people.map(({ identification }) => identification)).toEqual(['Ana', 'Totino']);
  expect(read.refused).toEqual([3, 4, 5].map((row) => ({ row, text: 'é uma linha de total' })));
});

test('subtotals of a group, as spreadsheets name them, are no people', async () => {
  const read = await rollOf(
    text(
      [
        'Filial;Cargo;Setor;Salário',
        'Bauru;Caixa;Loja;1.900,00',
        'Bauru;Gerente de qualidade total;Qualidade total;2.310,00',
        ';Gerente de qualidade total Total;;2.310,00',
        ';2;Qualidade total Total;4.210,00',
        'Bauru Total;2;;4.210,00',
        'Total Geral;2;;4.210,00',
        'Contagem geral;2;;2',
        'Total Care;Caixa;Loja;1.900,00',
      ].join('\n'),
    ),
  );
  expect(read.people.map(({ row }) => row)).toEqual([2, 3, 9]);
  expect(read.refused).toEqual(
    [4, 5, 6, 7, 8].map((row) => ({ row, text: 'é uma linha de total' })),
  );
});

test('a total without a job needs none, and titles that recur on each page need no salary', async () => {
  const lines = ['Nome;Admissão;Cargo;Salário', 'Ana;03/02/2020;Caixa;1.900,00'];
  const read = await rollOf(text([...lines, lines[0], ';Total da loja;;1.900,00'].join('\n')));
  expect(read.refused).toEqual([
    { row: 3, text: 'repete os títulos' },
    { row: 4, text: 'é uma linha de total' },
  ]);
});

test('the error of a formula is no job', async () => {
  const read = await rollOf(text('Cargo;CBO;Salário\n#N/D;;2.310,00\n#REF!;521110;2.310,00\n'));
  expect(read.people).toMatchObject([{ row: 3, title: '521110', jobKey: '|521110' }]);
  expect(read.refused).toEqual([
    { row: 2, text: 'o cargo é “#N/D”: corrija a fórmula na planilha' },
  ]);
});

test('the template is read whole, with each of its columns', async () => {
  const table = await readRollFile(text(templateText()));
  const columns = recognisedColumns(table.header);
  expect(rollColumnNames.map((name) => columns[name])).toEqual([...rollColumnNames.keys()]);
  const { people, refused, doubts } = readPeople(
    { table, columns, fileName: 'modelo-minha-folha.csv' },
    {
      titles: new TitleFinder({ nomes: [], frequencias: {} }),
      // Both are of IBGE: Campinas and Recife.
      places: new PlaceFinder({
        municipios: [
          ['350950', 'Campinas', 'SP', '350038'],
          ['261160', 'Recife', 'PE', '260001'],
        ],
      }),
    },
  );
  expect([refused, doubts]).toEqual([[], []]);
  expect(people).toMatchObject([
    {
      identification: '1001',
      uf: 'SP',
      sex: 'F',
      centavos: 231_000,
      hours: 4400,
      hired: '2020-02-03',
    },
    {
      identification: '1002',
      uf: 'PE',
      sex: 'M',
      centavos: 185_000,
      hours: 3600,
      hired: '2022-08-15',
    },
  ]);
});

const styles = `<styleSheet><numFmts>
<numFmt numFmtId="164" formatCode="[hh]:mm;@"/><numFmt numFmtId="165" formatCode="[$-416]h:mm\\ AM/PM"/>
<numFmt numFmtId="166" formatCode="0.00&quot; h&quot;"/><numFmt numFmtId="167" formatCode="0.00\\h"/>
<numFmt numFmtId="168" formatCode="[White]0.00"/><numFmt numFmtId="169" formatCode="dd/mm/yyyy\\ hh:mm"/>
<numFmt numFmtId="170" formatCode="DD/MM/YYYY"/><numFmt numFmtId="171" formatCode="[HH]:MM"/>
</numFmts><cellStyleXfs><xf numFmtId="46"/></cellStyleXfs>
<cellXfs>${[0, 20, 46, 164, 165, 166, 167, 168, 169, 170, 171].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>
<dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>`;

describe('hours of a workbook', () => {
  // The style is an index of `cellXfs`. A workbook stores a time in days.
  test.each([
    ['44:00 as [h]:mm:ss', 2, '1.8333333333333333', '44:00', 4400],
    ['220:00 a month', 2, '9.1666666666666661', '220:00', 4400],
    ['6:00 as h:mm', 1, '0.25', '6:00', 600],
    ['44:30 in a format of its own', 3, '1.8541666666666667', '44:30', 4450],
    ['6:00 with a locale', 4, '0.25', '6:00', 600],
    ['a plain number', 0, '36.6667', '36.6667', 3667],
    ['a number with a unit in quotes', 5, '36.5', '36.5', 3650],
    ['a number with an escaped unit', 6, '36.5', '36.5', 3650],
    ['a number with a colour', 7, '36.5', '36.5', 3650],
    // LibreOffice writes formats in capitals.
    ['44:00 as [HH]:MM', 10, '1.8333333333333333', '44:00', 4400],
    ['a date as DD/MM/YYYY, which is no duration', 9, '45138', '31/07/2023', undefined],
    ['a date with a time, which is no duration', 8, '45138.5', '31/07/2023', undefined],
  ])('%s', async (_, style, value, cell, hundredths) => {
    const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c><c r="C1" t="str"><v>Horas</v></c></row>
<row r="2"><c r="A2" t="str"><v>Vendedor</v></c><c r="B2"><v>2310</v></c><c r="C2" s="${style}"><v>${value}</v></c></row>
</sheetData></worksheet>`;
    const { rows } = await readRollFile(
      zipped({ ...parts, 'xl/styles.xml': styles, 'xl/worksheets/c.xml': sheet }),
    );
    expect(rows).toEqual([['Vendedor', '2310', cell]]);
    expect(parseHours(cell, 'week')).toEqual(
      hundredths === undefined ? { problem: expect.any(String) } : { value: hundredths },
    );
  });
});

const dated = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Vencimento</v></c><c r="C1" t="str"><v>Admissão</v></c></row>
<row r="2"><c r="A2" t="str"><v>Vendedor</v></c><c r="B2" s="8" t="n"><v>46239</v></c><c r="C2" s="8"><v>43676.25</v></c></row>
</sheetData></worksheet>`;

test.each([
  ['1900', '<workbookPr/>', ['Vendedor', '05/08/2026', '30/07/2019']],
  ['1904', '<workbookPr date1904="1"/>', ['Vendedor', '06/08/2030', '31/07/2023']],
])('dates of a workbook are read as such, with days counted from %s', async (_, start, row) => {
  const { rows } = await readRollFile(
    zipped({
      ...parts,
      'xl/workbook.xml': workbook.replace('<sheets>', `${start}<sheets>`),
      'xl/styles.xml': styles,
      'xl/worksheets/c.xml': dated,
    }),
  );
  expect(rows).toEqual([row]);
  // A day on which something is due is no salary.
  expect(parseSalary(row[1] ?? '')).toHaveProperty('problem');
});

test('an empty cell in a date format stays empty, and so do numbers that are no date', async () => {
  const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Salário</v></c><c r="C1" t="str"><v>Admissão</v></c></row>
<row r="2"><c r="A2" t="str"><v>Caixa</v></c><c r="B2" s="8"><v>0</v></c><c r="C2" s="8"><v>1E+12</v></c></row>
<row r="3"><c r="A3" s="8"/><c r="B3" s="8"/><c r="C3" s="8"/></row>
<row r="4"><c r="A4" t="str"><v>Caixa</v></c><c r="B4" s="8"><v>2958466</v></c><c r="C4" s="8"><v>2958465</v></c></row>
</sheetData></worksheet>`;
  const { rows } = await readRollFile(
    zipped({ ...parts, 'xl/styles.xml': styles, 'xl/worksheets/c.xml': sheet }),
  );
  // A workbook's last date is 31 December 9999.
  expect(rows).toEqual([['Caixa', '0', '1E+12'], [], ['Caixa', '2958466', '31/12/9999']]);
});

test('a text in a time format stays a text', async () => {
  const sheet = `<worksheet><sheetData>
<row r="1"><c r="A1" t="str"><v>Cargo</v></c><c r="B1" t="str"><v>Horas</v></c></row>
<row r="2"><c r="A2" s="2" t="str"><v>44</v></c><c r="B2" s="2"/></row>
</sheetData></worksheet>`;
  const { rows } = await readRollFile(
    zipped({ ...parts, 'xl/styles.xml': styles, 'xl/worksheets/c.xml': sheet }),
  );
  expect(rows).toEqual([['44']]);
});

test.each([
  ['UTF-8', text('\ufeffcargo;salário\nAçougueiro;1.900,00\n')],
  [
    'Windows-1252',
    text(new Uint8Array(Buffer.from('cargo;salário\nAçougueiro;1.900,00\n', 'latin1'))),
  ],
  [
    'UTF-16',
    text(new Uint8Array(Buffer.from('\ufeffcargo\tsalário\nAçougueiro\t1.900,00\n', 'utf16le'))),
  ],
  [
    'UTF-16, big-endian',
    text(
      new Uint8Array(
        Buffer.from('\ufeffcargo\tsalário\nAçougueiro\t1.900,00\n', 'utf16le').swap16(),
      ),
    ),
  ],
])('reads a text in %s', async (_, file) => {
  const { header, rows } = await readRollFile(file);
  expect([header, ...rows]).toEqual([
    ['cargo', 'salário'],
    ['Açougueiro', '1.900,00'],
  ]);
});

test('a text that begins with the first letter of an archive is a text', async () => {
  expect(await readRollFile(text('Pessoa;Cargo;Salário\nAna;Caixa;1.900,00\n'))).toMatchObject({
    header: ['Pessoa', 'Cargo', 'Salário'],
    rows: [['Ana', 'Caixa', '1.900,00']],
  });
});

test('a byte of another encoding spoils its own letter and no other', async () => {
  const [utf8, latin1] = [
    Buffer.from('cargo;salário;área\nAçougueiro;1.900,00;S'),
    Buffer.from('ão', 'latin1'),
  ];
  const { rows } = await readRollFile(text(new Uint8Array(Buffer.concat([utf8, latin1]))));
  expect(rows).toEqual([['Açougueiro', '1.900,00', 'S\ufffdo']]);
});

const ole = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const locked = new Uint8Array(Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]));
const bomb = { ...parts, 'xl/worksheets/a.xml': ' '.repeat(160 * 2 ** 20) };
const manyRows = `<worksheet><sheetData>${'<row><c t="str"><v>Cargo</v></c></row>'.repeat(200_000)}</sheetData></worksheet>`;

describe('a file that is not a payroll is refused with advice', () => {
  test.each([
    ['empty', text(''), 'O arquivo está vazio ou só tem'],
    ['more than 30 MB', text(new Uint8Array(30 * 2 ** 20 + 1)), 'O arquivo tem mais de 30 MB.'],
    ['only blank lines', text('\n\n  \n'), 'O arquivo está vazio ou só tem'],
    [
      'a payroll on a hidden sheet',
      zipped({ ...parts, 'xl/worksheets/a.xml': '<x/>', 'xl/worksheets/c.xml': '<x/>' }),
      'O arquivo está vazio ou só tem planilhas ocultas.',
    ],
    [
      'deeply nested XML',
      zipped({ ...parts, 'xl/sharedStrings.xml': `${'<a>'.repeat(101)}${'</a>'.repeat(101)}` }),
      'O arquivo .xlsx está danificado.',
    ],
    ['only a header', text('cargo;salário\n'), 'A planilha só tem a linha de títulos.'],
    ['an old workbook', text(ole), 'Este é o formato .xls'],
    ['a locked workbook', text(locked), 'A planilha está protegida por senha.'],
    ['a page', text('<html><table><tr><td>Cargo'), 'O arquivo é uma página exportada'],
    ['a page with a mark', text('\ufeff<html><table>'), 'O arquivo é uma página exportada'],
    ['a picture', text(Uint8Array.from([0x89, 0x50, 0, 0])), 'Este arquivo não é uma planilha.'],
    [
      'another archive',
      zipped({ 'content.xml': '<a/>' }),
      'Este arquivo não é uma planilha .xlsx.',
    ],
    ['a cut archive', zipped(parts).slice(0, 400), 'O arquivo .xlsx está danificado.'],
    [
      'broken XML',
      zipped({ ...parts, 'xl/sharedStrings.xml': '<sst><si>' }),
      'O arquivo .xlsx está danificado.',
    ],
    [
      'a declared entity',
      zipped({
        ...parts,
        'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>',
      }),
      'O arquivo .xlsx está danificado.',
    ],
    ['a bomb', zipped(bomb), 'A planilha, descompactada, é grande demais.'],
    [
      '200,000 rows',
      zipped({ ...parts, 'xl/worksheets/a.xml': manyRows }),
      'A planilha tem mais de 50.000 linhas.',
    ],
    [
      '200,000 lines',
      text(`cargo;salário\n${'Vendedor;1\n'.repeat(200_000)}`),
      'A planilha tem mais de 50.000 linhas.',
    ],
  ])('%s', async (_, file, sentence) => {
    expect(await problem(file)).toMatch(sentence);
  });
});

test.each([
  [
    'cargo;salário\r\nVendedor;2.310,00\r\n',
    [
      ['cargo', 'salário'],
      ['Vendedor', '2.310,00'],
    ],
  ],
  [
    '\ufeffcargo\tsalário\nVendedor\t2310\n',
    [
      ['cargo', 'salário'],
      ['Vendedor', '2310'],
    ],
  ],
  [
    'cargo,salário,uf\nVendedor,"2.310,00",SP',
    [
      ['cargo', 'salário', 'uf'],
      ['Vendedor', '2.310,00', 'SP'],
    ],
  ],
  [
    'a;b\n"um ""dois""; três";"quatro\ncinco"\n',
    [
      ['a', 'b'],
      ['um "dois"; três', 'quatro\ncinco'],
    ],
  ],
  [
    'a;b\n1;\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a;b\n1;',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a;b\r1;2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  // A quote that never closes belongs to the text, and so does one that closes before more text.
  [
    'a;b\n"aberta;2\n',
    [
      ['a', 'b'],
      ['"aberta', '2'],
    ],
  ],
  [
    'a;b\n"Zé" da Silva;2\n"um" ;"dois"\t\n',
    [
      ['a', 'b'],
      ['"Zé" da Silva', '2'],
      ['um', 'dois'],
    ],
  ],
  ['', []],
])('%j', (csv, rows) => {
  expect(csvRows(csv)).toEqual(rows);
});

test('a stray quote merges no people', () => {
  const lines = [
    'Nome;Cargo;Salário',
    'Ana;Vendedor;2.310,00',
    'Bia;"Caixa;1.900,00',
    'Caio;Caixa;1.950,00',
    'Deb;"Gerente";5000',
  ];
  expect(csvRows(lines.join('\n')).slice(1)).toEqual([
    ['Ana', 'Vendedor', '2.310,00'],
    ['Bia', '"Caixa', '1.900,00'],
    ['Caio', 'Caixa', '1.950,00'],
    ['Deb', 'Gerente', '5000'],
  ]);
});

test('a title above does not choose the separator', () => {
  expect(csvRows('Folha de julho, todas as áreas\ncargo;salário\nVendedor;2,5').at(-1)).toEqual([
    'Vendedor',
    '2,5',
  ]);
});

test('commas in an address do not choose the separator', () => {
  const lines = ['Nome;Cargo;Salário;Endereço', 'Ana;Caixa;2.310,00;Rua A, 12, ap. 3, Centro, Jaú'];
  expect(csvRows(lines.join('\n')).map((cells) => cells.length)).toEqual([4, 4]);
});

test('quoted titles choose the separator too', () => {
  const lines = ['"Nome";"Cargo, função";"Salário"', 'Ana;Caixa;2.310,00, Rua A, 12, ap. 3, Jaú'];
  expect(csvRows(lines.join('\n')).map((cells) => cells.length)).toEqual([3, 3]);
});

test('a value that is written as a formula of its text is that text', () => {
  expect(csvRows('a;b\n="00123";="2.310,00"\n')[1]).toEqual(['00123', '2.310,00']);
});

test('people above a table with more columns are not left out in silence', async () => {
  const lines = ['Folha', 'cargo;salário', 'Caixa;1900', '', 'cargo;salário;uf', 'Gerente;4100;SP'];
  const { headerRow, notes } = await readRollFile(text(lines.join('\n')));
  expect([headerRow, notes]).toEqual([
    5,
    [
      '2\u00a0linhas acima dos títulos, que estão na linha 5, não foram lidas: se são de pessoas, deixe uma tabela só na planilha.',
    ],
  ]);
});

test('one row above the titles is named if it has two cells; a name of the sheet is not', async () => {
  const lines = ['Folha de julho;;', 'Loja;Bauru;', 'cargo;salário;nota', 'Caixa;1900;'];
  const { headerRow, notes } = await readRollFile(text(lines.join('\n')));
  expect([headerRow, notes]).toEqual([
    3,
    [
      '1\u00a0linha acima dos títulos, que estão na linha 3, não foi lida: se são de pessoas, deixe uma tabela só na planilha.',
    ],
  ]);
});

test('titles in two rows: the salary is the column that the second row names', async () => {
  const lines = ['Nome;Cargo;Remuneração;;Jornada', ';;Adicional;Salário base;Mensal'];
  const read = await rollOf(text([...lines, 'Ana;Caixa;310,00;2.310,00;200', ''].join('\n')));
  expect(read.people).toMatchObject([{ row: 3, centavos: 231_000, hours: 4000 }]);
  expect(read.refused).toEqual([]);
  expect(read.notes).toEqual(['Os títulos estão nas linhas 1 e 2.']);
  // In a workbook, a row ends with its last value.
  const { header } = await readSheets(
    sheetOf(['Nome', 'Cargo', 'Remuneração'], ['', '', 'Adicional', 'Salário base'], ['Ana']),
    cover,
  );
  expect(header).toEqual(['Nome', 'Cargo', 'Remuneração Adicional', 'Salário base']);
});

test('a title in merged cells of both rows occurs once', async () => {
  const { header } = await readRollFile(
    text('Cargo;Nível;Remuneração\nCargo;Nível;Salário base\nCaixa;II;1.900,00\n'),
  );
  expect(header).toEqual(['Cargo', 'Nível', 'Salário base']);
});

test('a person whose area is named like a title is no second row of titles', async () => {
  const read = await rollOf(
    text('Cargo;Setor;Salário\nCaixa;Gerência;1.900,00\nCaixa;Gerência;2.310,00\n'),
  );
  expect(read.people.map(({ area }) => area)).toEqual(['Gerência', 'Gerência']);
});

test('a first row that is read as titles without any is named', async () => {
  const { notes } = await readRollFile(text('Ana;Caixa;1.900,00\nBia;Caixa;2.310,00\n'));
  expect(notes).toEqual([
    'A linha 1 foi lida como títulos, que não reconhecemos. Se ela é de uma pessoa, inclua uma linha de títulos acima dela e escolha o arquivo de novo.',
  ]);
});

test('the titles may stand below many empty rows', async () => {
  const table = await readRollFile(text(`${'\n'.repeat(30)}cargo;salário\nCaixa;1900\n`));
  expect(table).toMatchObject({ header: ['cargo', 'salário'], headerRow: 31 });
});

test('one cell that begins like a column does not choose the separator', () => {
  const lines = [
    'Folha de julho, unidade Bauru',
    'Pessoa;Posto;Quanto;Tempo;Lugar',
    'Ana;Auxiliar, setor fiscal;2.310,00;44;Bauru',
    'Bia;Gerente, área comercial;5.200,00;44;Bauru',
  ];
  expect(csvRows(lines.join('\n')).map((cells) => cells.length)).toEqual([1, 5, 5, 5]);
});

test('without known titles, the first row with two cells has them, and the commonest sign separates', async () => {
  const lines = ['', 'Folha', 'Posto,Quanto,Tempo', 'Caixa,1900,44'];
  expect(await readRollFile(text(lines.join('\n')))).toMatchObject({
    header: ['Posto', 'Quanto', 'Tempo'],
    headerRow: 3,
    rows: [['Caixa', '1900', '44']],
  });
  // Commas in quotes separate nothing.
  const quoted = ['Posto;Quanto', '"Auxiliar, setor fiscal, filial, Bauru";1900'];
  expect(csvRows(quoted.join('\n')).map((cells) => cells.length)).toEqual([2, 2]);
});

test('rows of separators alone count as no people', async () => {
  const { rows } = await readRollFile(text(`cargo;salário\nCaixa;1900\n${';\n'.repeat(200_000)}`));
  expect(rows).toEqual([['Caixa', '1900']]);
});

test('too many rows are refused with a sentence', () => {
  expect(() => csvRows('cargo;salário\n' + 'a;1\n'.repeat(200_000))).toThrow(
    'A planilha tem mais de 50.000 linhas.',
  );
});
