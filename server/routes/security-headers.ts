import type { FastifyInstance } from 'fastify';

/**
 * What browsers may do with the pages: only what comes from this site, in no frame of another. No style stands in a
 * page: those that scripts set need no word. Without https browsers refuse some of the headers with a warning, or make a LAN
 * address unreachable.
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(isHttps, "'none'"),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-xss-protection': '0',
    ...(isHttps && {
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** The policy of a page that these may frame. */
export function contentPolicy(isHttps: boolean, frameAncestors: string): string {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ];
  return policy.join(';');
}

/** Sends them with every answer that begins in a route; what never becomes a request is told by `broken-requests.ts`. */
export function sendSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers = securityHeaders(isHttps);
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers);
  });
}
