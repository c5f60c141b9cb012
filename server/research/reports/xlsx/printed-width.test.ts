import { beforeAll, describe, expect, test } from 'vitest';
import { reportWithMore, withNotes } from '../../../../tests/support/sample-report.ts';
import { salariesOf, sheet, workbookOf } from '../../../../tests/support/sample-workbook.ts';
import type { ReadSheet, ReadWorkbook } from '../../../../tests/support/workbook-reader.ts';
import { elements } from '../../../../tests/support/xml.ts';
import { yearOnYearHeader } from '../../../../shared/statistics/year-on-year.ts';

const salaries = salariesOf(60);
const samples = ['A', 'B', 'C'].map((label) => ({ label, salaries }));
const reason =
  'Retira as linhas de um motivo que precisa de uma frase comprida, com mais letras do que a coluna.';
const sentence = 'Uma frase sobre os salários desta pesquisa, com o que limita os seus números. ';
/** Calibri has fewer characters than this per character of column width, which is a digit. */
const charactersPerDigit = 1.35;
/** The width of A4 paper in characters, with some tolerance: a wider sheet is printed smaller. */
const pageWidth = 140;

describe('on paper', () => {
  let workbook: ReadWorkbook;
  beforeAll(async () => {
    const { selections } = withNotes(reportWithMore(samples));
    ({ workbook } = await workbookOf(samples, {
      name: 'Nome longo '.repeat(10).trim(),
      provisional: [sentence.repeat(6)],
      selections: selections.map((selection, index) => ({
        ...selection,
        answer: {
          ...selection.answer,
          method: {
            ...selection.answer.method,
            funnel: [
              { step: 'selecao' as const, label: 'Lidos', reason, removed: 0, remaining: 60 },
            ],
          },
        },
        summary: [sentence.repeat(5)],
        pages: selection.pages
          .slice(index)
          .map((page) => ({ ...page, notes: [sentence.repeat(4)] })),
      })),
    }));
  });

  test('no text makes a page wider than its tables', () => {
    for (const [name, own] of workbook.sheets) {
      const width = widthsOf(own);
      const lastColumn = Math.max(
        ...elements(own.xml, 'col').map(({ attributes }) => Number(attributes['max'])),
      );
      const widest = Math.max(pageWidth, width(0, lastColumn) + 10);
      const merged = new Set(mergesOf(own).map(({ from }) => from));
      for (const [address, { value }] of own.cells) {
        if (typeof value !== 'string' || merged.has(address)) continue;
        const reach = width(0, columnOf(address)) + value.length / charactersPerDigit;
        expect(reach, `${name}: ${value}`).toBeLessThan(widest);
      }
    }
  });

  test('a text of several lines has a row as high as they are', () => {
    let count = 0;
    for (const [name, own] of workbook.sheets) {
      const width = widthsOf(own);
      for (const { from, to } of mergesOf(own)) {
        const text = String(own.cells.get(from)?.value);
        const place = width(columnOf(from), columnOf(to) + 1) * charactersPerDigit;
        const height = heightOf(own, from);
        expect(height, `${name}: ${text}`).toBeGreaterThanOrEqual(
          15 * Math.ceil(text.length / place),
        );
        expect(height, `${name}: ${text}`).toBeLessThan(15 * (text.length / place + 1) * 2);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  test('a cell at the right cuts no text', () => {
    const long = sheet(workbook, 'Metodologia').cells;
    expect([...long].filter(([, { value }]) => value === reason)).toHaveLength(3);
    for (const [name, own] of workbook.sheets) {
      const width = widthsOf(own);
      for (const [address, { value }] of own.cells) {
        const [column, row] = [columnOf(address), address.replace(/\D/g, '')];
        const isFree = !own.cells.has(`${letterOf(column + 1)}${row}`);
        if (typeof value !== 'string' || isFree) continue;
        const lines = Math.ceil(value.length / (width(column, column + 1) * charactersPerDigit));
        expect(heightOf(own, address), `${name}: ${value}`).toBeGreaterThanOrEqual(15 * lines);
      }
    }
  });

  test('a header of two lines does not cover what is above it', () => {
    const trend = sheet(workbook, 'Tendência');
    const header = [...trend.cells].find(([, { value }]) => value === yearOnYearHeader);
    expect(heightOf(trend, header?.[0] ?? '')).toBeGreaterThanOrEqual(30);
  });

  test('the foot of a comparison has room for the number of the page', () => {
    for (const [name, { xml }] of workbook.sheets)
      expect(elements(xml, 'oddFooter')[0]?.text, name).toBe(
        '&LRecibos na planilha Resumo&C&RPágina &P de &N',
      );
  });
});

/** The width of the columns from one up to before another, in characters. */
function widthsOf({ xml }: ReadSheet): (from: number, end: number) => number {
  const widths = new Map<number, number>();
  for (const { attributes } of elements(xml, 'col'))
    for (let column = Number(attributes['min']); column <= Number(attributes['max']); column++)
      widths.set(column - 1, Number(attributes['width']));
  return (from, end) => {
    let width = 0;
    for (let column = from; column < end; column++) width += widths.get(column) ?? 8.43;
    return width;
  };
}

const mergesOf = ({ xml }: ReadSheet) =>
  elements(xml, 'mergeCell').map(({ attributes }) => {
    const [from = '', to = ''] = (attributes['ref'] ?? '').split(':');
    return { from, to };
  });

const letterOf = (column: number) => String.fromCharCode('A'.charCodeAt(0) + column);

const columnOf = (address: string) =>
  address
    .replace(/\d/g, '')
    .split('')
    .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function heightOf({ xml }: ReadSheet, address: string): number {
  const number = address.replace(/\D/g, '');
  const row = elements(xml, 'row').find(({ attributes }) => attributes['r'] === number);
  return Number(row?.attributes['ht'] ?? 15);
}
