import { dayMs } from '../../../../shared/codes/months.ts';
import { escapeXml } from '../../../platform/escape-xml.ts';

/** Cells and their addresses, as a sheet's XML writes them. Rows and columns start at 0 here and at 1 in the XML. */

/** 0 → "A", 27 → "AB". */
function columnName(column: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

type CellPlace = readonly [row: number, column: number];

/** ('Regiões', [4, 1], [6, 1]) → "'Regiões'!$B$5:$B$7"; without `to`, one cell. */
export function reference(sheet: string, from: CellPlace, to?: CellPlace): string {
  const cells = to === undefined ? absolute(from) : `${absolute(from)}:${absolute(to)}`;
  return `'${sheet.replaceAll("'", "''")}'!${cells}`;
}

const absolute = ([row, column]: CellPlace) => `$${columnName(column)}$${row + 1}`;

/** Text as XML. Characters that XML cannot hold become `_x0001_`, as in Excel; a text that looks so is escaped. */
export function xmlText(text: string): string {
  return escapeXml(
    text
      .replace(/_x[0-9A-Fa-f]{4}_/g, (like) => `_x005F${like}`)
      .replace(unwritable, (sign) => `_x${hex(sign)}_`),
  );
}

// Control characters, lone surrogates, and two noncharacters.
const unwritable = /[\p{Cc}--[\t\n]]|[\ufffe\uffff]|\p{Surrogate}/gv;
const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Excel's serial date of the first day of a month AAAAMM: 202501 → 45658. */
export function monthSerial(yearMonth: string): number {
  const firstDay = Date.UTC(Number(yearMonth.slice(0, 4)), Number(yearMonth.slice(4)) - 1, 1);
  return (firstDay - Date.UTC(1899, 11, 30)) / dayMs;
}
