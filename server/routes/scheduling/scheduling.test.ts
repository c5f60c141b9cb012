import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { engineBackend } from '../../answers/present/answer.ts';
import { insertApiKey } from '../../people/identity/api-keys.ts';
import { AppError } from '../../platform/errors.ts';
import type { LaneLimits } from '../../platform/scheduler/lane.ts';
import { laneNames, Scheduler, usualLimits } from '../../platform/scheduler/scheduler.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { guardRoutes } from '../access/guard.ts';
import { routeTable } from '../access/route-table.ts';
import { answerFailures } from '../http/failures.ts';
import { scheduleRoutes, usualBursts } from './scheduling.ts';

/** Queries that run once per release, for all users. */
const onceARelease = ['group by cbo\n        having', 'grouping(great, main'];
const filters = { cbo: '521110' };

let installation: Installation;
let served: Served | undefined;
let key: string;
/** The engine's queries that began while no job ran. */
const outside: string[] = [];
let queried = 0;

/** Records a query that no slot of the scheduler covers. */
function noted(sql: Sql): Sql {
  const { text } = sql;
  if (served === undefined || onceARelease.some((words) => text.includes(words))) return sql;
  queried += 1;
  if (served.scheduler.figures(...laneNames).running === 0) outside.push(text);
  return sql;
}

/** The warehouse, with its queries recorded. */
function watched(warehouse: Warehouse): Warehouse {
  const own: Partial<Warehouse> = {
    rows: <Row>(sql: Sql, limits?: QueryLimits) => warehouse.rows<Row>(noted(sql), limits),
    stream: (sql, limits) => warehouse.stream(noted(sql), limits),
    bytes: (sql, form, limits) => warehouse.bytes(noted(sql), form, limits),
  };
  return Object.assign(Object.create(warehouse), own);
}

beforeAll(async () => {
  installation = await newInstallation();
  const six = Array.from({ length: 6 }, (_, at) => ({ salary: `${1500 + at},00` }));
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', six));
  const { store } = installation;
  served = await serve({
    ...installation,
    warehouse: watched(installation.warehouse),
    backend: engineBackend,
  });
  const now = new Date();
  const at = now.toISOString();
  await store.db
    .insertInto('companies')
    .values({ id: 'acme', name: 'Acme', cnpj: '11222333000181', created_at: at, updated_at: at })
    .execute();
  const anyone = { userId: null, address: null };
  key = (await insertApiKey({ store, clock: () => now }, anyone, 'acme', { name: 'BI', days: 30 }))
    .key;
});
afterAll(async () => {
  await served?.close();
  await installation.close();
});

const call = async (route: string, url: string, payload?: object) => {
  if (served === undefined) throw new Error('Not served.');
  const [name = ''] = route.split(' ');
  const method = name === 'POST' ? 'POST' : 'GET';
  const headers: Record<string, string> = url.includes('/v1/')
    ? { authorization: `Bearer ${key}` }
    : {};
  const request = { method, url, headers, ...(payload && { payload }) } as const;
  const answer = await served.call('ADMIN', request);
  expect([route, answer.statusCode]).toEqual([route, expect.toBeOneOf([200, 201])]);
  return answer;
};

