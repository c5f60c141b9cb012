import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { emptyCode, valueInPeriodSql } from '../../platform/warehouse/empty-values.ts';
import { columnsOf, monthColumn, type Column } from '../../platform/warehouse/layout.ts';
import { sharedNames } from '../../platform/warehouse/schema.ts';
import type { Sql } from '../../platform/warehouse/warehouse.ts';

/**
 * Converts a line of an official file to a row: the line is split at each `;`, every field is read according to its
 * column's form, and a line with an unreadable field is rejected with the first such column and the reason.
 */
export interface FileShape {
  readonly batch: number;
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  /** The position in a line, from 1, of each column that the file has. */
  readonly positions: ReadonlyMap<string, number>;
  /** Number of fields of a line. */
  readonly width: number;
}

// MTE wrote some months with a decimal point, float noise or an exponent; a text such as 1.234,56 never occurs.
const numberPattern = String.raw`^(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,2})?$`;

/** Reads a field. An empty code has its type's empty code; so has an unreadable one, which `complaints` finds. */
function reading({ form, type }: Column, field: string): string {
  switch (form) {
    case 'code':
      return `ifNull(to${type}OrNull(${field}), ${emptyCode(type)})`;
    case 'letter':
      return `upper(${field})`;
    case 'whole':
      return `toUInt16OrNull(${field})`;
    case 'hundredths':
      return hundredths(field);
    case 'balance':
      return `toInt8OrZero(${field})`;
    case 'month':
      return `toUInt32OrZero(${field})`;
  }
}

/** Maximum amount in hundredths: the sum of larger ones over a whole file might not fit its type. */
const maxAmount = 1_000_000_000_000;

/**
 * Whether a text can be an amount as the ministry writes it, such as 1621,00. If it also converts to a whole number
 * without its comma, it consists of digits, a comma and two digits.
 */
const isUsualAmount = (field: string) =>
  `(substring(${field}, -3, 1) = ',' and ${field} >= '0' and length(${field}) <= 15)`;

// Usual amounts are read without the comma: a decimal type takes twice as long. In other amounts four decimal digits
// are enough, because the third one decides the rounding to a cent. The factor's type makes room for the product.
function hundredths(field: string): string {
  const digits = `toInt64OrNull(replaceOne(${field}, ',', ''))`;
  const amount = `toDecimal64OrNull(replaceOne(${field}, ',', '.'), 4)`;
  return `if(${isUsualAmount(field)}, ${digits}, toInt64(round(${amount} * toDecimal128(100, 0))))`;
}

/** The possible faults of a field as pairs of condition and reason; the first condition that holds counts. */
function complaints(column: Column, shape: FileShape): [condition: string, reason: string][] {
  const field = `f_${column.name}`;
  const value = `v_${column.name}`;
  switch (column.form) {
    case 'code':
      return [
        [
          `${value} = ${emptyCode(column.type)} and notEmpty(${field})`,
          'código que não é um número dentro do intervalo da coluna',
        ],
      ];
    case 'letter':
      return [
        [
          `${value} != '' and (length(${value}) != 1 or ${value} < 'A' or ${value} > 'Z')`,
          'seção que não é uma letra',
        ],
      ];
    case 'whole':
      return [[`${field} != '' and isNull(${value})`, 'não é um número inteiro']];
    case 'hundredths':
      return [
        [
          `${field} != '' and (isNull(${value}) or not ${isUsualAmount(field)} and not match(${field}, {numberPattern:String}))`,
          'não é um valor decimal',
        ],
        [`ifNull(${value} > ${maxAmount}, 0)`, 'valor grande demais'],
      ];
    case 'balance':
      return [[`${field} not in ('1', '-1')`, 'saldo diferente de 1 e de -1']];
    case 'month':
      return monthComplaints(column, shape);
  }
}

function monthComplaints({ name }: Column, { kind, month }: FileShape): [string, string][] {
  const value = `v_${name}`;
  const found: [string, string][] = [
    [
      `not (${value} between 200001 and 209912 and ${value} % 100 between 1 and 12)`,
      'competência que não é um mês AAAAMM',
    ],
  ];
  if (monthColumn[kind] === name) {
    found.push([`${value} != {month:UInt32}`, `competência diferente da do arquivo (${month})`]);
  } else if (name === 'month') {
    // A single such line would extend the period of every search.
    found.push([
      `${value} not between ${firstMonth} and {month:UInt32}`,
      `movimentação de antes de ${firstMonth} ou de depois da competência do arquivo (${month})`,
    ]);
  }
  return found;
}

/** The first month of Novo CAGED, AAAAMM. */
const firstMonth = 202001;

