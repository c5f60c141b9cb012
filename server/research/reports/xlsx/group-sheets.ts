import { withheldNote } from '../../../../shared/statistics/withheld-note.ts';
import { occupationName, sectorName, sizeName } from '../../../../shared/codes/codes.ts';
import type { Panels } from '../../../../shared/contracts/panels.ts';
import { type Book, subtitleOf } from './book.ts';
import { chartRows } from './charts.ts';
import { comparedLines, writeGroupChart, writeGroups, type GroupLine } from './groups.ts';
import { headRows, type Sheet } from './sheet.ts';

/** Writes the states by median, the country, and the municipalities of a queried state. */
export function writeRegions(book: Book) {
  const { model } = book;
  const sheet = startSheet(book, 'Regiões', 'Competitividade regional');
  const states = comparedLines(model, stateLines);
  const table = writeGroups(sheet, model, {
    row: headRows,
    headers: ['Estado', 'UF'],
    lines: states,
    isRanked: true,
  });
  sheet.freezeAbove(table.firstRow, 1);
  if (states.length > 0) {
    sheet.filter([table.headerRow, 0], [table.lastRow, table.lastColumn]);
  }
  const country = writeGroups(sheet, model, {
    row: table.lastRow + 2,
    headers: ['Todo o país', ''],
    lines: comparedLines(model, ({ regional }) => [
      { key: 'BR', names: ['Brasil', 'BR'], figures: regional.country },
    ]),
    isRanked: true,
  });
  writeGroupChart(sheet, model, table, {
    title: 'Salários por estado, da maior mediana à menor',
    altText: 'Colunas: os salários de cada estado, na ordem da maior mediana à menor',
    categoryAxis: 'Estado',
    categoryColumn: 1,
    at: [country.lastRow + 2, 0],
    widthPixels: 900,
  });
  const below = writeMunicipalities(sheet, book, country.lastRow + chartRows + 3);
  sheet.write(below, 0, withheldNote, book.formats.note);
}

const stateLines = ({ regional }: Panels): GroupLine[] =>
  regional.states.map((place) => ({
    key: place.codigo,
    names: [place.nome, place.codigo],
    figures: place,
    rank: place.rank,
  }));

/** Returns the row after what it wrote. */
function writeMunicipalities(sheet: Sheet, { model, formats }: Book, row: number): number {
  const lines = comparedLines(model, ({ regional: { municipalities } }) =>
    (municipalities?.places ?? []).map((place) => ({
      key: place.codigo,
      names: [`${place.nome} (${municipalities?.uf ?? ''})`, place.codigo],
      figures: place,
      rank: place.rank,
    })),
  );
  if (lines.length === 0) return row;
  const cut = model.selections.flatMap(({ answer }) => {
    const municipalities = answer.panels?.regional.municipalities;
    return municipalities && municipalities.places.length < municipalities.total
      ? [`${municipalities.nome}: os ${municipalities.places.length} com mais registros`]
      : [];
  });
  sheet.write(row, 0, ['Municípios', ...cut].join('. '), formats.section);
  const headers = ['Município', 'Código'];
  return writeGroups(sheet, model, { row: row + 1, headers, lines, isRanked: true }).lastRow + 2;
}

/** Writes pay by establishment size. */
export function writeCompanySizes(book: Book) {
  writeOneTable(book, {
    name: 'Porte',
    title: 'Porte da empresa',
    headers: ['Porte'],
    axis: 'Porte',
    note: 'Pelo critério do SEBRAE, segundo os empregados em janeiro e o setor.',
    read: ({ companySize }) =>
      companySize.sizes.map((size) => {
        const label = sizeName(size.porte);
        return { key: label, names: [label], figures: size };
      }),
  });
}

/** Writes pay by economic activity. */
export function writeSectors(book: Book) {
  writeOneTable(book, {
    name: 'Setores',
    title: 'Setor de atividade',
    headers: ['Setor ou atividade', 'CNAE'],
    axis: 'CNAE',
    categoryColumn: 1,
    note: 'Das atividades de um setor, as 100 com mais registros.',
    read: ({ sector }) =>
      sector.sectors.map((one) => ({
        key: one.codigo,
        names: [sectorName(one), one.codigo],
        figures: one,
      })),
  });
}

/** Writes the occupations of the same CBO family, if the query is about one occupation. */
export function writeOccupations(book: Book) {
  writeOneTable(book, {
    name: 'Ocupações',
    title: 'Ocupações semelhantes',
    headers: ['Ocupação', 'CBO'],
    axis: 'CBO',
    categoryColumn: 1,
    note: 'Ocupações da mesma família da CBO.',
    read: ({ family }) =>
      (family?.occupations ?? []).map((one) => ({
        key: one.cbo,
        names: [occupationName(one), one.cbo],
        figures: one,
      })),
  });
}

interface OneTable {
  readonly name: string;
  readonly title: string;
  readonly headers: readonly string[];
  readonly axis: string;
  readonly categoryColumn?: number;
  readonly note: string;
  readonly read: (panels: Panels) => readonly GroupLine[];
}

function writeOneTable(book: Book, { name, title, headers, axis, note, read, ...at }: OneTable) {
  const { model, formats } = book;
  const sheet = startSheet(book, name, title);
  const lines = comparedLines(model, read);
  const table = writeGroups(sheet, model, { row: headRows, headers, lines });
  sheet.freezeAbove(table.firstRow, 1);
  sheet.write(table.lastRow + 2, 0, note, formats.note);
  sheet.write(table.lastRow + 3, 0, withheldNote, formats.note);
  writeGroupChart(sheet, model, table, {
    title,
    altText: `Colunas: os salários por grupo. ${title}`,
    categoryAxis: axis,
    at: [table.lastRow + 5, 0],
    widthPixels: lines.length > 12 ? 1200 : 760,
    ...at,
  });
}

const startSheet = (book: Book, name: string, title: string) =>
  book.addSheet({
    name,
    title,
    subtitle: subtitleOf(book.model),
    pagesWide: book.model.selections.length,
  });
