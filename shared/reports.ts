import { z } from 'zod';
import { pageLength, pageNumber } from './people-fields.ts';
import { SearchFilters } from './search.ts';

/**
 * Reports: an answer as a document. The creator, the people of his company and administrators see a report; to
 * others it does not exist (404 unknown_report).
 *
 *   POST   /api/reports               ADMIN, CLIENT  CreateReport → 202 Report
 *   GET    /api/reports               signed in      ?ReportsQuery → 200 Report[], newest first; header X-Total-Count
 *   GET    /api/reports/events        signed in      server-sent events: `report` with each Report that changes
 *   GET    /api/reports/{id}          signed in      → 200 Report
 *   GET    /api/reports/{id}/download signed in      → the file; 409 report_not_ready; 410 report_expired
 *   POST   /api/reports/{id}/retry    creator, ADMIN → 202 Report; 409 report_not_retryable
 *   DELETE /api/reports/{id}          creator, ADMIN → 204
 */

export const reportTypes = { PDF: 'PDF', EXCEL: 'Excel', CSV: 'CSV' } as const;
export type ReportType = keyof typeof reportTypes;

export const reportStatusLabels = {
  COMPLETED: 'Concluído',
  GENERATING: 'Gerando',
  FAILED: 'Falhou',
} as const;
export type ReportStatus = keyof typeof reportStatusLabels;

/** Selections beside the first one. */
export const mostCompared = 4;

export const CreateReport = z.strictObject({
  name: z.string().trim().max(120, 'Use até 120 caracteres no nome.').optional(),
  type: z.enum(['PDF', 'EXCEL', 'CSV'], 'O tipo é PDF, EXCEL ou CSV.'),
  filters: SearchFilters,
  comparison: z
    .array(SearchFilters)
    .max(mostCompared, `Compare com até ${mostCompared} seleções.`)
    .optional(),
});
export type CreateReport = z.infer<typeof CreateReport>;

export const Report = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['PDF', 'EXCEL', 'CSV']),
  status: z.enum(['COMPLETED', 'GENERATING', 'FAILED']),
  /** 0 to 1 while it is being made; null when it is not known. */
  progress: z.number().nullable(),
  /** Why it failed and what to do. */
  message: z.string().nullable(),
  createdAt: z.string(),
  /** Null for a person who was erased. */
  createdBy: z.string().nullable(),
  isOwn: z.boolean(),
  /** Bytes; null until it is there. */
  fileSize: z.number().nullable(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  /** The data release that it speaks of. */
  release: z.number().nullable(),
  canRetry: z.boolean(),
  canDelete: z.boolean(),
});
export type Report = z.infer<typeof Report>;

export const ReportsQuery = z.strictObject({
  page: pageNumber.default(1),
  pageSize: pageLength(100).default(20),
});
