import type { FastifyReply } from 'fastify';
import { endGzip, unpackGzip, type OpenGzip } from '../platform/open-gzip.ts';
import { acceptsGzip } from './accepts-gzip.ts';

/** Sends the text with its ending as it lies packed; who does not take that gets it unpacked, or as the app packs. */
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
