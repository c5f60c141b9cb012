import { z } from 'zod';
import { AuditEntry } from './audit.ts';
import { MySession } from './my-sessions.ts';
import { nameField } from './people-fields.ts';
import { User } from './users.ts';

/** "Meus dados": the rights of LGPD (art. 18) for every signed-in user over the user's own data. */

export const UpdateMyName = z.strictObject({ firstName: nameField, lastName: nameField });
export type UpdateMyName = z.infer<typeof UpdateMyName>;

export const MyDataQuery = z.strictObject({ download: z.literal('1').optional() });

export const MyDeletionRequest = z.object({ message: z.string(), requestedAt: z.string() });
export type MyDeletionRequest = z.infer<typeof MyDeletionRequest>;

export const MyData = z.object({
  generatedAt: z.string(),
  user: User,
  company: z.object({ name: z.string(), cnpj: z.string() }).nullable(),
  /** Open sessions; the tokens themselves are not stored. */
  sessions: z.array(MySession.omit({ id: true, isCurrent: true })),
  /** Acts by the user and acts on the user. */
  audit: z.array(AuditEntry),
  /** Data that other areas of the product hold about the user: uploads sent and other areas' records, by area name. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
});
export type MyData = z.infer<typeof MyData>;
