import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { freshDatabase } from '../../../tests/support/fresh-database.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

// Uses PostgreSQL, which refuses text that SQLite would store.
let installation: Installation;
let served: Served;
beforeAll(async () => {
  installation = await newInstallation({ databaseUrl: await freshDatabase() });
  served = await serve(installation);
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

test.each([
  [null, 'POST', '/api/login', { email: 'a\0b@exemplo.com.br', password: 'x' }],
  ['CLIENT', 'POST', '/api/search', { filters: { searchQuery: 'a\0b' } }],
  ['CLIENT', 'GET', '/api/reference/cbo-by-title?search=a%00b', undefined],
  ['ADMIN', 'PUT', '/api/admin/load-limits', { a: [{ b: 'a\0b' }] }],
] as const)(
  '%s %s %s with a NUL is refused, and breaks nothing',
  async (role, method, url, payload) => {
    const response = await served.call(role, { method, url, ...(payload && { payload }) });
    expect(response.statusCode).toBe(400);
  },
);

test('a page of another site cannot end a session', async () => {
  const fromElsewhere = { url: '/api/logout', headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await served.call('CLIENT', fromElsewhere)).headers.location).toBe('/');
  expect((await served.call('CLIENT', { url: '/api/user' })).statusCode).toBe(200);
  await served.call('CLIENT', { url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } });
  expect((await served.call('CLIENT', { url: '/api/user' })).statusCode).toBe(401);
});
