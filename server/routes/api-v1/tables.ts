import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { syntheticNotice } from '../../../shared/codes/codes.ts';
import type { DecimalMark } from '../../../shared/contracts/api-queries.ts';
import type { z } from 'zod';
import type { ApiAnswer, ApiDistribution, ApiMonths } from '../../../shared/contracts/api-v1.ts';
import { csvStart, delimitedRow } from '../../platform/csv.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';

type Cell = string | number | null;

/** The kind of a column decides its type in Parquet and its digits in CSV; money is reais. */
type Kind = 'text' | 'count' | 'money' | 'share';

export interface Table {
  readonly columns: readonly { readonly name: string; readonly kind: Kind }[];
  /** Can be an iterator, which is read only once. */
  readonly rows: Iterable<readonly Cell[]>;
}

const answerColumns = [
  { name: 'painel', kind: 'text' },
  { name: 'codigo', kind: 'text' },
  { name: 'nome', kind: 'text' },
  { name: 'registros', kind: 'count' },
  { name: 'parte', kind: 'share' },
  { name: 'media', kind: 'money' },
  { name: 'percentil_10', kind: 'money' },
  { name: 'percentil_25', kind: 'money' },
  { name: 'mediana', kind: 'money' },
  { name: 'percentil_75', kind: 'money' },
  { name: 'percentil_90', kind: 'money' },
  { name: 'omitido', kind: 'text' },
  { name: 'aviso', kind: 'text' },
  { name: 'periodo_de', kind: 'text' },
  { name: 'periodo_ate', kind: 'text' },
  { name: 'versao', kind: 'count' },
  { name: 'recibo', kind: 'text' },
] as const satisfies Table['columns'];

/**
 * The response as one table: the whole query, then every group of its panels. Groups have no P10 and P90. Each row
 * repeats the notice, the period, the version and the receipt, because tables are cut into rows.
 */
export function answerTable({ estatisticas, motivo, grupos, metadados }: ApiAnswer): Table {
  const whole = {
    ...estatisticas,
    painel: 'tudo',
    codigo: 'tudo',
    nome: 'Todos os registros da pergunta',
    parte: 1,
    omitido: motivo?.codigo ?? null,
  };
  const onEachRow = {
    aviso: noticeOf(metadados),
    periodo_de: metadados.periodo?.de ?? null,
    periodo_ate: metadados.periodo?.ate ?? null,
    versao: metadados.versao?.numero ?? null,
    recibo: metadados.recibo,
  };
  const groups = grupos.map((group) => ({ ...group, percentil_10: null, percentil_90: null }));
  const rows = [whole, ...groups]
    .map((one) => ({ ...one, ...onEachRow }))
    .map((row) => answerColumns.map(({ name }) => row[name]));
  return { columns: answerColumns, rows };
}

/** The notices of demonstration data and of incomplete data; null without either. */
function noticeOf({ versao, completude }: ApiAnswer['metadados']): string | null {
  const synthetic = versao?.sintetica === true ? syntheticNotice : null;
  return [synthetic, completude.aviso].filter((notice) => notice !== null).join('. ') || null;
}

/** Distinct salaries in reais and the record count of each. */
export const distributionTable = ({ distribuicao }: z.infer<typeof ApiDistribution>): Table => ({
  columns: [
    { name: 'salario', kind: 'money' },
    { name: 'registros', kind: 'count' },
  ],
  rows: distribuicao.values().map(({ salario, registros }) => [salario, registros]),
});

/** Published months, with what each still expects to change. */
export const monthTable = (months: z.infer<typeof ApiMonths>): Table => ({
  columns: [
    { name: 'mes', kind: 'text' },
    { name: 'arquivos', kind: 'text' },
    { name: 'muda_de', kind: 'share' },
    { name: 'muda_ate', kind: 'share' },
  ],
  rows: months.map((one) => [one.mes, one.arquivos.join(' '), one.muda_de, one.muda_ate]),
});

/** A list of items whose fields are texts as a table; a field that an item lacks is empty. */
export const textTable = <Name extends string>(
  names: readonly Name[],
  items: readonly { readonly [Own in Name]?: string | undefined }[],
): Table => ({
  columns: names.map((name) => ({ name, kind: 'text' })),
  rows: items.map((item) => names.map((name) => item[name] ?? null)),
});

/** Rows between two yields to the event loop, some 10 ms: all of Brazil has 420,000 salaries. */
const rowsInATurn = 10_000;

async function* rowSlices(rows: Table['rows']): AsyncGenerator<(readonly Cell[])[]> {
  let slice: (readonly Cell[])[] = [];
  for (const row of rows) {
    slice.push(row);
    if (slice.length < rowsInATurn) continue;
    yield slice;
    slice = [];
    await setImmediate();
  }
  yield slice;
}

/**
 * The table as CSV: for Brazilian spreadsheets with semicolons, decimal commas and a byte order mark, or for programs
 * with commas and decimal points.
 */
export async function tableCsv({ columns, rows }: Table, mark: DecimalMark): Promise<Buffer> {
  const [start, separator] = mark === 'virgula' ? ([csvStart, ';'] as const) : (['', ','] as const);
  const textOf = (cell: Cell, kind: Kind) => {
    if (typeof cell !== 'number') return cell;
    const text = cell.toFixed(digits[kind]);
    return mark === 'virgula' ? text.replace('.', ',') : text;
  };
  const names = columns.map(({ name }) => name);
  const lineOf = (row: readonly Cell[]) =>
    delimitedRow(
      columns.map(({ kind }, index) => textOf(row[index] ?? null, kind)),
      separator,
    );
  const slices = [Buffer.from(`${start}${delimitedRow(names, separator)}`)];
  for await (const slice of rowSlices(rows)) slices.push(Buffer.from(slice.map(lineOf).join('')));
  return Buffer.concat(slices);
}

/** Decimals in CSV: centavos of money, and a hundredth of a percent of a share. */
const digits = { text: 0, count: 0, money: 2, share: 4 } as const;

/** The table as Parquet, written by the engine. */
export async function tableParquet(
  warehouse: Warehouse,
  table: Table,
  limits: QueryLimits,
): Promise<Buffer> {
  return buffer(warehouse.bytes(await tableSql(table), 'parquet', limits));
}

const kinds = {
  text: (value: string) => `nullIf(${value}, '')`,
  count: (value: string) => `toUInt64OrNull(${value})`,
  money: (value: string) => `toFloat64OrNull(${value})`,
  share: (value: string) => `toFloat64OrNull(${value})`,
} as const;

/** Ends each cell of a column in one text: a list of texts takes the event loop five times as long to escape. */
const cellEnd = '\u001F';

async function tableSql({ columns, rows }: Table): Promise<Required<Sql>> {
  const texts = columns.map((): string[] => []);
  for await (const slice of rowSlices(rows))
    for (const [index, text] of texts.entries())
      text.push(slice.map((row) => `${row[index] ?? ''}${cellEnd}`).join(''));
  await setImmediate();
  const list = columns.map(
    ({ name, kind }, index) => `${kinds[kind](`line.${index + 1}`)} as ${name}`,
  );
  const arrays = columns.map(
    ({ name }) => `arrayPopBack(splitByChar(char(${cellEnd.charCodeAt(0)}), {${name}:String}))`,
  );
  return {
    text: `
    select ${list.join(',\n      ')}
    from (select arrayJoin(arrayZip(${arrays.join(', ')})) as line)`,
    params: Object.fromEntries(columns.map(({ name }, at) => [name, texts[at]?.join('') ?? ''])),
  };
}
