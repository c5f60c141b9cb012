import { z } from 'zod';

/** The id in the path of an upload's routes. */
export const UploadParams = z.object({ id: z.uuid('Este envio não existe.') });
