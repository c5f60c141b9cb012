import { isOptional, type Column } from './layout.ts';

/** The value that stands for an empty text in a code column of this type; as a code it is rejected. */
export function emptyCode(type: string): number {
  return type === 'UInt16' ? 65_535 : 4_294_967_295;
}

/** How the engine stores a field that is empty in the file, in SQL. Months and the balance never are. */
export function emptyValueSql({ type, form }: Column): string {
  if (type.startsWith('Nullable')) return 'null';
  return form === 'letter' ? `''` : String(emptyCode(type));
}

/** The condition, in SQL, that the field of a line was empty in its file. */
export const isEmptySql = (column: Column): string =>
  column.type.startsWith('Nullable')
    ? `isNull(${column.name})`
    : `${column.name} = ${emptyValueSql(column)}`;

/**
 * The value of an optional column, given the line's month of declaration as SQL: empty outside the column's months,
 * whatever a file republished later says, so that an exclusion equals the line that it cancels.
 */
export function valueInPeriodSql(
  column: Column,
  declaredMonth: string,
  value: string,
  empty = emptyValueSql(column),
): string {
  if (!isOptional(column)) return value;
  const { since = '0', until = '999999' } = column;
  return `if(${declaredMonth} between ${since} and ${until}, ${value}, ${empty})`;
}
