import { z } from 'zod';
import { keysOf } from '../codes/keys.ts';
import { maybeEmptyLine, pageQuery, wholeIn } from './people-fields.ts';
import { maxCompared, OwnSalary, ReleaseNumber, SearchFilters } from './search.ts';

/**
 * Reports: an answer as a document. A report is visible to its creator, to administrators and, unless it states the
 * creator's salary, to the users of the company in which the creator last made it; for other users it does not exist
 * (404 unknown_report). A VIEWER downloads only PDFs and makes none again. The event stream has `report` with each
 * Report that is being made or changes, and `removed` with the id of one that is gone.
 */

export const reportTypes = { PDF: 'PDF', EXCEL: 'Excel', CSV: 'CSV' } as const;
export type ReportType = keyof typeof reportTypes;

/** The types whose documents have all records of their queries. */
export const typesWithRecords: readonly ReportType[] = ['EXCEL', 'CSV'];

export const reportStatusLabels = {
  COMPLETED: 'Concluído',
  GENERATING: 'Gerando',
  FAILED: 'Falhou',
} as const;
export type ReportStatus = keyof typeof reportStatusLabels;

export const maxReportNameLength = 120;

export const CreateReport = z.strictObject({
  /** If omitted or empty, the server derives it from the query. */
  name: maybeEmptyLine(maxReportNameLength, 'Informe o nome.').optional(),
  type: z.enum(keysOf(reportTypes), 'O tipo é PDF, EXCEL ou CSV.'),
  filters: SearchFilters,
  comparison: z
    .array(SearchFilters)
    .max(maxCompared, `Compare com até ${maxCompared} seleções.`)
    .optional(),
  /** A PDF with every table after its four pages. */
  annex: z.boolean().default(false),
  /** In reais: the first page states this salary's position. */
  ownSalary: OwnSalary.optional(),
  /** The release to query; the current one by default. */
  release: ReleaseNumber,
});
export type CreateReport = z.infer<typeof CreateReport>;

export const Report = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(keysOf(reportTypes)),
  /** The words of the first selection that the name does not contain; `selections` counts the others. */
  notInName: z.array(z.string()),
  selections: z.number(),
  status: z.enum(keysOf(reportStatusLabels)),
  /** 0 to 1 while the report is being made; null when unknown. */
  progress: z.number().nullable(),
  /** Why it failed and what to do. */
  message: z.string().nullable(),
  createdAt: z.string(),
  /** The creator's name; deleting the creator deletes the report. */
  createdBy: z.string(),
  isOwn: z.boolean(),
  /** Bytes; null until the file exists. */
  fileSize: z.number().nullable(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  /** The data release behind the report, and whether it is demonstration data. */
  release: z.number(),
  isSynthetic: z.boolean(),
  canDownload: z.boolean(),
  canRetry: z.boolean(),
  canDelete: z.boolean(),
});
export type Report = z.infer<typeof Report>;

export const ReportsQuery = z.strictObject(pageQuery(100, 20));
export type ReportsQuery = z.infer<typeof ReportsQuery>;

/** Days during which a finished report can be downloaded; a change applies to reports that finish after it. */
export const ReportRetention = z.strictObject({ days: wholeIn(1, 365) });
export type ReportRetention = z.infer<typeof ReportRetention>;

export const defaultReportRetention: ReportRetention = { days: 30 };

/** Maximum reports of one user that are waiting or in progress. */
export const maxWaitingReports = 5;
/** Maximum stored reports of one user, expired ones excluded. */
export const maximumReports = 100;
