import type { RejectionSummary } from '../../../shared/contracts/uploads.ts';
import { formatCount, formatDecimal } from '../../../shared/words/format.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';
import { textsBeyond } from '../comparison/checked-file.ts';
import { refuse } from './header.ts';

/**
 * Maximum number of rejected lines that are stored per file. A hundred thousand are enough to find the fault, and a
 * file of nothing but line ends has tens of millions. The others are counted by reason.
 */
export const storedRejections = 100_000;

export interface LineCounts {
  readonly lines: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Number of rejected lines without any text. */
  readonly blank?: number;
  /** Whether the file was cut: the last line has no line end, and could not be read or stops within a value. */
  readonly isCutShort: boolean;
}

/**
 * Throws `AppError` if a file has no acceptable line, stops in the middle of one, or has a larger percentage of
 * rejected lines than the limit.
 */
export function refuseTooManyRejections(
  { lines, accepted, rejected, blank = 0, isCutShort }: LineCounts,
  maxRejectedPercent: number,
): void {
  if (lines === 0) {
    throw refuse(
      'sem_linha_aceitavel',
      'O arquivo só tem os nomes das colunas, sem nenhuma linha de dados. Baixe-o de novo do MTE e envie outra vez.',
    );
  }
  if (accepted === 0) {
    throw refuse(
      'sem_linha_aceitavel',
      `${lines === 1 ? 'A única linha não pôde' : `Nenhuma das ${formatCount(lines)} linhas pôde`} ser aceita; o arquivo não foi publicado. Veja os motivos nas linhas rejeitadas e envie o arquivo original do MTE.`,
    );
  }
  if (isCutShort) {
    throw refuse(
      'arquivo_incompleto',
      'O arquivo está incompleto: ele termina no meio de uma linha. Baixe-o de novo do MTE e envie outra vez.',
    );
  }
  const percent = (rejected / lines) * 100;
  if (percent > maxRejectedPercent) {
    const [share] = textsBeyond(percent, maxRejectedPercent);
    throw refuse(
      'muitas_linhas_rejeitadas',
      `${formatCount(rejected)} de ${formatCount(lines)} linhas ${rejected === 1 ? 'foi rejeitada' : 'foram rejeitadas'} (${share} %, e o limite é ${formatDecimal(maxRejectedPercent)} %); o arquivo não foi publicado.${blankText(blank, rejected)} Veja os motivos nas linhas rejeitadas e envie o arquivo original do MTE.`,
    );
  }
}

function blankText(blank: number, rejected: number): string {
  if (blank === 0) return '';
  if (rejected === 1) return ' Ela está vazia.';
  if (blank === rejected) return ' Todas elas estão vazias.';
  return ` Delas, ${formatCount(blank)} ${blank === 1 ? 'está vazia' : 'estão vazias'}.`;
}

const maxGroups = 100;

/**
 * The rejected lines of a file by column and reason, the most frequent first, each with its first lines. At most
 * `maxGroups` groups.
 */
export async function rejectionSummary(
  warehouse: Warehouse,
  batch: number,
): Promise<RejectionSummary> {
  const rows = await warehouse.rows<{
    column: string;
    reason: string;
    count: number;
    examples: [line: number, raw: string][];
    total: number;
    unkept: number;
  }>({
    text: `
      select column, reason, sum(copies) as count, sum(count) over () as total,
        sum(sumIf(copies, line = 0)) over () as unkept,
        groupArraySortedIf(3)((line, leftUTF8(raw, 300)), line > 0) as examples
      from rejections
      where batch = {batch:UInt32}
      group by column, reason
      order by count desc, column, reason
      limit {groups:UInt32}`,
    params: { batch, groups: maxGroups },
  });
  const total = rows[0]?.total ?? 0;
  return {
    total,
    groups: rows.map(({ column, reason, count, examples }) => ({
      column,
      reason,
      count,
      examples: examples.map(([line, raw]) => ({ line, raw })),
    })),
    unkept: rows[0]?.unkept ?? 0,
    others: total - rows.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Time for the slowest reader, such as a person who pages through the lines. */
const readerTimeoutMs = 30 * 60_000;

/**
 * The stored rejected lines of a file as CSV text in chunks: `;`, a byte-order mark, every field quoted. If lines were
 * only counted, the first row states how many.
 */
export async function* rejectedLinesCsv(
  warehouse: Warehouse,
  batch: number,
): AsyncGenerator<string> {
  yield `${csvStart}${csvRow(['linha', 'coluna', 'motivo', 'texto'])}`;
  const { unkept } = await rejectionSummary(warehouse, batch);
  if (unkept > 0) {
    const rejectedText =
      unkept === 1 ? 'linha foi rejeitada e só contada' : 'linhas foram rejeitadas e só contadas';
    const cut = `Esta lista está cortada: mais ${formatCount(unkept)} ${rejectedText}.`;
    yield csvRow([null, '(lista cortada)', cut, null]);
  }
  const text = `
    select line, column, reason, raw
    from rejections
    where batch = {batch:UInt32} and line > 0
    order by line`;
  const chunks = warehouse.stream<{ line: number; column: string; reason: string; raw: string }>(
    { text, params: { batch } },
    { timeoutMs: readerTimeoutMs },
  );
  for await (const rows of chunks) {
    yield rows.map(({ line, column, reason, raw }) => csvRow([line, column, reason, raw])).join('');
  }
}