test('every route that queries the engine does so in a slot, with what it costs in the table', async () => {
  const { receipt } = (await call('POST /api/search', '/api/search', { filters })).json();
  const saved = { name: 'Vendas', filters };
  const { id } = (await call('POST /api/saved', '/api/saved', saved)).json();
  const file = await installation.store.db
    .selectFrom('upload_files')
    .select(['upload_id', 'batch'])
    .executeTakeFirstOrThrow();
  const [at, of] = [`/api/receipts/${receipt.id}`, `/api/saved/${id}`];
  const rejections = `/api/uploads/${file.upload_id}/files/${file.batch}/rejections`;
  const v1 = { filtros: filters };
  const { metadados } = (await call('POST /api/v1/pesquisa', '/api/v1/pesquisa', v1)).json();
  // A query that is not cached: no two calls are equal.
  const other = (salarioMin: number) => ({ filters: { ...filters, salarioMin } });
  const calls: Readonly<Record<string, readonly [url: string, payload?: object]>> = {
    'POST /api/search': ['/api/search', other(1)],
    'POST /api/search/panels/:panel': ['/api/search/panels/entradas-e-saidas', { filters }],
    'GET /api/search/distribution': ['/api/search/distribution?cbo=521110&salarioMin=7'],
    'POST /api/search/rank': ['/api/search/rank', { ...other(8), salario: 2000 }],
    'POST /api/search/records': ['/api/search/records', { filters }],
    'GET /api/search/records.csv': ['/api/search/records.csv?cbo=521110'],
    'GET /api/market/cells': ['/api/market/cells?familias=5211'],
    'POST /api/equality': ['/api/equality', {}],
    'POST /api/equality/races': ['/api/equality/races', {}],
    'POST /api/receipts/:id/check': [`${at}/check`],
    'GET /api/receipts/:id/revision': [`${at}/revision`],
    'GET /api/receipts/:id/laudo': [`${at}/laudo`],
    'POST /api/saved': ['/api/saved', { ...saved, name: 'Mais vendas' }],
    'GET /api/saved/:id/change': [`${of}/change`],
    'GET /api/saved/:id/revision': [`${of}/revision`],
    'POST /api/saved/:id/seen': [`${of}/seen`],
    'POST /api/v1/pesquisa': ['/api/v1/pesquisa?formato=parquet', v1],
    'GET /api/v1/meses': ['/api/v1/meses'],
    'GET /api/v1/estatisticas': ['/api/v1/estatisticas?cbo=521110&salario_min=4'],
    'POST /api/v1/estatisticas': ['/api/v1/estatisticas', { filtros: other(5).filters }],
    'GET /api/v1/distribuicao': ['/api/v1/distribuicao?cbo=521110&salario_min=6'],
    'POST /api/v1/distribuicao': ['/api/v1/distribuicao', { filtros: other(2).filters }],
    'GET /api/v1/pisos-e-concentracoes': ['/api/v1/pisos-e-concentracoes?cbo=521110'],
    'GET /api/v1/salario-ou-composicao': ['/api/v1/salario-ou-composicao?cbo=521110'],
    'GET /api/v1/entradas-e-saidas': ['/api/v1/entradas-e-saidas?cbo=521110'],
    'POST /api/v1/comparacao': ['/api/v1/comparacao', { selecoes: [filters, other(3).filters] }],
    'POST /api/v1/recibos/:id/conferencia': [`/api/v1/recibos/${metadados.recibo}/conferencia`],
    'GET /api/uploads/:id/files/:file/rejections/summary': [`${rejections}/summary`],
    'GET /api/uploads/:id/files/:file/rejections.csv': [`${rejections}.csv`],
  };
  // Publishing does not query the engine; the audit is in the app database.
  const withoutEngine = ['POST /api/releases/:number/restore', 'GET /api/admin/audit.csv'];
  const costly = keysOf(routeTable).filter(
    (route) => !['cheap', 'mainThread', 'lists', 'password'].includes(routeTable[route].cost),
  );
  expect([...Object.keys(calls), ...withoutEngine].toSorted()).toEqual(costly.toSorted());
  for (const [route, [url, payload]] of Object.entries(calls)) await call(route, url, payload);
  expect(outside).toEqual([]);
  expect(queried).toBeGreaterThan(Object.keys(calls).length);
});

const notCached = { method: 'POST', payload: { filters: { ...filters, uf: 'SP' } } } as const;

