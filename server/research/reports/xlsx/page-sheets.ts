import type { PageTable } from '../../../../shared/contracts/panel-page.ts';
import type { Book } from './book.ts';
import type { ValueFormat } from './formats.ts';
import { headRows } from './sheet.ts';
import { writeTable } from './table.ts';

const formatOf: Readonly<Record<PageTable['columns'][number]['format'], ValueFormat>> = {
  text: 'text',
  reais: 'reais',
  count: 'count',
  share: 'share',
  ratio: 'share',
};

/** Writes a sheet for each panel that was computed on request; comparisons have none. */
export function writePages(book: Book) {
  const { model, formats } = book;
  const pages = model.selections.flatMap((selection) => selection.pages);
  for (const { title, sentences, tables, notes } of pages) {
    const sheet = book.addSheet({ name: title, title });
    sheet.writeColumn(headRows, 0, sentences, formats.note);
    let row = headRows + sentences.length + 1;
    for (const { caption, columns, rows } of tables) {
      sheet.write(row, 0, caption, formats.section);
      const shown = columns.map(({ header, format }, at) => ({
        header,
        format: formatOf[format],
        values: rows.map((cells) => cells[at]),
      }));
      row = writeTable(sheet, row + 1, shown).lastRow + 2;
    }
    sheet.writeColumn(row, 0, notes, formats.note);
  }
}
