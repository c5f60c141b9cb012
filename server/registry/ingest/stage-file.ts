import { basename } from 'node:path';
import { brasiliaMonth } from '../../../shared/codes/months.ts';
import { formatLongMonth } from '../../../shared/words/format.ts';
import { deleteRows } from '../../platform/warehouse/delete-rows.ts';
import { hasRows } from '../../platform/warehouse/cluster/whole-batches.ts';
import type { Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { tableOf } from '../comparison/profile-sql.ts';
import { readHeader, refuse, requireColumns } from './header.ts';
import { isCutInValue } from './text-meter.ts';
import { identify, type FileIdentity } from './identify.ts';
import {
  acceptedLinesSql,
  blankLine,
  rejectedLinesSql,
  rejectionCountsSql,
  type FileShape,
} from './line-sql.ts';
import { maybeArchive } from './archive.ts';
import type { Loading } from './loading.ts';
import { sha256OfFile } from '../../platform/digest.ts';
import { openText, type OpenText } from './open-text.ts';
import { storedRejections, type LineCounts } from './rejections.ts';

export interface ReceivedFile {
  readonly batch: number;
  readonly path: string;
  readonly name: string;
  readonly stated: Partial<FileIdentity>;
}

/** A file whose lines are all in the warehouse: in its batch, or among the rejected lines. */
export interface StagedFile extends FileIdentity, LineCounts {
  readonly batch: number;
  readonly sha256: string;
  readonly receivedSha256: string;
}

export interface StageProgress {
  readonly bytes: number;
  readonly lines: number;
  /** The length of the text in bytes, as the file declares it. */
  readonly textBytes: number;
}

/** An existing file of the same kind and month. */
export interface KnownVersion {
  readonly sha256: string | null;
  readonly receivedSha256: string | null;
  /** Whether it came in the same upload: a different content is then a contradiction and not a new version. */
  readonly isSibling: boolean;
}

export interface Staging extends Pick<
  Loading,
  'warehouse' | 'clock' | 'maxTextBytes' | 'storedRejections' | 'signal'
> {
  readonly onProgress: (progress: StageProgress) => void;
  /** Called after the text was read once; the remaining steps account for every line. */
  readonly onRead: () => Promise<void>;
  readonly knownVersion: (identity: FileIdentity) => Promise<KnownVersion | undefined>;
}

/** A spreadsheet has at most 1,048,576 lines: a spreadsheet truncated a file with exactly this many. */
const spreadsheetLines = 1_048_575;
const loadTimeoutMs = 60 * 60 * 1000;

/**
 * Reads one file into its batch, invisible to readers until published. Returns the counts, or that the same content is
 * already there; in that case the batch may have rows, which the caller must discard. Accepted + rejected = lines read,
 * or it throws.
 */
export async function stageFile(
  file: ReceivedFile,
  staging: Staging,
): Promise<StagedFile | (FileIdentity & { readonly isUnchanged: true })> {
  const archive = await maybeArchive(file.path);
  const receivedSha256 = archive && (await sha256OfFile(archive.path));
  await using text = await open(file, staging);
  const header = readHeader(text.start);
  const names = text.name === basename(file.path) ? [file.name] : [file.name, text.name];
  const identity = identify({ header, start: text.start, names, stated: file.stated });
  if (identity.month > brasiliaMonth(staging.clock())) throw futureMonth(identity);
  requireColumns(header, identity);
  const known = await staging.knownVersion(identity);
  if (receivedSha256 !== undefined && known?.receivedSha256 === receivedSha256) {
    return { ...identity, isUnchanged: true };
  }
  const { positions, width } = header;
  const shape = { batch: file.batch, ...identity, positions, width };
  await loadText(text, (source) => acceptedLinesSql(shape, source), staging);
  const { sha256, lines, isLineEnded, lastLine } = text.counted();
  if (known?.sha256 === sha256) return { ...identity, isUnchanged: true };
  if (known?.isSibling) throw twoVersions(identity);
  if (lines === spreadsheetLines) throw cutBySpreadsheet();
  await staging.onRead();
  const { isLastRejected, ...counts } = await storeRejections(file, shape, lines, staging);
  return {
    ...counts,
    isCutShort: !isLineEnded && (isLastRejected || isCutInValue(text.start, lastLine)),
    ...identity,
    batch: file.batch,
    sha256,
    receivedSha256: receivedSha256 ?? sha256,
    lines,
  };
}

const futureMonth = ({ month }: FileIdentity) =>
  refuse(
    'competencia_futura',
    `O arquivo é de ${formatLongMonth(month)}, que ainda não começou. Confira o nome do arquivo e a competência das linhas.`,
  );

async function open(
  file: ReceivedFile,
  { maxTextBytes, signal, onProgress }: Staging,
): Promise<OpenText> {
  let textBytes = 0;
  const text = await openText(file.path, {
    maxBytes: maxTextBytes,
    onProgress: ({ bytes, lines }) => onProgress({ bytes, lines, textBytes }),
    signal,
  });
  textBytes = text.declaredBytes;
  return text;
}

async function loadText(
  text: OpenText,
  statement: (source: string) => Sql,
  { warehouse, signal }: Staging,
  order: { readonly isOrdered?: boolean } = {},
): Promise<void> {
  const limits = { timeoutMs: loadTimeoutMs, signal };
  await warehouse.load({ text: text.chunks, statement, limits, ...order });
}

/**
 * Counts the accepted lines. If lines are missing, reads the text again for the rejected ones, and a third time to
 * count those beyond the limit of stored lines.
 */
async function storeRejections(
  file: ReceivedFile,
  shape: FileShape,
  lines: number,
  staging: Staging,
) {
  const { warehouse } = staging;
  const accepted = await countBatch(warehouse, tableOf(shape.kind), shape.batch);
  const stored = { first: staging.storedRejections ?? storedRejections, last: lines };
  let counts = { rejected: 0, blank: 0, isLastRejected: false };
  for (const rejectionsSql of [rejectedLinesSql, rejectionCountsSql]) {
    if (accepted + counts.rejected >= lines) break;
    await using again = await open(file, staging);
    const statement = (source: string) => rejectionsSql(shape, stored, source);
    await loadText(again, statement, staging, { isOrdered: true });
    counts = await countRejected(warehouse, shape.batch, lines);
  }
  if (accepted + counts.rejected !== lines) {
    throw new Error(
      `Batch ${shape.batch}: ${accepted} accepted and ${counts.rejected} rejected of ${lines} lines`,
    );
  }
  return { accepted, ...counts };
}

function cutBySpreadsheet() {
  return refuse(
    'arquivo_de_planilha',
    'O arquivo tem exatamente 1.048.575 linhas, o limite de uma planilha: ele foi aberto e salvo por uma, que cortou o resto. Envie o arquivo original do MTE.',
  );
}

function twoVersions({ kind, month }: FileIdentity) {
  return refuse(
    'arquivo_repetido',
    `Há dois arquivos ${kind} de ${month} com conteúdos diferentes neste envio. Envie um só: o publicado por último pelo MTE.`,
  );
}

/** Whether every accepted line of a staged file is still in the warehouse. */
export async function isWhole(
  warehouse: Warehouse,
  { batch, kind, accepted }: Pick<StagedFile, 'batch' | 'kind' | 'accepted'>,
): Promise<boolean> {
  return (await countBatch(warehouse, tableOf(kind), batch)) === accepted;
}

async function countBatch(warehouse: Warehouse, table: string, batch: number): Promise<number> {
  const [row] = await warehouse.rows<{ lines: number }>({
    text: `select count() as lines from ${table} where batch = {batch:UInt32}`,
    params: { batch },
  });
  return row?.lines ?? 0;
}

/** Counts the rejected lines of a batch, and those of them without text. `lines` is the number of its file's lines. */
async function countRejected(warehouse: Warehouse, batch: number, lines: number) {
  const [row] = await warehouse.rows<{ rejected: number; blank: number; last: number }>({
    text: `
      select sum(copies) as rejected, sumIf(copies, reason = {blankLine:String}) as blank,
        countIf(line = {lines:UInt64} + 1) as last
      from rejections
      where batch = {batch:UInt32}`,
    params: { batch, lines, blankLine },
  });
  const { rejected = 0, blank = 0, last = 0 } = row ?? {};
  return { rejected, blank, isLastRejected: last > 0 };
}

/** Deletes all rows of a batch from the warehouse, before its file is read again. */
export const discardBatch = (warehouse: Warehouse, batch: number): Promise<void> =>
  discardRows(warehouse, batch, ['movements', 'exclusions', 'rejections']);

/** Deletes a batch's rows from the warehouse, except its rejected lines, which users can still read. */
export async function discardRows(
  warehouse: Warehouse,
  batch: number,
  tables: readonly string[] = ['movements', 'exclusions'],
): Promise<void> {
  for (const table of tables) {
    if (await hasRows(warehouse, table, batch)) {
      const condition = { text: 'batch = {batch:UInt32}', params: { batch } };
      await deleteRows(warehouse, table, condition, { timeoutMs: loadTimeoutMs });
    }
  }
}
