import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  silentJob,
  salariesOf,
  sheet,
  workbookFolder,
  workbookOf,
} from '../../../../tests/support/sample-workbook.ts';
import {
  sampleRecord,
  sampleReport,
  writtenRecords,
} from '../../../../tests/support/sample-report.ts';
import { formulasOf } from '../../../../tests/support/workbook-ranges.ts';
import { readWorkbook } from '../../../../tests/support/workbook-reader.ts';
import { renderWorkbook } from './render-workbook.ts';

const { folder, remove } = await workbookFolder();
afterAll(remove);

describe('no text becomes a formula', () => {
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '=HYPERLINK("http://x","y")',
    '_x0041_',
    '<b>&"\'',
  ];

  test.each(hostile)('%j', async (text) => {
    const salaries = salariesOf(30);
    const model = sampleReport(
      [
        { salaries, subject: text },
        { salaries, subject: text },
      ],
      { name: text, companyName: text, createdBy: text },
    );
    const path = join(folder, 'hostile.xlsx');
    async function* records() {
      for (const label of ['A', 'B']) {
        const one = { ...sampleRecord(150_000, 0), ocupacao: text, municipio_nome: text, uf: text };
        yield writtenRecords(
          Array.from({ length: 30 }, () => one),
          label,
        );
      }
    }
    await renderWorkbook(silentJob(model, records(), path));
    const workbook = await readWorkbook(path);
    // Those of the two typed percentiles.
    expect(formulasOf(workbook).map(([address]) => address)).toEqual(['B6', 'G6']);
    expect(sheet(workbook, 'Resumo').cells.get('A2')?.value).toBe(text);
    expect(sheet(workbook, 'Registros').cells.get('E6')?.value).toBe(text);
    for (const reference of workbook.charts.flatMap(({ references }) => references)) {
      expect(reference).toMatch(/^[\p{L} 0-9']+!\$[A-Z]+\$\d+(:\$[A-Z]+\$\d+)?$/u);
    }
  });
});

test('an address that is no web address is a text', async () => {
  const { workbook } = await workbookOf([{ salaries: salariesOf(30) }], {
    siteAddress: 'file:///etc/passwd',
  });
  const targets = [...workbook.parts]
    .filter(([name]) => name.startsWith('xl/worksheets/_rels/'))
    .flatMap(([, xml]) => xml.children.map(({ attributes }) => attributes['Target'] ?? ''));
  expect(targets.join()).not.toContain('file:');
});
