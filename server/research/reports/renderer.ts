import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ordinaryColumns, type PublishedColumnName } from '../../../shared/codes/record-columns.ts';
import type { ReportType } from '../../../shared/contracts/reports.ts';
import { isFullDisk } from '../../platform/warehouse/engine-error.ts';
import type { RecordForm } from '../../answers/present/records/records.ts';
import { ReportModel } from './model.ts';
import { workbookColumns } from './records.ts';

/** The input and output of a renderer. */
export interface RenderJob {
  readonly model: ReportModel;
  /**
   * The records of all selections, newest first, as the engine wrote them in the type's form, in arbitrary chunks; none
   * for a type that does not need them. With several selections, each record begins with its selection's label.
   */
  readonly records: AsyncIterable<Uint8Array>;
  /** The path to write the whole document to; no file exists there before. */
  readonly targetPath: string;
  /** Reports the progress, 0 to 1. */
  readonly progress: (fraction: number) => void;
}

/** Why a document cannot be drawn, and what to do, in a Portuguese sentence. */
export class RenderRefusal extends Error {
  override readonly name = 'RenderRefusal';
}

export const diskFull = () =>
  new RenderRefusal(
    'O servidor ficou sem espaço livre em disco para o relatório. Avise um administrador e tente de novo.',
  );

/** The refusal for an error that is a full disk; any other error as it is. */
export const diskFullOr = (error: unknown) => (isFullDisk(error) ? diskFull() : error);

export interface Renderer {
  /**
   * The file that a child process runs: one call of `renderInThisProcess`. Without it, the document is the records as
   * the engine writes them, and nothing is drawn.
   */
  readonly entry?: string;
  /** The columns and form of the records, if the renderer needs them. */
  readonly records?: {
    readonly columns: readonly PublishedColumnName[];
    readonly form: RecordForm;
  };
  /** Limit of records, beyond which a query is refused with a sentence; unlimited by default. */
  readonly maxRecords?: number;
  /** Without a dot. */
  readonly extension: string;
  readonly mediaType: string;
}

const entryOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export type Renderers = Readonly<Record<ReportType, Renderer>>;

export const renderers: Renderers = {
  PDF: {
    entry: entryOf('./pdf/render-pdf.ts'),
    extension: 'pdf',
    mediaType: 'application/pdf',
  },
  CSV: {
    records: { columns: ordinaryColumns, form: 'csv' },
    // About 850 MB.
    maxRecords: 2_000_000,
    extension: 'csv',
    mediaType: 'text/csv; charset=utf-8',
  },
  EXCEL: {
    entry: entryOf('./xlsx/render-workbook.ts'),
    records: { columns: workbookColumns, form: 'cells' },
    // About 700 MB, on ten sheets.
    maxRecords: 10_000_000,
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};

/** The messages from a renderer's process. */
export const RenderMessage = z.union([
  z.strictObject({ progress: z.number().min(0).max(1) }),
  z.strictObject({ refusal: z.string() }),
]);
export type RenderMessage = z.infer<typeof RenderMessage>;

/** The model of a document as JSON: a message of the 4 MB of all Brazil blocks the server for 200 ms. */
export const modelPath = (targetPath: string) => `${targetPath}.model`;

/**
 * The body of a renderer's process. Reads the model from its file and the records from standard input, draws, sends its
 * progress as messages, and exits with code 0 when the document is complete. Errors that a user can resolve are
 * `RenderRefusal`s; any other error is a failure of the product.
 */
export async function renderInThisProcess(
  render: (job: RenderJob) => Promise<void>,
): Promise<void> {
  const [targetPath = ''] = process.argv.slice(2);
  try {
    const model = await readFile(modelPath(targetPath), 'utf8');
    await render({
      model: ReportModel.parse(JSON.parse(model)),
      records: process.stdin,
      targetPath,
      progress: (fraction) => send({ progress: fraction }),
    });
    process.exitCode = 0;
  } catch (cause) {
    process.exitCode = 1;
    const error = diskFullOr(cause);
    if (error instanceof RenderRefusal) send({ refusal: error.message });
    else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  } finally {
    process.stdin.destroy();
  }
}

const send = (message: RenderMessage) => process.send?.(message);
