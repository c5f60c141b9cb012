import type { FastifyInstance } from 'fastify';

/**
 * The security headers of every page: browsers load only this site's content, and no other site may frame it. Pages
 * have no inline styles; the policy does not affect styles that scripts set. Without https, browsers refuse some of the
 * headers with a warning, or make a LAN address unreachable.
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

/** The content security policy of a page that these ancestors may frame. */
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

/** Sends the headers with every response of a route; for bytes that become no request, see `broken-requests.ts`. */
export function sendSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers = securityHeaders(isHttps);
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers);
  });
}
