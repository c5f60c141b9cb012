import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../tests/installation.ts';
import { freshDatabase } from '../../tests/postgres-server.ts';
import { multipart, serve, type Served } from '../../tests/served.ts';

// PostgreSQL, which refuses what SQLite would store.
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
  ['ADMIN', 'GET', '/api/admin/users?search=a%00b', undefined],
  ['ADMIN', 'GET', '/api/admin/audit?subjectId=a%00b', undefined],
] as const)(
  '%s %s %s with a NUL is refused, and breaks nothing',
  async (role, method, url, payload) => {
    const response = await served.call(role, { method, url, ...(payload && { payload }) });
    expect(response.statusCode).toBe(400);
  },
);

test('a company or a title with a character that nobody sees is refused', async () => {
  const company = {
    name: 'Empresa',
    cnpj: '11222333000181',
    cnaes: ['4781400'],
    industry: 'a\u200bb',
  };
  const response = await served.call('ADMIN', {
    method: 'POST',
    url: '/api/admin/companies',
    payload: company,
  });
  expect(response.json()).toMatchObject({ code: 'invalid_value', field: 'industry' });
  const csv = { name: 'occupations', value: 'CODIGO;TITULO\r\n010105;a\0b\r\n', filename: 'a.csv' };
  const imported = await served.call('ADMIN', {
    method: 'POST',
    url: '/api/admin/import-cbo',
    ...multipart([csv]),
  });
  expect(imported.statusCode).toBe(400);
});

test('a broken form of CBO tables is the mistake of whoever sent it', async () => {
  const response = await served.call('ADMIN', {
    method: 'POST',
    url: '/api/admin/import-cbo',
    headers: { 'content-type': 'multipart/form-data; boundary=XBX' },
    payload: '--XBX\r\nabc',
  });
  expect(response.json()).toMatchObject({ code: 'broken_form' });
});

test('a page of another site cannot end a session', async () => {
  const fromElsewhere = { url: '/api/logout', headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await served.call('CLIENT', fromElsewhere)).headers.location).toBe('/');
  expect((await served.call('CLIENT', { url: '/api/user' })).statusCode).toBe(200);
  await served.call('CLIENT', { url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } });
  expect((await served.call('CLIENT', { url: '/api/user' })).statusCode).toBe(401);
});
