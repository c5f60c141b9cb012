import { panelsOfSection, panelTexts } from '../../../../shared/panels/group-panels.ts';
import { minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import { gapCautions } from '../../../../shared/statistics/gender-gap.ts';
import { suppressionNote } from '../../../../shared/statistics/suppression-note.ts';
import { formatCount } from '../../../../shared/words/format.ts';
import { type Book, groupLabel, selectionTexts } from './book.ts';
import { chartRows } from './charts.ts';
import { comparedPanel, headersOf, writeGroupChart, writeGroups } from './groups.ts';
import { type Sheet, headRows } from './sheet.ts';
import { columnsOf, writeTable } from './table.ts';

/** Writes the records' demography: gender and its pay gap, age, schooling. */
export function writeDemography(book: Book) {
  const { model } = book;
  const sheet = book.addGroupedSheet('Demografia', 'Análise demográfica');
  sheet.freezeAbove(headRows, 1);
  let row: number = headRows;
  for (const name of panelsOfSection('quem')) {
    const { header, title } = panelTexts[name];
    sheet.paragraph(row, 0, header, 'section');
    const lines = comparedPanel(model, name);
    const table = writeGroups(sheet, model, { row: row + 1, headers: headersOf(name), lines });
    writeGroupChart(sheet, table, {
      title,
      altText: `Colunas: os salários por grupo. ${title}`,
      categoryAxis: header,
      at: [row, table.lastColumn + 2],
    });
    row = Math.max(table.lastRow + 3, row + chartRows + 1);
  }
  row = writeGap(sheet, book, row);
  const counted = selectionTexts(model, ({ age }) => formatCount(age.outside));
  const outsideText = `Registros fora das faixas etárias (menores de 18 anos ou sem idade): ${counted.join(', ')}.`;
  const notes = [...(counted.length === 0 ? [] : [outsideText]), suppressionNote];
  sheet.paragraphs(row, notes, 'note');
}

/** Writes women's median against men's; returns the row after it. */
function writeGap(sheet: Sheet, { model }: Book, row: number): number {
  const gaps = model.selections.map(({ answer }) => answer.panels?.gender.gap);
  sheet.paragraph(row, 0, 'Diferença entre as medianas de mulheres e homens', 'section');
  const names = model.selections.map(
    (selection) => groupLabel(model, selection) ?? 'Mulheres menos homens',
  );
  const table = writeTable(sheet, row + 1, [
    { header: 'Comparação', format: 'text', values: names },
    ...columnsOf(gaps, [
      ['Mulheres: mediana', 'reais', (gap) => gap?.women],
      ['Homens: mediana', 'reais', (gap) => gap?.men],
      ['Diferença', 'difference', (gap) => gap?.difference],
      ['Diferença relativa', 'change', (gap) => gap && gap.percent / 100],
      ['De (95\u00a0%)', 'difference', (gap) => gap?.interval?.lower],
      ['Até (95\u00a0%)', 'difference', (gap) => gap?.interval?.upper],
    ]),
  ]);
  const note = `Vazia com menos de ${minForStatistics} registros de um dos gêneros, ou onde revelaria uma mediana omitida.`;
  const cautions = selectionTexts(model, ({ gender }) => gapCautions(gender));
  return sheet.paragraphs(table.lastRow + 1, [[note, ...cautions].join(' ')], 'note') + 1;
}
