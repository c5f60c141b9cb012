import { rm } from 'node:fs/promises';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { readHeader, refuse } from './header.ts';
import { identify, type FileIdentity } from './identify.ts';
import { acceptedLinesSql, rejectedLinesSql, type FileShape } from './line-sql.ts';
import { unpack, type PlainText } from './unpack.ts';

/** A file as it was handed over. */
export interface ReceivedFile {
  readonly batch: number;
  readonly path: string;
  readonly name: string;
  readonly asked: Partial<FileIdentity>;
}

/** A file whose lines are all in the warehouse: in its batch, or among the rejected. */
export interface StagedFile extends FileIdentity {
  readonly batch: number;
  readonly sha256: string;
  readonly receivedSha256: string;
  readonly lines: number;
  readonly accepted: number;
  readonly rejected: number;
}

export interface StageProgress {
  readonly step: 'descompactar' | 'ler';
  readonly bytes: number;
  readonly lines: number;
  /** Known once the file is unpacked. */
  readonly textBytes: number | null;
}

export interface Staging {
  readonly warehouse: Warehouse;
  /** A file path for the unpacked text, removed at the end. */
  readonly scratchPath: string;
  readonly maxTextBytes: number;
  readonly signal?: AbortSignal;
  readonly onProgress: (progress: StageProgress) => void;
  /** Called once the file is known; true when this very content is already published. */
  readonly isPublished: (identity: FileIdentity, sha256: string) => Promise<boolean>;
}

/** A spreadsheet holds 1,048,576 lines: a file with exactly so many was cut by one. */
const SPREADSHEET_LINES = 1_048_575;
const LOAD_TIMEOUT_MS = 60 * 60 * 1000;

/**
 * Reads one file into its batch, invisible to readers until published. Answers the counts, or 'unchanged' when
 * the same content is already published. Accepted + rejected = lines read, or it throws.
 */
export async function stageFile(
  file: ReceivedFile,
  staging: Staging,
): Promise<StagedFile | (FileIdentity & { unchanged: string })> {
  const text = await unpack(file.path, {
    target: staging.scratchPath,
    maxBytes: staging.maxTextBytes,
    onBytes: (bytes) =>
      staging.onProgress({ step: 'descompactar', bytes, lines: 0, textBytes: null }),
    ...(staging.signal && { signal: staging.signal }),
  });
  try {
    const header = readHeader(text.start);
    const identity = identify({
      header,
      start: text.start,
      names: text.name === file.name ? [file.name] : [file.name, text.name],
      asked: file.asked,
    });
    if (text.lines === SPREADSHEET_LINES) throw cutBySpreadsheet();
    if (await staging.isPublished(identity, text.sha256))
      return { ...identity, unchanged: text.sha256 };
    const shape = {
      batch: file.batch,
      ...identity,
      positions: header.positions,
      width: header.width,
    };
    const counts = await readLines(text, shape, staging);
    return {
      ...identity,
      ...counts,
      batch: file.batch,
      sha256: text.sha256,
      receivedSha256: text.receivedSha256,
      lines: text.lines,
    };
  } finally {
    await rm(staging.scratchPath, { force: true });
  }
}

function cutBySpreadsheet() {
  return refuse(
    'arquivo_de_planilha',
    'O arquivo tem exatamente 1.048.575 linhas, o limite de uma planilha: ele foi aberto e salvo por uma, que cortou o resto. Envie o arquivo original do MTE.',
  );
}

async function readLines(text: PlainText, shape: FileShape, staging: Staging) {
  const limits = { timeoutMs: LOAD_TIMEOUT_MS, ...(staging.signal && { signal: staging.signal }) };
  const onProgress = ({ bytes, rows }: { bytes: number; rows: number }) =>
    staging.onProgress({ step: 'ler', bytes, lines: rows, textBytes: text.bytes });
  await staging.warehouse.load({
    path: text.path,
    statement: (source) => acceptedLinesSql(shape, source),
    limits,
    onProgress,
  });
  const table = shape.kind === 'EXC' ? 'caged.exclusions' : 'caged.movements';
  const accepted = await countBatch(staging.warehouse, table, shape.batch);
  if (accepted < text.lines) {
    await staging.warehouse.load({
      path: text.path,
      statement: (source) => rejectedLinesSql(shape, source),
      limits,
      isOrdered: true,
    });
  }
  const rejected = await countBatch(staging.warehouse, 'caged.rejections', shape.batch);
  if (accepted + rejected !== text.lines) {
    throw new Error(
      `Batch ${shape.batch}: ${accepted} accepted and ${rejected} rejected of ${text.lines} lines`,
    );
  }
  return { accepted, rejected };
}

async function countBatch(warehouse: Warehouse, table: string, batch: number): Promise<number> {
  const [row] = await warehouse.rows<{ lines: number }>({
    text: `select count() as lines from ${table} where batch = {batch:UInt32}`,
    params: { batch },
  });
  return row?.lines ?? 0;
}

/** Takes a batch's rows out of the warehouse; its rejected lines stay to be read. */
export async function discardRows(warehouse: Warehouse, batch: number): Promise<void> {
  await discardFrom(warehouse, batch, ['caged.movements', 'caged.exclusions']);
}

/** Takes everything that a batch left out of the warehouse, before its file is read again. */
export async function discardBatch(warehouse: Warehouse, batch: number): Promise<void> {
  await discardFrom(warehouse, batch, ['caged.movements', 'caged.exclusions', 'caged.rejections']);
}

async function discardFrom(
  warehouse: Warehouse,
  batch: number,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    if ((await countBatch(warehouse, table, batch)) > 0) {
      await warehouse.run(
        { text: `delete from ${table} where batch = {batch:UInt32}`, params: { batch } },
        { timeoutMs: LOAD_TIMEOUT_MS },
      );
    }
  }
}
