import { unzipSync } from 'fflate';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { mostPeople, RollFileError, tooManyRows } from './roll-columns.ts';

/** A sheet of a workbook: its rows as text, and counts of the cells with formulas. */
export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Cells whose value comes from a formula, as of the last save. */
  readonly formulas: number;
  /** Cells with a formula and no value. */
  readonly emptyFormulas: number;
}

/** The limit for all parts that are read, unpacked: a workbook of 50,000 people takes a fifth of it. */
const mostUnpackedBytes = 150 * 2 ** 20;
const mostColumns = 200;
const roomAbove = 50;
const mostMerged = 50_000;
const pieceBytes = 2 ** 18;

const tooLarge = () =>
  new RollFileError(
    'A planilha, descompactada, é grande demais. Deixe nela só as colunas da folha, salve como .xlsx e tente de novo.',
  );
const damaged = () =>
  new RollFileError(
    'O arquivo .xlsx está danificado. Abra-o no Excel ou no LibreOffice, salve de novo e tente outra vez.',
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
  const sheets = sheetsOf(workbook, relations);
  const common = unpackedParts(bytes, /^xl\/(sharedStrings|styles)\.xml$/);
  const shared = common.get('xl/sharedStrings.xml');
  const texts = shared === undefined ? [] : sharedTexts(shared);
  const styles = common.get('xl/styles.xml');
  const times = styles === undefined ? new Set<number>() : timeStyles(styles);
  for (const { name, path } of sheets) {
    const part = unpackedParts(bytes, path).get(path);
    if (part !== undefined) yield { name, ...sheetRows(part, texts, times) };
  }
}

function unpackedParts(bytes: Uint8Array, wanted: RegExp | string): Map<string, Uint8Array> {
  let unpacked = 0;
  const isWanted = (name: string) =>
    typeof wanted === 'string' ? name === wanted : wanted.test(name);
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!isWanted(name)) return false;
        unpacked += originalSize;
        if (unpacked > mostUnpackedBytes) throw tooLarge();
        return true;
      },
    });
    return new Map(Object.entries(parts));
  } catch (error) {
    throw error instanceof RollFileError ? error : damaged();
  }
}

