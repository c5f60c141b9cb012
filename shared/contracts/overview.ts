import { z } from 'zod';
import { Upload } from './uploads.ts';

/**
 * `GET /api/health`, no sign-in: 200, or 503 when a part is failing. A part with a `warning` works but needs attention.
 * The message is for people; a healthy part may have none.
 */
export const HealthPart = z.object({
  part: z.string(),
  label: z.string(),
  status: z.enum(['ok', 'warning', 'failing']),
  message: z.string().nullable(),
});
export type HealthPart = z.infer<typeof HealthPart>;

export const HealthAnswer = z.object({
  status: z.enum(['ok', 'failing']),
  parts: z.array(HealthPart),
});
export type HealthAnswer = z.infer<typeof HealthAnswer>;

/** Figures of the administrator's dashboard, and the health check of uploads. */

export const Overview = z.object({
  activeUsers: z.number(),
  administrators: z.number(),
  users: z.number(),
  companies: z.number(),
  /** From the health checks: 'Online', 'Atenção' or 'Com falha'. */
  status: z.enum(['Online', 'Atenção', 'Com falha']),
  parts: z.array(HealthPart),
  session: z.object({ startedAt: z.string(), expiresAt: z.string(), address: z.string() }),
  release: z
    .object({
      number: z.number(),
      publishedAt: z.string(),
      isSynthetic: z.boolean(),
      /** AAAAMM. */
      lastMonth: z.string().nullable(),
    })
    .nullable(),
});
export type Overview = z.infer<typeof Overview>;

export const UploadsCheck = z.object({
  message: z.string(),
  /** The last 50, newest first. */
  uploads: z.array(
    Upload.pick({ id: true, competencia: true, status: true, fileCount: true, reasons: true }),
  ),
});
export type UploadsCheck = z.infer<typeof UploadsCheck>;
