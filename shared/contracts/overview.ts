import { z } from 'zod';
import { HealthPart } from './health.ts';
import { UploadReason, uploadStatuses } from './uploads.ts';

/**
 * Figures of the administrator's dashboard, and the health check of uploads.
 *
 *   GET /api/admin/overview   ADMIN      → 200 Overview
 *   GET /api/uploads-check    signed in  → 200 UploadsCheck
 */

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
    z.object({
      id: z.string(),
      competencia: z.string().nullable(),
      status: z.enum(uploadStatuses),
      fileCount: z.number(),
      reasons: z.array(UploadReason),
    }),
  ),
});
export type UploadsCheck = z.infer<typeof UploadsCheck>;
