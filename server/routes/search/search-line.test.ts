import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { pausing } from '../../../tests/support/pausing-warehouse.ts';
import { serve, type Served } from '../../../tests/support/served.ts';
import { engineBackend } from '../../answers/present/answer.ts';

let installation: Installation;
let served: Served;
let goOn: () => void;
let queuedPlaces: () => unknown[];

beforeEach(async () => {
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}]));
  // Until the records of occupations are counted, a query without an occupation counts as long.
  const paused = pausing(installation.warehouse, '{uf:UInt8}', 'having records > 0');
  goOn = paused.goOn;
  // A request can have two statements for one state.
  queuedPlaces = () => [...new Set(paused.standing.flatMap(({ params }) => params?.['uf'] ?? []))];
  const engine = { ...installation, warehouse: paused.warehouse, backend: engineBackend };
  served = await serve(engine, { maxWaitMs: 100 });
  await served.cookie('CLIENT');
});
afterEach(async () => {
  goOn();
  await served.close();
  await installation.close();
});

const send = (uf: string, wait?: string) =>
  served.call('CLIENT', {
    method: 'POST',
    url: '/api/search',
    payload: { filters: { cbo: '521110', uf } },
    ...(wait !== undefined && { headers: { prefer: wait } }),
  });

test.each([
  {
    what: 'women’s and men’s pay',
    code: 'too_many_searches',
    // Long, because it names no occupation.
    atOnce: 2,
    payload: (uf: string) => ({ method: 'POST', url: '/api/equality', payload: { uf } }) as const,
  },
  {
    what: 'the market’s cells',
    code: 'too_many_market_cells',
    atOnce: 6,
    payload: (uf: string) =>
      ({ method: 'GET', url: `/api/market/cells?familias=5211&uf=${uf}` }) as const,
  },
])('$what behind others get their position, too', async ({ code, atOnce, payload }) => {
  const states = ['RJ', 'MG', 'SP', 'BA', 'PR', 'SC', 'RS'];
  const before = states.slice(0, atOnce).map((uf) => served.call('CLIENT', payload(uf)));
  await expect.poll(queuedPlaces).toHaveLength(atOnce);
  for (const [ahead, uf] of [...states.entries()].slice(atOnce)) {
    const response = await served.call('CLIENT', { ...payload(uf), headers: { prefer: 'wait=0' } });
    const place = ahead + 1;
    expect([response.statusCode, response.json()]).toMatchObject([
      503,
      { code, queue: { place, total: place } },
    ]);
  }
  goOn();
  const again = states.slice(atOnce).map((uf) => served.call('CLIENT', payload(uf)));
  const answers = await Promise.all([...before, ...again]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(states.map(() => 200));
});

test('a queued query gets its position, keeps it, and is answered when it is retried', async () => {
  const before = ['RJ', 'MG', 'BA', 'PR', 'SC', 'RS'].map((uf) => send(uf));
  await expect.poll(() => served.answerService.figures.running).toBe(6);
  const response = await send('SP', 'wait=0');
  expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([
    503,
    '3',
    {
      code: 'too_many_searches',
      message: 'Há 6 pesquisas na sua frente. Tente de novo em 3 segundos.',
      queue: { place: 7, total: 7 },
    },
  ]);
  expect((await send('PE', 'wait=0')).json()).toMatchObject({ queue: { place: 8, total: 8 } });
  expect((await send('SP', 'wait=0')).json()).toMatchObject({ queue: { place: 7, total: 8 } });
  goOn();
  const answers = await Promise.all([...before, send('SP')]);
  expect(answers.map((answer) => [answer.statusCode, answer.json().totalCount])).toEqual([
    ...before.map(() => [200, 0]),
    [200, 1],
  ]);
  expect(served.answerService.figures).toMatchObject({ computed: 8, refused: 3 });
});
