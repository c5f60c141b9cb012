import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { drawnTables } from './drawn-tables.ts';
import type { FileMaking } from './file-sql.ts';
import type { GeneratorProgress } from './generate-months.ts';
import { planMonths, type GeneratorOrder } from './plan.ts';
import { headerOf, textSql } from './text-sql.ts';

export interface WriteOptions extends GeneratorOrder {
  readonly warehouse: Warehouse;
  /** The folder of the files; created if it is missing. */
  readonly directory: string;
  readonly onProgress?: (progress: GeneratorProgress) => void;
}

export interface WrittenFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  readonly path: string;
  readonly lines: number;
}

/**
 * Writes synthetic months in MTE's file format, `CAGEDMOV202001.txt` and so on. They have the same lines that
 * `generateMonths` loads for the same order. An existing file of that name is overwritten.
 */
export async function writeMonths({
  warehouse,
  directory,
  onProgress,
  ...order
}: WriteOptions): Promise<WrittenFile[]> {
  await mkdir(directory, { recursive: true });
  const plan = planMonths(order);
  const allLines = plan.files.reduce((sum, file) => sum + file.lines, 0);
  await using tables = await drawnTables(warehouse);
  const written: WrittenFile[] = [];
  let lines = 0;
  for (const file of plan.files) {
    const name = `CAGED${file.kind}${file.month}.txt`;
    const path = join(directory, name);
    onProgress?.({ file: name, lines, allLines });
    await pipeline(
      Readable.from(textOf(warehouse, { tables, plan, file })),
      createWriteStream(path),
    );
    written.push({ kind: file.kind, month: file.month, path, lines: file.lines });
    lines += file.lines;
  }
  onProgress?.({ file: null, lines, allLines });
  return written;
}

const fileTimeoutMs = 60 * 60 * 1000;

async function* textOf(warehouse: Warehouse, making: FileMaking): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${headerOf(making.file.kind)}\r\n`);
  yield* warehouse.bytes(textSql(making), 'text', { timeoutMs: fileTimeoutMs });
}
