import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveClient } from './client.ts';
import type { PublicPages } from './public-pages.ts';
import { routeTable } from '../access/route-table.ts';
import { answerFailures } from '../http/failures.ts';

const directory = mkdtempSync(join(tmpdir(), 'caged-client-'));
const app = Fastify();
/** Treats every link as open. */
const links: PublicPages = {
  prepare: async (_request, _reply, path) => (/^\/(p|embed)\//.test(path) ? 200 : undefined),
};

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>CAGED</title>');
  writeFileSync(join(directory, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(directory, 'assets', 'workbook-worker-1a2b.js'), 'export {};');
  writeFileSync(join(directory, 'assets', 'workbook-worker-1a2b.js.br'), 'compressed');
  writeFileSync(join(directory, 'favicon.svg'), '<svg/>');
  answerFailures(app);
  await serveClient(app, directory, { links, table: routeTable });
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

test.each([
  '/',
  '/login',
  '/admin/users',
  '/reset-password?token=a',
  '/dashboard/',
  '/admin/uploads/a1-b2',
])('%s is a page of the browser app', async (url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.body).toContain('<title>CAGED</title>');
});

test('every screen of the browser app’s router is a page', async () => {
  const router = readFileSync(join(import.meta.dirname, '../../../client/router.tsx'), 'utf8');
  const screens = [...router.matchAll(/^  \w+\('(\/[^']*)',/gm)].map(([, path = '']) => path);
  expect(screens.length).toBeGreaterThan(30);
  for (const path of screens)
    expect([path, (await app.inject(path)).statusCode]).toEqual([path, 200]);
});

test.each([
  '/nothing',
  '/assets',
  '/assets/',
  '/assets/gone.js',
  '/..%2f..%2fpackage.json',
  '/index.html/x',
  '/admin/uploads',
  '/admin/uploads/a/b',
])('for %s the browser app draws its own 404', async (url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('<title>CAGED</title>');
});

test.each(['/%00', '/assets/..%5c..', '/assets/../../package.json'])(
  '%s reaches no file',
  async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect([403, 404]).toContain(statusCode);
    expect(body).toMatch(/<title>CAGED<\/title>|"code":"refused"/);
  },
);

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/package.json',
  '/server/main.mjs',
  '/assets',
  '/assets/',
])('%s leads to no file of the source and to no list of files', async (url) => {
  const answer = await app.inject(url);
  expect([404, 403]).toContain(answer.statusCode);
  expect(answer.body).not.toContain('app-1a2b.js');
  expect(answer.body).not.toMatch(/\[core\]|"private"/);
});

test('only files with a hash in their name may be stored for ever', async () => {
  const hashed = await app.inject('/assets/app-1a2b.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const plain = await app.inject('/favicon.svg');
  expect([plain.statusCode, plain.headers['cache-control']]).toEqual([200, 'no-cache']);
});

test.each([
  ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
  ['/assets/app-1a2b.js', 'application/javascript; charset=utf-8'],
])('%s states its character set', async (url, type) => {
  expect((await app.inject(url)).headers['content-type']).toBe(type);
});

test.each([
  [{ range: 'bytes=9999-' }, 416],
  [{ 'if-match': '"other"' }, 412],
])('a file request whose condition %j does not hold is refused', async (headers, status) => {
  const answer = await app.inject({ url: '/assets/app-1a2b.js', headers });
  expect([answer.statusCode, answer.json().code]).toEqual([status, 'refused']);
});

test('without a built browser app there is only the API', async () => {
  const bare = Fastify();
  answerFailures(bare);
  await serveClient(bare, join(directory, 'nowhere'), { links, table: routeTable });
  const answer = await bare.inject('/');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test.each(['identity', 'br'])(
  'only the worker of workbooks may run WebAssembly (%s)',
  async (form) => {
    const policyOf = async (url: string) => {
      const answer = await app.inject({ url, headers: { 'accept-encoding': form } });
      expect(answer.statusCode).toBe(200);
      return answer.headers['content-security-policy'];
    };
    const policy = await policyOf('/assets/workbook-worker-1a2b.js');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    // The others have the policy of every response.
    for (const url of ['/', '/assets/app-1a2b.js']) expect(await policyOf(url)).toBeUndefined();
  },
);
