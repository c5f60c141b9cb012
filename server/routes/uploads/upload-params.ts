import { z } from 'zod';

export const UploadParams = z.object({ id: z.uuid('Este envio não existe.') });