function sheetsOf(workbook: Uint8Array, relations: Uint8Array): { name: string; path: string }[] {
  const targets = new Map<string, string>();
  readXml(relations, {
    open: ({ local, attributes }) => {
      if (local === 'Relationship')
        targets.set(textOf(attributes, 'Id'), textOf(attributes, 'Target'));
    },
  });
  const sheets: { name: string; path: string }[] = [];
  readXml(workbook, {
    open: ({ local, attributes }) => {
      if (local !== 'sheet' || textOf(attributes, 'state').endsWith('idden')) return;
      const target = targets.get(textOf(attributes, 'r:id') || textOf(attributes, 'id')) ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      sheets.push({ name: textOf(attributes, 'name'), path });
    },
  });
  return sheets;
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

/** The built-in number formats of times (ECMA-376, part 1, 18.8.30); 22 is a date with a time. */
const timeFormats = [18, 19, 20, 21, 45, 46, 47];

/** Whether a number format shows hours and no date; quoted or escaped texts, colours and locales do not count. */
function showsTime(format: string): boolean {
  const code = format.replaceAll(/"[^"]*"|[\\_*].|\[(?!h+\])[^\]]*\]/gi, '');
  return /h/i.test(code) && !/[dy]/i.test(code);
}

/** The cell styles that show a number as a time: their indexes, which cells refer to. */
function timeStyles(part: Uint8Array): ReadonlySet<number> {
  const formats = new Set(timeFormats.map(String));
  const times = new Set<number>();
  let style = -1;
  let isOfCells = false;
  readXml(part, {
    open: ({ local, attributes }) => {
      if (local === 'cellXfs') isOfCells = true;
      if (local === 'numFmt' && showsTime(textOf(attributes, 'formatCode'))) {
        formats.add(textOf(attributes, 'numFmtId'));
      }
      if (local !== 'xf' || !isOfCells) return;
      style += 1;
      if (formats.has(textOf(attributes, 'numFmtId'))) times.add(style);
    },
    close: ({ local }) => {
      if (local === 'cellXfs') isOfCells = false;
    },
  });
  return times;
}

/** "44:00" from 1.8333 days, to the minute; an empty text and a negative number stay as they are. */
function clockText(days: string): string {
  const minutes = Math.round(Number(days) * 1440);
  if (days === '' || !(minutes >= 0)) return days;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * A number as text; a space at its end distinguishes 790.125 from the text of 790 thousand and 125, which is trimmed. No
 * salary is below 100 reais: 1.518 is of thousands.
 */
const numberText = (number: string) => (/^\d{3}\.\d{3}$/.test(number) ? `${number} ` : number);

interface Cell {
  readonly column: number;
  readonly kind: string;
  readonly isTime: boolean;
  value: string;
  hasFormula: boolean;
}

const isNumber = ({ kind }: Cell) => kind === '' || kind === 'n';

function sheetRows(
  part: Uint8Array,
  shared: readonly string[],
  times: ReadonlySet<number>,
): Omit<WorkbookSheet, 'name'> {
  const rows: string[][] = [];
  const merged: string[] = [];
  let [formulas, emptyFormulas, place, lastColumn] = [0, 0, 0, -1];
  let cell: Cell | undefined;
  let within = '';
  const openRow = (number: number) => {
    place = Number.isInteger(number) && number > place ? number : place + 1;
    lastColumn = -1;
  };
  const textIn = (read: Cell) => {
    const { kind, isTime, value } = read;
    if (kind === 's') return shared[Number(value)] ?? '';
    return isTime && isNumber(read) ? clockText(value) : value;
  };
  const closeCell = (closed: Cell) => {
    const { column, hasFormula } = closed;
    const text = textIn(closed);
    if (hasFormula) formulas += 1;
    if (hasFormula && text === '') emptyFormulas += 1;
    if (text === '' || column >= mostColumns) return;
    // Programs write rows without values down to the last one of a sheet.
    if (place > mostPeople + roomAbove) throw tooManyRows();
    while (rows.length < place) rows.push([]);
    const row = rows[place - 1];
    if (row === undefined) return;
    while (row.length < column) row.push('');
    row[column] = isNumber(closed) ? numberText(text.trim()) : text.trim();
  };
  readXml(part, {
    open: ({ local, attributes }) => {
      within = local;
      if (local === 'row') openRow(Number(textOf(attributes, 'r')));
      if (local === 'c') {
        const column = columnOf(textOf(attributes, 'r')) ?? lastColumn + 1;
        lastColumn = column;
        cell = {
          column,
          kind: textOf(attributes, 't'),
          isTime: times.has(Number(textOf(attributes, 's'))),
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
  return { rows, formulas, emptyFormulas };
}

/**
 * Copies the value of each block of merged cells down its first column: a department that is written once for many rows.
 * Blocks of one row, such as titles, stay as they are. Rows that the sheet does not have are not made.
 */
function fillMerged(rows: readonly string[][], merged: readonly string[]): void {
  for (const reference of merged.slice(0, mostMerged)) {
    const [start = '', end = ''] = reference.split(':');
    const column = columnOf(start);
    const [from, to] = [rowOf(start), Math.min(rowOf(end), rows.length)];
    if (column === undefined || column >= mostColumns || Number.isNaN(from)) continue;
    const value = rows[from - 1]?.[column] ?? '';
    if (value === '') continue;
    for (const row of rows.slice(from, to)) {
      if (row.length === 0) continue;
      while (row.length <= column) row.push('');
      row[column] = value;
    }
  }
}

/** "C5" is 5; NaN if a reference does not state its row. */
const rowOf = (address: string): number => Number(/\d+$/.exec(address)?.[0] ?? Number.NaN);

/** "C5" is 2; undefined if a cell does not state its position. */
function columnOf(address: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(address)?.[1];
  if (letters === undefined) return undefined;
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface XmlReader {
  readonly open: (tag: SaxesTagNS) => void;
  readonly text?: (text: string) => void;
  readonly close?: (tag: SaxesTagNS) => void;
}

/** Parses a part piece by piece, with any name prefixes; entities that a document declares are not resolved. */
function readXml(part: Uint8Array, { open, text, close }: XmlReader): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', open);
  if (text) parser.on('text', text);
  if (close) parser.on('closetag', close);
  const decoder = new TextDecoder('utf-8');
  try {
    for (let at = 0; at < part.length; at += pieceBytes) {
      parser.write(decoder.decode(part.subarray(at, at + pieceBytes), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof RollFileError ? error : damaged();
  }
}

const textOf = (attributes: SaxesTagNS['attributes'], name: string): string =>
  attributes[name]?.value ?? '';
