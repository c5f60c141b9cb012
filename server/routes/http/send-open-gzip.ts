import type { FastifyReply } from 'fastify';
import { endGzip, unpackGzip, type OpenGzip } from '../../platform/open-gzip.ts';
import { acceptsGzip } from './accepts-gzip.ts';

/**
 * Sends the compressed text with its ending. A client that does not accept gzip gets it uncompressed, or as the app
 * compresses it.
 */
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
