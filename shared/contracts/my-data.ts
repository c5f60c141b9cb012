import { z } from 'zod';
import { AuditEntry } from './audit.ts';
import { MySession } from './my-sessions.ts';
import { firstNameField, lastNameField } from './people-fields.ts';
import { User } from './users.ts';

/**
 * "Meus dados": what LGPD (art. 18) lets every signed-in person do with what is held about him.
 *
 *   GET  /api/my-data                  → 200 MyData; `?download=1` answers it as a file to keep
 *   PUT  /api/my-data                  UpdateMyName → 200 CurrentUser
 *   POST /api/my-data/erasure-request  → 200 MyErasureRequest; asking again keeps the first date
 */

export const UpdateMyName = z.strictObject({ firstName: firstNameField, lastName: lastNameField });
export type UpdateMyName = z.infer<typeof UpdateMyName>;

export const MyDataQuery = z.strictObject({ download: z.literal('1').optional() });

export const MyErasureRequest = z.object({ message: z.string(), requestedAt: z.string() });
export type MyErasureRequest = z.infer<typeof MyErasureRequest>;

export const MyData = z.object({
  generatedAt: z.string(),
  user: User,
  company: z.object({ name: z.string(), cnpj: z.string() }).nullable(),
  /** Open sessions; the tokens themselves are not stored. */
  sessions: z.array(MySession.omit({ id: true, isCurrent: true })),
  /** What the person did and what was done to him. */
  audit: z.array(AuditEntry),
  /** What the other areas of the product hold: uploads sent, and whatever they add, each under its name. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
});
export type MyData = z.infer<typeof MyData>;
