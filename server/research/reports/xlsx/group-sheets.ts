import { suppressionNote } from '../../../../shared/statistics/suppression-note.ts';
import type { Panels, Place } from '../../../../shared/contracts/panels.ts';
import { withoutStateText } from '../../../../shared/panels/without-state.ts';
import { panelTexts, type GroupPanelName } from '../../../../shared/panels/group-panels.ts';
import type { ReportModel } from '../model.ts';
import { selectionTexts, type Book } from './book.ts';
import { chartRows } from './charts.ts';
import {
  comparedLines,
  comparedPanel,
  headersOf,
  writeGroupChart,
  writeGroups,
  type GroupLine,
} from './groups.ts';
import { headRows, type Sheet } from './sheet.ts';

/** Writes the states by median, the country, and the municipalities of a queried state. */
export function writeRegions(book: Book) {
  const { model } = book;
  const sheet = book.addGroupedSheet('Regiões', 'Competitividade regional');
  const table = writeGroups(sheet, model, {
    row: headRows,
    headers: ['Estado', 'UF'],
    lines: comparedLines(model, stateLines),
    isRanked: true,
  });
  sheet.freezeAbove(table.firstRow, 1);
  sheet.worksheet.autofilter(table.headerRow, 0, table.lastRow, table.lastColumn);
  const country = writeGroups(sheet, model, {
    row: table.lastRow + 2,
    headers: ['Todo o país', ''],
    lines: comparedLines(model, ({ regional }) => [
      { key: 'BR', names: ['Brasil', 'BR'], figures: regional.country },
    ]),
    isRanked: true,
  });
  const order = areOrdered(model) ? ', da maior mediana à menor' : '';
  writeGroupChart(sheet, table, {
    title: `Salários por estado${order}`,
    altText: `Colunas: os salários de cada estado${order}`,
    categoryAxis: 'Estado',
    categories: 1,
    at: [country.lastRow + 2, 0],
    widthPixels: 900,
  });
  const below = writeMunicipalities(sheet, book, country.lastRow + chartRows + 3);
  const without = selectionTexts(model, ({ regional }) => withoutStateText(regional));
  sheet.paragraph(below, 0, [...without, suppressionNote].join(' '), 'note');
}

/** Whether the states are in the order of their medians: those of one selection with complete data are. */
const areOrdered = ({ selections: [first, ...others] }: ReportModel) =>
  first !== undefined && others.length === 0 && first.answer.panels?.regional.isComparable === true;

const stateLines = ({ regional }: Panels) =>
  regional.states.map((place) => placeLine(place, place.nome));

const placeLine = (place: Place, name: string): GroupLine => ({
  key: place.codigo,
  names: [name, place.codigo],
  figures: place,
  rank: place.rank,
});

/** Writes the municipalities and the regions of IBGE of a queried state; returns the row after what it wrote. */
function writeMunicipalities(sheet: Sheet, { model }: Book, row: number): number {
  const write = (at: number, title: string, header: string, list: 'places' | 'regions') => {
    const lines = comparedLines(model, ({ regional: { municipalities } }) =>
      (municipalities?.[list] ?? []).map((place) =>
        placeLine(place, `${place.nome} (${municipalities?.uf ?? ''})`),
      ),
    );
    if (lines.length === 0) return at;
    sheet.paragraph(at, 0, title, 'section');
    const headers = [header, 'Código'];
    return writeGroups(sheet, model, { row: at + 1, headers, lines, isRanked: true }).lastRow + 2;
  };
  const cut = model.selections.flatMap(({ answer }) => {
    const municipalities = answer.panels?.regional.municipalities;
    return municipalities && municipalities.places.length < municipalities.total
      ? [`${municipalities.nome}: os ${municipalities.places.length} com mais registros`]
      : [];
  });
  const below = write(row, ['Municípios', ...new Set(cut)].join('. '), 'Município', 'places');
  return write(below, 'Regiões do IBGE', 'Região', 'regions');
}

/** Writes the panel of groups on a sheet of its own, unless no selection has a group. */
export function writeGroupPanel(book: Book, name: GroupPanelName) {
  const { model } = book;
  const { title, about = '', caption, codeHeader, header, sheet: sheetName } = panelTexts[name];
  const lines = comparedPanel(model, name);
  if (lines.length === 0) return;
  const sheet = book.addGroupedSheet(sheetName ?? title, title);
  const table = writeGroups(sheet, model, { row: headRows, headers: headersOf(name), lines });
  sheet.freezeAbove(table.firstRow, 1);
  const below = sheet.paragraphs(table.lastRow + 2, [about, suppressionNote], 'note');
  writeGroupChart(sheet, table, {
    title,
    altText: `Colunas: os salários por grupo. ${caption}`,
    categoryAxis: codeHeader ?? header,
    categories: codeHeader === undefined ? 0 : 1,
    at: [below + 1, 0],
    widthPixels: lines.length > 12 ? 1200 : 760,
  });
}
