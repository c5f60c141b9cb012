import { fileURLToPath } from 'node:url';
import type { ReportType } from '../../../shared/contracts/reports.ts';
import type { PublishedColumnName } from '../../../shared/codes/record-columns.ts';
import { ordinaryColumns } from '../../../shared/codes/record-columns.ts';
import type { RowForm } from '../../platform/warehouse/warehouse.ts';
import type { ReportModel } from './model.ts';
import { workbookColumns } from './xlsx/workbook-columns.ts';

/** What a renderer draws, and where. */
export interface RenderJob {
  readonly model: ReportModel;
  /**
   * The records of all selections, newest first, as the engine wrote them in the type's form, cut anywhere; only for
   * a type that wants them. Of several selections, each record begins with its selection's label.
   */
  readonly records: AsyncIterable<Uint8Array> | undefined;
  /** The document is written here, whole; nothing is here before. */
  readonly targetPath: string;
  /** 0 to 1. */
  readonly progress: (fraction: number) => void;
  /** Aborts when the document is no longer wanted; the process is killed soon after. */
  readonly signal: AbortSignal;
}

/** Draws a document; throws `RenderRefusal` for what a person can mend, anything else for a failure of ours. */
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
   * The file that a child process runs: one call of `renderInThisProcess` (render-entry.ts). Without it the document
   * is the records as the engine writes them, and nothing is drawn.
   */
  readonly entry?: string;
  /** How it wants the records, if it does. */
  readonly records?: { readonly columns: readonly PublishedColumnName[]; readonly form: RowForm };
  /** Questions with more records are refused with a sentence; without it, none is. */
  readonly mostRecords?: number;
  /** Without a point. */
  readonly extension: string;
  readonly mediaType: string;
}

const entryOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export type Renderers = Readonly<Partial<Record<ReportType, Renderer>>>;

/** The types that can be made; a type that is not here is refused with a sentence. */
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