function fieldsSql(shape: FileShape, source: string): string {
  const columns = columnsOf(shape.kind);
  const declaredMonth = `toUInt32OrZero(fields[${shape.positions.get('declared_month')}])`;
  const fields = columns.map((column) => {
    const position = shape.positions.get(column.name);
    // The month of the file may lack an optional column.
    const field =
      position === undefined
        ? `''`
        : valueInPeriodSql(column, declaredMonth, `fields[${position}]`, `''`);
    return `${field} as f_${column.name}`;
  });
  const values = columns.map(
    (column) => `${reading(column, `f_${column.name}`)} as v_${column.name}`,
  );
  return `
    select fields, text, number, ${[...fields, ...values].join(',\n      ')}
    from (
      select trimRight(line, '\\r') as text, splitByChar(';', text) as fields,
        rowNumberInAllBlocks() as number
      from ${source}
    )`;
}

function parameters(shape: FileShape) {
  return { batch: shape.batch, month: Number(shape.month), numberPattern };
}

const defects = (shape: FileShape) =>
  columnsOf(shape.kind).flatMap((column) =>
    complaints(column, shape).map(([condition, reason]) => ({ column, condition, reason })),
  );

/** Inserts every acceptable line of the source. The header is never acceptable, so it needs no special treatment. */
export function acceptedLinesSql(shape: FileShape, source: string): Sql {
  const columns = columnsOf(shape.kind);
  const target =
    shape.kind === 'EXC'
      ? `exclusions (batch, ${columns.map(({ name }) => name).join(', ')})`
      : `movements (batch, weight, kind, ${sharedNames})`;
  const constants = shape.kind === 'EXC' ? '{batch:UInt32}' : `{batch:UInt32}, 1, '${shape.kind}'`;
  const values = columns.map(({ name }) => `v_${name}`);
  const text = `
    insert into ${target}
    select ${constants}, ${values.join(', ')}
    from (${fieldsSql(shape, source)})
    where length(fields) = ${shape.width}
      and not (${defects(shape)
        .map(({ condition }) => condition)
        .join('\n        or ')})`;
  return { text, params: parameters(shape) };
}

/** Maximum stored bytes of a rejected line. MTE's lines have fewer than 200, those of other files maybe millions. */
const maximumRejectedText = 10_000;

/** The rejected lines that are stored: the first ones up to a number, and the file's last line. */
export interface RejectionLimit {
  readonly first: number;
  /** Number of the file's last line; the first line after the header is 1. */
  readonly last: number;
}

const isStored = `(place < {first:UInt64} or number = {last:UInt64})`;

/** Inserts every stored rejected line, with its number, the first faulty column, the reason and the raw text. */
export function rejectedLinesSql(shape: FileShape, stored: RejectionLimit, source: string): Sql {
  const text = `
    insert into rejections (batch, line, column, reason, raw)
    select {batch:UInt32}, number + 1, fault, reason, left(text, ${maximumRejectedText})
    from (${faultsSql(shape, source)})
    where ${isStored}`;
  return { text, params: { ...parameters(shape), ...stored } };
}

/** Inserts the number of the other rejected lines, by column and reason. */
export function rejectionCountsSql(shape: FileShape, stored: RejectionLimit, source: string): Sql {
  const text = `
    insert into rejections (batch, line, column, reason, raw, copies)
    select {batch:UInt32}, 0, fault, reason, '', count()
    from (${faultsSql(shape, source)})
    where not ${isStored}
    group by fault, reason`;
  return { text, params: { ...parameters(shape), ...stored } };
}

/** Effectively no limit. Without a limit the engine would compute `place` before it filters out the good lines. */
const everyLine = 1_000_000_000_000;

/** The reason for rejecting a line without any text. */
export const blankLine = 'a linha está vazia';

/** The lines that cannot be accepted, in file order: `place` counts them from 0. */
function faultsSql(shape: FileShape, source: string): string {
  const branches = defects(shape);
  const width = `length(fields) != ${shape.width}`;
  const columnCase = branches.map(({ column, condition }) => `${condition}, '${column.header}'`);
  const reasonCase = branches.map(({ condition, reason }) => `${condition}, '${reason}'`);
  return `
    select number, text, fault, reason, rowNumberInAllBlocks() as place
    from (
      select *
      from (
        select number, text,
          multiIf(${width}, '(linha)', ${columnCase.join(', ')}, '') as fault,
          multiIf(text = '', '${blankLine}', ${width}, concat('a linha tem ', toString(length(fields)), ' campos e o cabeçalho tem ${shape.width}'),
            ${reasonCase.join(', ')}, '') as reason
        from (${fieldsSql(shape, source)})
      )
      where number > 0 and fault != ''
      limit ${everyLine}
    )`;
}
