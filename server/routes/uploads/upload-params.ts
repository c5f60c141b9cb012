import { z } from 'zod';

/** The ID in the path of an upload's routes. */
export const UploadParams = z.object({ id: z.uuid('Este envio não existe.') });
