import { z } from 'zod';
import { proofFields } from './my-sessions.ts';
import { textLine } from './people-fields.ts';

/** API keys: a company's programs read the API (`/api/v1`) with them. The server shows the key once, at creation. */

const maxKeyDays = 730;

export const ApiKey = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  /** The first characters of the key, to recognise it. */
  prefix: z.string(),
  expiresAt: z.string(),
  /** Precise to the minute. */
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const CreateApiKey = z.strictObject({
  name: textLine(80, 'Dê um nome à chave, por exemplo o do programa que a usa.'),
  days: z
    .int('Informe por quantos dias a chave vale.')
    .min(1, 'A chave vale ao menos um dia.')
    .max(maxKeyDays, `A chave vale no máximo ${maxKeyDays} dias.`),
  ...proofFields,
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const CreatedApiKey = ApiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
