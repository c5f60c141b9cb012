import { fileURLToPath } from 'node:url';
import type { ReportType } from '../../../shared/contracts/reports.ts';
import type { PublishedColumnName } from '../../../shared/codes/record-columns.ts';
import { ordinaryColumns } from '../../../shared/codes/record-columns.ts';
import type { RowForm } from '../../platform/warehouse/warehouse.ts';
import type { ReportModel } from './model.ts';
import { workbookColumns } from './xlsx/workbook-columns.ts';

/** The input and output of a renderer. */
export interface RenderJob {
  readonly model: ReportModel;
  /**
   * The records of all selections, newest first, as the engine wrote them in the type's form, in arbitrary chunks; only
   * for a type that needs them. With several selections, each record begins with its selection's label.
   */
  readonly records: AsyncIterable<Uint8Array> | undefined;
  /** The path to write the whole document to; no file exists there before. */
  readonly targetPath: string;
  /** Reports the progress, 0 to 1. */
  readonly progress: (fraction: number) => void;
  /** Aborts when the document is no longer wanted; the process is killed soon after. */
  readonly signal: AbortSignal;
}

/**
 * Draws a document; throws `RenderRefusal` for errors that a user can resolve, anything else for a failure of the
 * product.
 */
export type RenderReport = (job: RenderJob) => Promise<void>;

/** Why a document cannot be drawn, and what to do, in a Portuguese sentence. */
export class RenderRefusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'RenderRefusal';
  }
}

export interface Renderer {
  /**
   * The file that a child process runs: one call of `renderInThisProcess` (render-entry.ts). Without it, the document
   * is the records as the engine writes them, and nothing is drawn.
   */
  readonly entry?: string;
  /** The columns and form of the records, if the renderer needs them. */
  readonly records?: { readonly columns: readonly PublishedColumnName[]; readonly form: RowForm };
  /** Limit of records, beyond which a query is refused with a sentence; unlimited by default. */
  readonly mostRecords?: number;
  /** Without a dot. */
  readonly extension: string;
  readonly mediaType: string;
}

const entryOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export type Renderers = Readonly<Partial<Record<ReportType, Renderer>>>;

/** The available report types; a type that is missing here is refused with a sentence. */
export const renderers: Renderers = {
  PDF: {
    entry: entryOf('./pdf/entry.ts'),
    extension: 'pdf',
    mediaType: 'application/pdf',
  },
  CSV: {
    records: { columns: ordinaryColumns, form: 'csv' },
    // About 850 MB.
    mostRecords: 2_000_000,
    extension: 'csv',
    mediaType: 'text/csv; charset=utf-8',
  },
  EXCEL: {
    entry: entryOf('./xlsx/entry.ts'),
    records: { columns: workbookColumns, form: 'cells' },
    // About 700 MB, on ten sheets.
    mostRecords: 10_000_000,
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};
