import { type Sql, type SqlValue, WarehouseError } from './warehouse.ts';

/** A string in single quotes, as ClickHouse reads it. */
export function quoteString(text: string): string {
  return `'${escape(text).replaceAll("'", "\\'")}'`;
}

/** A parameter's value in the text form from which the engine reads `{name:Type}`. */
export function formatParam(value: SqlValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return formatNested(value);
}

/** Maximum length of a parameter: a server accepts 128 KiB, but a URL should stay short. */
const maxParamLength = 4096;

/** Returns the same statement with long parameters as typed literals, which may have any length. */
export function withLongParamsInText({ text, params = {} }: Sql): Required<Sql> {
  const [long, short] = [new Map<string, string>(), new Map<string, SqlValue>()];
  for (const [name, value] of Object.entries(params)) {
    const literal = formatNested(value);
    if (literal.length > maxParamLength) long.set(name, literal);
    else short.set(name, value);
  }
  const placed = text.replaceAll(/\{(\w+):([^{}]+)\}/g, (place, name: string, type: string) => {
    const literal = long.get(name);
    return literal === undefined ? place : `cast(${literal}, ${quoteString(type)})`;
  });
  return { text: placed, params: Object.fromEntries(short) };
}

function formatNested(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return quoteString(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return formatNumber(value);
  return `[${value.map(formatNested).join(',')}]`;
}

function formatNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  throw new WarehouseError(`${value} cannot be a parameter.`, undefined);
}

// A raw tab or line end would end the parameter, a raw NUL the statement.
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\0', '\\0')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
