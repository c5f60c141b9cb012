import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { securityHeaders } from '../../server/routes/http/security-headers.ts';

// Without Caddy: reads what deploy/Caddyfile says about the responses that Caddy makes itself.
const caddyfile = readFileSync(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8');

/** The lines of a block of the Caddyfile, by its name and its depth. */
function caddyBlock(name: string, depth = 0): string {
  const indent = '\t'.repeat(depth);
  const start = caddyfile.indexOf(`\n${indent}${name} {\n`);
  const end = caddyfile.indexOf(`\n${indent}}\n`, start);
  expect([name, start > 0 && end > start]).toEqual([name, true]);
  return caddyfile.slice(start, end);
}
const caddyHeaders = (block: string) =>
  Object.fromEntries(
    [...block.matchAll(/^\s*header ([\w-]+) (?:"([^"]*)"|(\S+))$/gm)].map(
      ([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare],
    ),
  );

test('what Caddy answers by itself has the headers of the product, with HSTS for a year where there is TLS', () => {
  const [plain, secure] = [caddyBlock('(headers)'), caddyBlock('(https_headers)')];
  const policy = 'content-security-policy';
  for (const [block, isHttps] of [
    [plain, false],
    [`${plain}${secure}`, true],
  ] as const) {
    const { [policy]: _, ...own } = securityHeaders(isHttps);
    const { [policy]: caddyPolicy, ...others } = caddyHeaders(block);
    expect(others).toEqual(own);
    expect(caddyPolicy).toMatch(/^default-src 'none';.* frame-ancestors 'none'$/);
  }
  const [, seconds] = /max-age=(\d+)/.exec(secure) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 86_400);
  // Every place that answers without the product: the redirects, the closed paths, the errors.
  expect(caddyBlock('http://')).toMatch(/^\timport headers$/m);
  for (const answering of [caddyBlock('handle @inside', 1), caddyBlock('handle_errors', 1)]) {
    expect(answering).toMatch(/^\t\timport headers\n\t\timport https_headers$/m);
    expect(answering).toContain('respond ');
  }
  expect(caddyfile.match(/^\s*(respond|redir) /gm)).toHaveLength(5);
});

test('Caddy redirects pages from http to https, and refuses a key that comes in clear', () => {
  expect(caddyfile).toContain('auto_https disable_redirects\n');
  expect(/@programs path (.*)/.exec(caddyBlock('http://'))?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(['/api', '/api/*', '/metrics']),
  );
  expect(caddyBlock('handle @programs', 1)).toMatch(/respond "[^"]*https[^"]*" 403$/m);
  expect(caddyBlock('handle @programs', 1)).not.toContain('redir');
  expect(caddyBlock('http://')).toContain('redir https://{$SITE}{uri} 308\n');
});
