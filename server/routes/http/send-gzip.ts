import type { FastifyReply } from 'fastify';
import { type OpenGzip, endGzip, unpackGzip } from '../../platform/open-gzip.ts';

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

/** Whether a client accepts gzip and does not prefer an uncompressed response; `header` is its `Accept-Encoding`. */
export function acceptsGzip(header = ''): boolean {
  const weights = new Map(header.toLowerCase().split(',').map(weighted));
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/** RFC 9110, 12.5.3: `gzip;q=0.5`; the default weight is 1. An invalid weight counts as 0, a refusal. */
function weighted(coding: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return [name, 1];
  const value = Number(weight.slice(2));
  return [name, value <= 1 ? value : 0];
}