test.each([
  [
    'lists with the words of their queries',
    'lists',
    ['history', 'saved', 'reports'].map((list) => ({ url: `/api/${list}?pageSize=100` })),
  ],
  [
    'small queries that the engine computes',
    'medium',
    [
      { url: '/api/market/cells?familias=2522' },
      { url: '/api/search/panels/entradas-e-saidas', ...notCached },
    ],
  ],
] as const)('%s wait in the lane %s', async (_, lane, requests) => {
  const app = served;
  if (app === undefined) throw new Error('Not served.');
  const acquire = (_slot: unknown, number: number) =>
    app.scheduler.acquire({
      lane,
      requesters: new Map([[`person ${number}`, `company ${number}`]]),
      cost: 1,
      refusal: () => new AppError('busy', 503, ''),
      signal: new AbortController().signal,
    });
  const taken = await Promise.all(Array.from({ length: usualLimits.lanes[lane].slots }, acquire));
  // The first call of a role creates its user.
  await app.call('ADMIN', { url: '/api/user' });
  const answers = requests.map((request) => app.call('ADMIN', request));
  try {
    await expect.poll(() => app.scheduler.figures(lane).waiting).toBe(requests.length);
  } finally {
    for (const free of taken) free();
  }
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('typing does not wait while the lists of others wait for the app database', async () => {
  const app = Fastify();
  app.decorateRequest('user', null).decorateRequest('apiCaller', null);
  app.addHook('onRequest', async (request) => {
    request.admittedAt = performance.now();
  });
  scheduleRoutes(app, { scheduler: new Scheduler(), table: routeTable });
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  for (const url of ['/api/history', '/api/saved', '/api/reports']) {
    app.get(url, async () => {
      begun += 1;
      await gate.promise;
      return [];
    });
  }
  app.get('/api/reference/typed-question', async () => ({}));
  const lists = [
    app.inject({ url: '/api/history', remoteAddress: '192.0.2.1' }),
    app.inject({ url: '/api/saved', remoteAddress: '192.0.2.2' }),
    app.inject({ url: '/api/reports', remoteAddress: '192.0.2.3' }),
  ];
  const typed = app.inject({ url: '/api/reference/typed-question', remoteAddress: '192.0.2.4' });
  try {
    await expect.poll(() => begun).toBe(3);
    expect((await typed).statusCode).toBe(200);
  } finally {
    gate.resolve();
    await Promise.all(lists);
  }
});

test('a sign-in does not wait for those of another network that came before', async () => {
  const app = Fastify();
  app.decorateRequest('user', null).decorateRequest('apiCaller', null);
  app.addHook('onRequest', async (request) => {
    request.admittedAt = performance.now();
  });
  const scheduler = new Scheduler();
  scheduleRoutes(app, { scheduler, table: routeTable });
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  app.post('/api/login', async ({ ip }) => {
    started.push(ip);
    await gate.promise;
    return {};
  });
  const signIn = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/login', remoteAddress });
  const flood = Array.from({ length: 30 }, () => signIn(greedy));
  const { slots } = usualLimits.lanes.password;
  await expect.poll(() => started.length).toBe(slots);
  const quietOne = signIn(quiet);
  await expect.poll(() => scheduler.figures('password').waiting).toBe(31 - slots);
  gate.resolve();
  await quietOne;
  expect(started.indexOf(quiet)).toBe(slots);
  await Promise.all(flood);
});

/** An app with one cheap route, and the addresses whose requests started, in order. */
function cheapApp(arrival: Partial<LaneLimits> = {}, routes = ['/'], spacingMs = 25) {
  const app = Fastify();
  answerFailures(app);
  app.decorateRequest('user', null);
  app.decorateRequest('apiCaller', null);
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.cookie === 'ended') throw new AppError('not_signed_in', 401, 'Entre.');
  });
  const rule = { access: 'anyone', cost: 'cheap' } as const;
  const table = Object.fromEntries(routes.map((url) => [`GET ${url}`, rule]));
  const { lanes, ...sizes } = usualLimits;
  const limits = { ...sizes, lanes: { ...lanes, arrival: { ...lanes.arrival, ...arrival } } };
  const { files } = usualBursts;
  const calls = { ...usualBursts.calls, spacingMs };
  const bursts = { calls, files: { ...files, spacingMs }, probes: calls };
  scheduleRoutes(app, { scheduler: new Scheduler(limits), table, bursts });
  const started: string[] = [];
  let inProgress = 0;
  for (const route of routes) {
    app.get(route, async ({ ip }) => {
      started.push(route === '/live' ? route : ip);
      inProgress += 1;
      for (let turn = 0; turn < 5; turn += 1) await yieldToEventLoop();
      return { inProgress: inProgress-- };
    });
  }
  const send = (remoteAddress: string, cookie = '', url = '/') =>
    app.inject({ url, remoteAddress, headers: { cookie } });
  return { started, send };
}
const [greedy, quiet] = ['192.0.2.1', '198.51.100.1'];

test('a flood of cheap requests starts one in each turn, and another’s request does not wait for it', async () => {
  const { started, send } = cheapApp();
  const flood = Array.from({ length: 100 }, () => send(greedy));
  expect((await send(quiet)).statusCode).toBe(200);
  expect(started.indexOf(quiet)).toBeLessThan(3);
  const answers = (await Promise.all(flood)).map((answer) => answer.json().inProgress);
  expect(answers).toHaveLength(100);
  expect(Math.max(...answers)).toBeLessThan(10);
});

/** How many of seventy requests are answered if, after the burst, no other one starts within the test. */
async function answeredOf(url: string, cookie: string): Promise<number> {
  const { send } = cheapApp({}, [url], 3_600_000);
  let answered = 0;
  for (let number = 0; number < 70; number += 1) void send(greedy, cookie).then(() => answered++);
  for (let turn = 0; turn < 2_000; turn += 1) await yieldToEventLoop();
  return answered;
}

