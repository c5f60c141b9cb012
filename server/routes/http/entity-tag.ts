import { createHash } from 'node:crypto';
import type { onSendAsyncHookHandler } from 'fastify';

/**
 * Tags each response to GET with a hash of its content. A client that sends the tag back in `If-None-Match` receives
 * 304 without the content (RFC 9110, 13.1.2). The tag is weak, because the connection may compress the content.
 */
export const tagResponses: onSendAsyncHookHandler = async (request, reply, payload) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || reply.statusCode !== 200) return payload;
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  // The client may store the response for itself, and checks each time whether it is still valid.
  void reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (!isNamed(request.headers['if-none-match'], tag)) return payload;
  void reply.code(304).removeHeader('content-type');
  return null;
};

const isNamed = (header: string | undefined, tag: string) =>
  header
    ?.split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^"/, 'W/"') === tag);
