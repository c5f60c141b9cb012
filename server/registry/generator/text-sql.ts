import {
  columnsOf,
  exclusionColumns,
  sharedColumns,
  type Column,
} from '../../platform/warehouse/layout.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { Sql } from '../../platform/warehouse/warehouse.ts';
import { fileSql, type FileMaking } from './file-sql.ts';

/** The text form of MTE's files: UTF-8, CRLF, `;`, decimal comma without a leading zero, codes as numbers. */
const lineEnd = String.raw`\r\n`;

/** The columns in the order of the files: the two additional ones of EXC follow competênciadec. */
function columnsInOrder(kind: FileKind): readonly Column[] {
  if (kind !== 'EXC') return columnsOf(kind);
  const after = sharedColumns.findIndex(({ name }) => name === 'declared_month') + 1;
  return [...sharedColumns.slice(0, after), ...exclusionColumns, ...sharedColumns.slice(after)];
}

/** The header line, without its line end. */
export const headerOf = (kind: FileKind) =>
  columnsInOrder(kind)
    .map(({ header }) => header)
    .join(';');

/** Selects the lines of a planned file, each with its line end, in one text column. */
export function textSql(making: FileMaking): Sql {
  const { text, params = {} } = fileSql(making);
  const fields = columnsInOrder(making.file.kind).map(fieldSql);
  return {
    text: `select concat(${fields.join(`, ';', `)}, '${lineEnd}') as line from (${text})`,
    params,
  };
}

function fieldSql({ name, form }: Column): string {
  if (form !== 'hundredths') return `ifNull(toString(${name}), '')`;
  const whole = `if(${name} < 100, '', toString(intDiv(${name}, 100)))`;
  return `ifNull(concat(${whole}, ',', leftPad(toString(modulo(${name}, 100)), 2, '0')), '')`;
}
