import { sheet } from './sample-workbook.ts';
import type { ReadWorkbook } from './workbook-reader.ts';

/** The values of "'Porte'!$A$6:$A$8", '' for an empty cell. */
export function rangeValues(workbook: ReadWorkbook, reference: string): (string | number)[] {
  const [, at = '', column = '', first = '', , last = first] =
    /^'?([^'!]+)'?!\$([A-Z]+)\$(\d+)(:\$[A-Z]+\$(\d+))?$/.exec(reference) ?? [];
  const { cells } = sheet(workbook, at);
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, index) => cells.get(`${column}${Number(first) + index}`)?.value ?? '',
  );
}

/** Every formula of a workbook, with its address. */
export function formulasOf(workbook: ReadWorkbook) {
  return [...workbook.sheets].flatMap(([, { cells }]) =>
    [...cells].filter(([, { formula }]) => formula !== undefined),
  );
}
