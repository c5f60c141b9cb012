import type { FastifyReply } from 'fastify';
import { type OpenGzip, endGzip, unpackGzip } from '../../platform/open-gzip.ts';
import { acceptWeights } from './accept-weights.ts';

/** Sends the compressed text with its ending; to a client without gzip, uncompressed or as the app compresses. */
export async function sendOpenGzip(
  reply: FastifyReply,
  text: OpenGzip,
  ending: string,
): Promise<FastifyReply> {
  const { headers } = reply.request;
  if (headers['x-no-compression'] !== undefined || !acceptsGzip(headers['accept-encoding']))
    return reply.send(await unpackGzip(text, ending));
  return reply
    .header('content-encoding', 'gzip')
    .header('vary', 'accept-encoding')
    .send(endGzip(text, ending));
}

/** Whether a client accepts gzip and does not prefer an uncompressed response; `header` is its `Accept-Encoding`. */
export function acceptsGzip(header = ''): boolean {
  const weights = acceptWeights(header);
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}
