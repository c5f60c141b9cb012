import { unzipSync } from 'fflate';
import { clockText, dateText, firstDays, momentStyles, type Moment } from './cell-moments.ts';
import { damaged, readXml, textOf } from './read-xml.ts';
import { maxFilledRows, RollFileError, tooManyRows } from './roll-columns.ts';

/** A sheet of a workbook: its rows as text, and counts of the cells with formulas. */
export interface WorkbookSheet {
  readonly name: string;
  /** The names of the other visible sheets. */
  readonly others: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of columns with values beyond the last one that is read. */
  readonly columnsBeyond: number;
  /** Cells whose value comes from a formula, as of the last save. */
  readonly formulas: number;
  /** Cells with a formula and no value. */
  readonly emptyFormulas: number;
  /** Rows with values that a filter or the user hides. */
  readonly hiddenRows: number;
  /** Columns with values that the user hides. */
  readonly hiddenColumns: number;
}

/** The limit for all parts that are read, unpacked: a workbook of 50,000 people takes a fifth of it. */
const maxUnpackedBytes = 150 * 2 ** 20;
export const maxColumns = 200;

const tooLarge = () =>
  new RollFileError(
    'A planilha, descompactada, é grande demais. Deixe nela só as colunas da folha, salve como .xlsx e tente de novo.',
  );
const noWorkbook = () =>
  new RollFileError(
    'Este arquivo não é uma planilha .xlsx. Abra-o no programa em que foi feito e salve como .xlsx ou .csv.',
  );

/**
 * The visible sheets in the workbook's order, each read on demand. Formulas are never computed: their stored values are
 * read. Throws `RollFileError` if the file is not a workbook, is damaged or would unpack to too many bytes.
 */
export function* workbookSheets(bytes: Uint8Array): Generator<WorkbookSheet> {
  const main = unpackedParts(bytes, /^(xl\/)?(workbook\.xml|_rels\/workbook\.xml\.rels)$/);
  const workbook = main.get('xl/workbook.xml');
  const relations = main.get('xl/_rels/workbook.xml.rels');
  if (workbook === undefined || relations === undefined) throw noWorkbook();
  const { sheets, firstDay } = sheetsOf(workbook, relations);
  const common = unpackedParts(bytes, /^xl\/(sharedstrings|styles)\.xml$/);
  const shared = common.get('xl/sharedstrings.xml');
  const texts = shared === undefined ? [] : sharedTexts(shared);
  const styles = common.get('xl/styles.xml');
  const moments = styles === undefined ? new Map<number, Moment>() : momentStyles(styles);
  for (const { name, path } of sheets) {
    const part = unpackedParts(bytes, path).get(path);
    const others = sheets.filter((sheet) => sheet.path !== path).map((sheet) => sheet.name);
    if (part === undefined) continue;
    yield { name, others, ...sheetRows(part, texts, moments, firstDay) };
  }
}

/** The names of parts have no case (ECMA-376, part 2); some programs write "xl\\SharedStrings.xml". */
const partName = (name: string) => name.replaceAll('\\', '/').toLowerCase();

function unpackedParts(bytes: Uint8Array, wanted: RegExp | string): Map<string, Uint8Array> {
  let unpacked = 0;
  const isWanted = (name: string) =>
    typeof wanted === 'string' ? partName(name) === wanted : wanted.test(partName(name));
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!isWanted(name)) return false;
        unpacked += originalSize;
        if (unpacked > maxUnpackedBytes) throw tooLarge();
        return true;
      },
    });
    return new Map(Object.entries(parts).map(([name, part]) => [partName(name), part]));
  } catch (error) {
    throw error instanceof RollFileError ? error : damaged();
  }
}

/** The visible sheets, and the number of 1 January 1970 in the workbook's days. */
function sheetsOf(workbook: Uint8Array, relations: Uint8Array) {
  const targets = new Map<string, string>();
  readXml(relations, {
    open: ({ local, attributes }) => {
      if (local === 'Relationship')
        targets.set(textOf(attributes, 'Id'), textOf(attributes, 'Target'));
    },
  });
  const sheets: { name: string; path: string }[] = [];
  let firstDay: number = firstDays.usual;
  readXml(workbook, {
    open: ({ local, attributes }) => {
      if (isTrue(textOf(attributes, 'date1904'))) firstDay = firstDays.since1904;
      if (local !== 'sheet' || textOf(attributes, 'state').endsWith('idden')) return;
      const target = targets.get(textOf(attributes, 'r:id') || textOf(attributes, 'id')) ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      sheets.push({ name: textOf(attributes, 'name'), path: partName(path) });
    },
  });
  return { sheets, firstDay };
}

/** The shared strings that cells refer to by number; phonetic guides are skipped. */
function sharedTexts(part: Uint8Array): string[] {
  const texts: string[] = [];
  let current = '';
  let [isText, isGuide] = [false, false];
  readXml(part, {
    open: ({ local }) => {
      if (local === 'si') current = '';
      if (local === 'rPh') isGuide = true;
      isText = local === 't';
    },
    text: (text) => {
      if (isText && !isGuide) current += text;
    },
    close: ({ local }) => {
      if (local === 'rPh') isGuide = false;
      if (local === 'si') texts.push(current);
      isText = false;
    },
  });
  return texts;
}

