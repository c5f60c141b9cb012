import type { ApiAnswer } from '../../../shared/contracts/api-v1.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';

/** A cell of a CSV or Parquet table. */
type Cell = string | number | null;

/** Columns by name, with their type in Parquet. */
interface Table {
  readonly columns: readonly {
    readonly name: string;
    readonly kind: 'text' | 'count' | 'number';
  }[];
  readonly rows: readonly (readonly Cell[])[];
}

const groupColumns = [
  { name: 'painel', kind: 'text' },
  { name: 'codigo', kind: 'text' },
  { name: 'nome', kind: 'text' },
  { name: 'registros', kind: 'count' },
  { name: 'parte', kind: 'number' },
  { name: 'media', kind: 'number' },
  { name: 'percentil_25', kind: 'number' },
  { name: 'mediana', kind: 'number' },
  { name: 'percentil_75', kind: 'number' },
  { name: 'omitido', kind: 'text' },
  { name: 'aviso', kind: 'text' },
] as const;

/** The response as one table: the whole query, then every group of its panels. */
export function answerTable({ estatisticas, motivo, grupos, metadados }: ApiAnswer): Table {
  const whole = {
    ...estatisticas,
    painel: 'tudo',
    codigo: 'tudo',
    nome: 'Todos os registros da pergunta',
    parte: 1,
    omitido: motivo?.codigo ?? null,
  };
  // Each row states it, because tables are cut into rows.
  const { aviso } = metadados.completude;
  const rows = [whole, ...grupos]
    .map((one) => ({ ...one, aviso }))
    .map((group) => groupColumns.map(({ name }) => group[name]));
  return { columns: groupColumns, rows };
}

/** Distinct salaries in reais and the record count of each. */
export const distributionTable = (
  distribution: readonly { readonly salario: number; readonly registros: number }[],
): Table => ({
  columns: [
    { name: 'salario', kind: 'number' },
    { name: 'registros', kind: 'count' },
  ],
  rows: distribution.map(({ salario, registros }) => [salario, registros]),
});

/** CSV for Brazilian spreadsheets: semicolons and decimal commas. */
export const tableCsv = ({ columns, rows }: Table): string =>
  [
    `${csvStart}${csvRow(columns.map(({ name }) => name))}`,
    ...rows.map((row) => csvRow(row.map(csvCell))),
  ].join('');

const csvCell = (cell: Cell) =>
  cell === null ? '' : typeof cell === 'number' ? String(cell).replace('.', ',') : cell;

/** The table as Parquet, written by the engine. */
export async function tableParquet(
  warehouse: Warehouse,
  table: Table,
  limits: QueryLimits,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of warehouse.bytes(tableSql(table), 'parquet', limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const kinds = {
  text: (value: string) => `nullIf(${value}, '')`,
  count: (value: string) => `toUInt64(${value})`,
  number: (value: string) => `toFloat64OrNull(${value})`,
} as const;

function tableSql({ columns, rows }: Table): Required<Sql> {
  const columnOf = (index: number) => rows.map((row) => String(row[index] ?? ''));
  const list = columns.map(
    ({ name, kind }, index) => `${kinds[kind](`line.${index + 1}`)} as ${name}`,
  );
  const arrays = columns.map(({ name }) => `{${name}:Array(String)}`);
  return {
    text: `
    select ${list.join(',\n      ')}
    from (select arrayJoin(arrayZip(${arrays.join(', ')})) as line)`,
    params: Object.fromEntries(columns.map(({ name }, index) => [name, columnOf(index)])),
  };
}