test('after sixty requests in ten seconds, those of a person start apart', async () => {
  expect(await answeredOf('/', '')).toBe(61);
  expect(await answeredOf('/', 'ended')).toBe(61);
  // A first visit to the screens takes some twenty files.
  expect(await answeredOf('/*', '')).toBe(70);
});

test('a probe of the process does not wait for other requests of its network', async () => {
  const { started, send } = cheapApp({}, ['/', '/live']);
  const flood = Array.from({ length: 100 }, () => send(greedy));
  await send(greedy, '', '/live');
  expect(started.indexOf('/live')).toBeLessThan(3);
  await Promise.all(flood);
});

test('a flood beyond the queue is refused, and another’s request is not', async () => {
  const { send } = cheapApp({ waiting: 20 });
  const flood = Array.from({ length: 100 }, () => send(greedy));
  const first = Promise.race(flood);
  expect((await send(quiet)).statusCode).toBe(200);
  // The refused ones are answered at least a second later.
  expect((await first).statusCode).toBe(200);
  // Not all in one turn of the event loop.
  const turns = new Set<number>();
  let turn = 0;
  const timer = setInterval(() => (turn += 1), 5);
  for (const answer of flood) void answer.then(() => turns.add(turn));
  const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 503);
  clearInterval(timer);
  expect(turns.size).toBeGreaterThan(5);
  expect(refused).toHaveLength(79);
  expect(refused[0]?.json()).toMatchObject({ code: 'busy' });
});

/** The warehouse, in which record pages after the first block until `goOn`. */
function gatedPages(warehouse: Warehouse) {
  const gate = Promise.withResolvers<void>();
  const pages = { standing: 0, goOn: gate.resolve };
  const rows = async <Row>(sql: Sql, limits?: QueryLimits) => {
    if (Number(sql.params?.['offset'] ?? 0) > 0) {
      pages.standing += 1;
      await gate.promise;
    }
    return warehouse.rows<Row>(sql, limits);
  };
  const standing: Warehouse = Object.assign(Object.create(warehouse), { rows });
  return { pages, warehouse: standing };
}

test('sixty record pages of one account leave slots for another’s searches', async () => {
  const { pages, warehouse } = gatedPages(installation.warehouse);
  const flooded = await serve({ ...installation, warehouse, backend: engineBackend });
  const search = async (salarioMin: number) => {
    const payload = { filters: { ...filters, salarioMin } };
    return (await flooded.call('VIEWER', { method: 'POST', url: '/api/search', payload }))
      .statusCode;
  };
  const page = async (number: number) => {
    const payload = { filters, page: number };
    return (await flooded.call('CLIENT', { method: 'POST', url: '/api/search/records', payload }))
      .statusCode;
  };
  try {
    expect([await search(1), await page(1)]).toEqual([200, 200]);
    const flood = Array.from({ length: 60 }, (_, at) => page(at + 2));
    await expect.poll(() => flooded.scheduler.figures('short').waiting).toBe(58);
    expect(await Promise.all([search(2), search(3), search(4)])).toEqual([200, 200, 200]);
    expect([pages.standing, flooded.scheduler.figures('short').waiting]).toEqual([2, 58]);
    pages.goOn();
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
  } finally {
    pages.goOn();
    await flooded.close();
  }
});

test('a request that waited long for its slot is not handled for a user who signed out meanwhile', async () => {
  const scheduler = new Scheduler();
  const { slots } = usualLimits.lanes.document;
  const { signal } = new AbortController();
  const requesters = new Map([['bia', 'aurora']]);
  const job = {
    cost: 1,
    refusal: () => new AppError('busy', 503, ''),
    requesters,
    signal,
  };
  const taken = await Promise.all(
    Array.from({ length: slots }, () => scheduler.acquire({ lane: 'document', ...job })),
  );
  const names = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
  const state = { companyId: null, isActive: true, mustChangePassword: false };
  const person = { id: 'ana', role: 'CLIENT', ...names, ...state } as const;
  let isSignedIn = true;
  const table = { 'GET /': { access: 'signed-in', cost: 'document' } } as const;
  const app = Fastify();
  answerFailures(app);
  guardRoutes(app, { table, maybeUser: async () => (isSignedIn ? person : undefined) });
  scheduleRoutes(app, { scheduler, table });
  let handled = 0;
  app.get('/', async () => (handled += 1));
  const answer = app.inject('/');
  await expect.poll(() => scheduler.figures('document').waiting).toBe(1);
  isSignedIn = false;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  for (const free of taken) free();
  expect([(await answer).statusCode, handled]).toEqual([401, 0]);
  clock.mockRestore();
});
