import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownVariables } from '../../server/process/installation/config.ts';
import { Readiness } from '../../server/operations/health.ts';
import { hashPassword } from '../../server/people/identity/passwords.ts';
import { insertUser } from '../../server/people/identity/users.ts';
import { routeTable } from '../../server/routes/access/route-table.ts';
import { officialFile } from '../support/official-file.ts';
import { productApp, type ProductApp } from '../support/product-app.ts';

const token = 'um-codigo-de-metricas';
const password = 'Quase-Verde-Ontem-27';
const person = { email: 'beatriz@particular.com.br', firstName: 'Beatriz', lastName: 'Sigilosa' };
const readiness = new Readiness();
let product: ProductApp;
let cookie: string;

beforeAll(async () => {
  product = await productApp({ METRICS_TOKEN: token, SLOW_QUERY_MS: '1' }, { readiness });
  await product.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]));
  const account = { ...person, role: 'ADMIN', companyId: null, mustChangePassword: false } as const;
  await insertUser(product.store.db, account, await hashPassword(password), new Date());
});
afterAll(() => product.close());

const inject = (method: 'GET' | 'POST', url: string, payload?: object, headers: object = {}) =>
  product.app.inject({
    method,
    url,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    ...(payload && { payload }),
  });

const metrics = async () => {
  const { body } = await inject('GET', '/metrics', undefined, { authorization: `Bearer ${token}` });
  return body;
};

test('a process is live at once, ready once it has started, and not while it stops', async () => {
  expect((await inject('GET', '/live')).statusCode).toBe(200);
  const early = await inject('GET', '/ready');
  expect([early.statusCode, early.json()]).toEqual([503, { status: 'starting' }]);
  readiness.started();
  const ready = await inject('GET', '/ready');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok', failing: [] }]);
});

test('metrics are for callers that know the code', async () => {
  expect((await inject('GET', '/metrics')).statusCode).toBe(401);
  const wrong = { authorization: `Bearer ${token}x` };
  expect((await inject('GET', '/metrics', undefined, wrong)).statusCode).toBe(401);
  const right = { authorization: `Bearer ${token}` };
  const { statusCode, headers } = await inject('GET', '/metrics', undefined, right);
  expect([statusCode, headers['content-type']]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
});

test('a request keeps the name that a proxy gave it, or gets one', async () => {
  const named = await inject('GET', '/live', undefined, { 'x-request-id': 'abc-DEF_123' });
  expect(named.headers['x-request-id']).toBe('abc-DEF_123');
  for (const odd of ['short', 'with space in it', 'x'.repeat(65), 'linha\\nnova-linha']) {
    const answer = await inject('GET', '/api/nothing', undefined, { 'x-request-id': odd });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
  }
  expect((await inject('GET', '/api/%zz')).headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
});

test('the log has no personal data of sign-ins, searches and failed resets, and has the plans of slow queries', async () => {
  product.lines.length = 0;
  const refused = await inject('POST', '/api/login', {
    email: person.email,
    password: 'errada-errada',
  });
  expect(refused.statusCode).toBe(401);
  const entered = await inject('POST', '/api/login', { email: person.email, password });
  expect(entered.statusCode).toBe(200);
  const session = entered.cookies[0]?.value ?? '';
  cookie = `caged_session=${session}`;
  const payload = {
    filters: { searchQuery: 'Vendedor', municipios: ['355030'], cbo: '521110' },
  };
  const requested = await inject('POST', '/api/search', payload, {
    'x-request-id': 'a-slow-query',
  });
  expect(requested.statusCode).toBe(200);
  expect((await inject('POST', '/api/search', payload)).statusCode).toBe(200);
  await inject('POST', '/api/auth/request-password-reset', { email: person.email });
  const reset = { token: 'codigo-que-nao-vale-1234567890', newPassword: 'Outra-Senha-Qualquer-31' };
  expect((await inject('POST', '/api/auth/reset-password', reset)).statusCode).toBe(400);
  await expect.poll(() => product.lines.join('')).toContain('slow query');
  const log = product.lines.join('');
  for (const secret of [
    ...Object.values(person),
    password,
    'errada-errada',
    session,
    reset.token,
    reset.newPassword,
    'Vendedor',
  ]) {
    expect(log).not.toContain(secret);
  }
  for (const line of product.lines) expect(line.split('"requestId"').length).toBeLessThan(3);
  const slow = product.lines
    .map((line) => JSON.parse(line))
    .find(({ msg }) => msg === 'slow query');
  expect(slow).toMatchObject({
    query: {
      release: 1,
      filters: { cbo: '521110', searchQuery: '8 caracteres', municipios: '1 municípios' },
    },
    milliseconds: expect.any(Number),
    requestId: 'a-slow-query',
  });
  expect(slow.plan.join('\n')).toMatch(/ReadFrom(MergeTree|Remote)/);
});

test('queries and responses are counted', async () => {
  const text = await metrics();
  const value = (line: string) =>
    Number(
      text
        .split('\n')
        .find((known) => known.startsWith(line))
        ?.split(' ')
        .at(-1),
    );
  expect(
    value(
      'caged_http_request_duration_seconds_count{method="POST",route="/api/search",status="200"}',
    ),
  ).toBe(2);
  expect(
    value(
      'caged_http_request_duration_seconds_count{method="POST",route="/api/login",status="401"}',
    ),
  ).toBe(1);
  expect(value('caged_answers_total{origin="cached"}')).toBe(1);
  expect(value('caged_answers_total{origin="computed"}')).toBe(1);
  expect(value('caged_searches{state="running"}')).toBe(0);
  expect(value('caged_searches_refused_total')).toBe(0);
  expect(value('caged_jobs{kind="uploads",state="COMPLETED"}')).toBe(1);
  expect(value('caged_release_number')).toBe(1);
  expect(value('caged_release_age_seconds')).toBeLessThan(600);
  const queries = text
    .split('\n')
    .filter((line) => line.startsWith('caged_warehouse_query_duration_seconds_count'));
  expect(queries.some((line) => line.includes('outcome="answered"'))).toBe(true);
  expect(text).toMatch(/caged_build_info\{version="[\d.]+",node="v\d+/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toMatch(/beatriz|sigilos/i);
});

test('the operators’ page names only figures, paths and variables that there are', async () => {
  const texts = ['docs/operacao.md', 'deploy/alerts.yml'].map((path) =>
    readFile(new URL(`../../${path}`, import.meta.url), 'utf8'),
  );
  const page = (await Promise.all(texts)).join('\n');
  const text = await metrics();
  const figures = new Set(
    page.match(/\b(caged_[a-z]|nodejs_[a-z]|process_[a-z])[a-z_0-9]*[a-z]\b/g),
  );
  expect(figures.size).toBeGreaterThan(10);
  const unknown = [...figures].filter(
    (name) => !text.includes(name.replace(/_(count|bucket)$/, '')),
  );
  expect(unknown).toEqual([]);
  for (const path of ['/live', '/ready', '/metrics', '/api/health']) {
    expect(page).toContain(path);
    expect(routeTable).toHaveProperty([`GET ${path}`]);
  }
  const variables = page.match(/(?<=`)[A-Z]+_[A-Z_]+(?==|`)/g) ?? [];
  expect(variables).toContain('METRICS_TOKEN');
  expect(variables.filter((name) => !knownVariables.includes(name))).toEqual([]);
});

test('a stopping process reports it', async () => {
  readiness.stopping();
  const answer = await inject('GET', '/ready');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'stopping' }]);
  expect((await inject('GET', '/live')).statusCode).toBe(200);
});