/**
 * A number as text; a space at its end distinguishes 790.125 from the text of 790 thousand and 125, which is trimmed. No
 * salary is below 100 reais: 1.518 is of thousands.
 */
const numberText = (number: string) => (/^\d{3}\.\d{3}$/.test(number) ? `${number} ` : number);

interface Cell {
  readonly column: number;
  readonly kind: string;
  readonly moment: Moment | undefined;
  value: string;
  hasFormula: boolean;
}

const isNumber = ({ kind }: Cell) => kind === '' || kind === 'n';

function sheetRows(
  part: Uint8Array,
  texts: readonly string[],
  moments: ReadonlyMap<number, Moment>,
  firstDay: number,
): Omit<WorkbookSheet, 'name' | 'others'> {
  const rows: string[][] = [];
  const merged: string[] = [];
  const beyond = new Set<number>();
  const hidden = new Set<number>();
  const hiddenPlaces = new Set<number>();
  const hiddenColumns = new Set<number>();
  let [formulas, emptyFormulas, place, lastColumn] = [0, 0, 0, -1];
  let cell: Cell | undefined;
  let within = '';
  let isHidden = false;
  const textIn = (read: Cell) => {
    const { kind, moment, value } = read;
    if (kind === 's') return texts[Number(value)] ?? '';
    if (kind === 'b') return value === '1' ? 'VERDADEIRO' : 'FALSO';
    if (moment === undefined || !isNumber(read)) return value;
    return moment === 'time' ? clockText(value) : dateText(value, firstDay);
  };
  const closeCell = (closed: Cell) => {
    const { column, hasFormula } = closed;
    // How XML escapes a carriage return (ECMA-376, part 1, 22.4.2.4).
    const text = textIn(closed).replaceAll('_x000D_', '');
    if (hasFormula) formulas += 1;
    if (hasFormula && text === '') emptyFormulas += 1;
    if (text === '') return;
    if (column >= maxColumns) {
      beyond.add(column);
      return;
    }
    // Programs write rows without values down to the last one of a sheet.
    if (place > maxFilledRows) throw tooManyRows();
    while (rows.length < place) rows.push([]);
    const row = rows[place - 1];
    if (row === undefined) return;
    if (isHidden) hidden.add(place);
    if (hiddenPlaces.has(column)) hiddenColumns.add(column);
    while (row.length < column) row.push('');
    row[column] = isNumber(closed) ? numberText(text.trim()) : text.trim();
  };
  readXml(part, {
    open: ({ local, attributes }) => {
      within = local;
      if (local === 'row') {
        const number = Number(textOf(attributes, 'r'));
        place = Number.isInteger(number) && number > place ? number : place + 1;
        lastColumn = -1;
        isHidden = isTrue(textOf(attributes, 'hidden'));
      }
      if (local === 'col' && isTrue(textOf(attributes, 'hidden'))) {
        const first = Math.max(1, Number(textOf(attributes, 'min')));
        const last = Math.min(Number(textOf(attributes, 'max')), maxColumns);
        for (let number = first; number <= last; number++) hiddenPlaces.add(number - 1);
      }
      if (local === 'c') {
        const column = columnOf(textOf(attributes, 'r')) ?? lastColumn + 1;
        lastColumn = column;
        cell = {
          column,
          kind: textOf(attributes, 't'),
          moment: moments.get(Number(textOf(attributes, 's'))),
          value: '',
          hasFormula: false,
        };
      }
      if (local === 'f' && cell) cell.hasFormula = true;
      if (local === 'mergeCell') merged.push(textOf(attributes, 'ref'));
    },
    text: (text) => {
      // A value, or the text of an inline string.
      if (cell && (within === 'v' || within === 't')) cell.value += text;
    },
    close: ({ local }) => {
      within = '';
      if (local === 'c' && cell) closeCell(cell);
      if (local === 'c') cell = undefined;
    },
  });
  fillMerged(rows, merged);
  return {
    rows,
    columnsBeyond: beyond.size,
    formulas,
    emptyFormulas,
    hiddenRows: hidden.size,
    hiddenColumns: hiddenColumns.size,
  };
}

const isTrue = (attribute: string) => /^(1|true)$/.test(attribute);

/**
 * Copies the value of each block of merged cells down its first column: a department that is written once for many rows.
 * Blocks of one row, such as titles, stay as they are. Rows that the sheet does not have are not made.
 */
function fillMerged(rows: readonly string[][], merged: readonly string[]): void {
  for (const reference of merged) {
    const [start = '', end = ''] = reference.split(':');
    const column = columnOf(start);
    if (column === undefined) continue;
    const value = rows[rowOf(start) - 1]?.[column] ?? '';
    if (value === '') continue;
    for (const row of rows.slice(rowOf(start), rowOf(end))) {
      if (row.length === 0) continue;
      while (row.length <= column) row.push('');
      row[column] = value;
    }
  }
}

/** "C5" is 5; NaN if a reference does not state its row. */
const rowOf = (address: string): number => Number(/\d+$/.exec(address)?.[0]);

/** "C5" is 2; undefined if a cell does not state its position. */
function columnOf(address: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(address)?.[1];
  if (letters === undefined) return undefined;
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
