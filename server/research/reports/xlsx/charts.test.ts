import { beforeAll, describe, expect, test } from 'vitest';
import { salariesOf, workbookOf } from '../../../../tests/support/sample-workbook.ts';
import { rangeValues } from '../../../../tests/support/workbook-ranges.ts';
import type { ReadWorkbook } from '../../../../tests/support/workbook-reader.ts';
import { sampleReport } from '../../../../tests/support/sample-report.ts';
import { elements } from '../../../../tests/support/xml.ts';

const selection = { salaries: salariesOf(100) };
const workbooks: ReadWorkbook[] = [];
beforeAll(async () => {
  for (const selections of [[selection], [selection, selection]])
    workbooks.push((await workbookOf(selections)).workbook);
});

/** The chart of a sheet in the workbook of so many selections. */
function chartOf(sheet: string, count: number) {
  const workbook = workbooks[count - 1];
  const chart = workbook?.charts.find(({ references }) => references[0]?.startsWith(`${sheet}!`));
  if (workbook === undefined || chart === undefined) throw new Error(`There is no ${sheet}.`);
  const { xml } = chart;
  return {
    xml,
    /** The cells of each series' name, categories and values. */
    series: elements(xml, 'c:ser').map((one) => elements(one, 'c:f').map(({ text }) => text)),
    names: elements(xml, 'c:tx').flatMap((name) =>
      elements(name, 'c:f').map(({ text }) => rangeValues(workbook, text)[0]),
    ),
    colours: elements(xml, 'c:ser').map((one) => elements(one, 'a:srgbClr')[0]?.attributes['val']),
    valuesOf: (name: string) => elements(xml, name).map(({ attributes }) => attributes['val']),
  };
}

describe('a chart of one selection', () => {
  test('has each quartile as a series, beside the names of the rows', () => {
    const { series, names, colours } = chartOf('Porte', 1);
    const sizes = 'Porte!$A$6:$A$8';
    expect(series).toEqual([
      ['Porte!$D$5', sizes, 'Porte!$D$6:$D$8'],
      ['Porte!$E$5', sizes, 'Porte!$E$6:$E$8'],
      ['Porte!$F$5', sizes, 'Porte!$F$6:$F$8'],
    ]);
    expect(names).toEqual(['Q1', 'Mediana', 'Q3']);
    expect(new Set(colours).size).toBe(3);
  });

  test('of one series needs no legend', () => {
    expect(chartOf('Resumo', 1).valuesOf('c:legendPos')).toEqual([]);
    expect(chartOf('Porte', 1).valuesOf('c:legendPos')).toEqual(['b']);
  });
});

describe('a chart of two selections', () => {
  test('has the median of each under its label', () => {
    const { series, names, colours } = chartOf('Porte', 2);
    const sizes = 'Porte!$A$7:$A$9';
    expect(series).toEqual([
      ['Porte!$B$5', sizes, 'Porte!$E$7:$E$9'],
      ['Porte!$H$5', sizes, 'Porte!$K$7:$K$9'],
    ]);
    const title = 'Vendedor de comércio varejista';
    expect(names).toEqual([`A · ${title}`, `B · ${title}`]);
    expect(colours).toEqual(['1D4E9E', 'B4500B']);
  });

  test('shows months as lines, with a dot each', () => {
    const { series, valuesOf, xml } = chartOf('Tendência', 2);
    expect(series).toEqual([
      ['Tendência!$B$5', 'Tendência!$A$7:$A$9', 'Tendência!$E$7:$E$9'],
      ['Tendência!$J$5', 'Tendência!$A$7:$A$9', 'Tendência!$M$7:$M$9'],
    ]);
    expect(elements(xml, 'c:lineChart')).toHaveLength(1);
    expect(valuesOf('c:symbol')).toEqual(['circle', 'circle']);
    const [first] = elements(xml, 'c:ser');
    const inColours =
      first && elements(first, 'a:srgbClr').map(({ attributes }) => attributes['val']);
    // The series, its line, and the dot with its border.
    expect(inColours).toEqual(Array(4).fill('1D4E9E'));
    const formats = elements(xml, 'c:numFmt').map(({ attributes }) => attributes['formatCode']);
    expect(formats).toEqual(['[$-416]mmm/yyyy', String.raw`[$R$-416]\ #,##0`]);
    // Lines need no zero: from it, the differences between months would be hard to see.
    expect(valuesOf('c:min')).toEqual([]);
  });
});

test('a single month has a chart, too', async () => {
  const selections = sampleReport([selection]).selections.map((one) => {
    const { panels } = one.answer;
    if (panels === null) throw new Error('The sample has panels.');
    const months = panels.trend.months.slice(-1);
    const trend = { ...panels.trend, months };
    return { ...one, answer: { ...one.answer, panels: { ...panels, trend } } };
  });
  const { workbook } = await workbookOf([selection], { selections });
  const cells = workbook.charts.flatMap(({ references }) => references);
  expect(cells).toContain('Tendência!$E$6');
});

test('the columns of a chart begin at zero and stand close together', () => {
  for (const count of [1, 2]) {
    const { valuesOf } = chartOf('Porte', count);
    expect([valuesOf('c:min'), valuesOf('c:gapWidth')]).toEqual([['0'], ['40']]);
  }
});
