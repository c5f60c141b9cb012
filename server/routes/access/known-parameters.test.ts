import { afterAll, beforeAll, expect, test } from 'vitest';
import { openResearch, type Research } from '../../../tests/support/research.ts';

let research: Research;
beforeAll(async () => {
  research = await openResearch({});
});
afterAll(() => research.close());

test('a parameter that a route does not read is refused by its name', async () => {
  const administrator = await research.person('ADMIN');
  for (const [method, path, payload] of [
    // Filters beside the body, where nothing reads them.
    ['POST', '/api/search?uf=SP', { filters: { cbo: '521110' } }],
    ['POST', '/api/reports?uf=SP', { type: 'CSV', filters: {} }],
    ['GET', '/api/reference/municipalities?uf=AC&region=1'],
    ['GET', '/api/reference/states?uf=AC'],
    ['GET', '/api/reference/regions?uf=AC'],
    ['GET', '/api/reference/cbo-by-title?search=vendedor&uf=SP'],
    ['GET', '/api/reference/cbo/521110?__proto__=SP'],
    ['DELETE', '/api/history?name=todas'],
    ['GET', '/api/receipts/x?name=x'],
  ] as const) {
    const answer = await administrator.call(method, path, payload);
    const field = path.replace(/.*[?&](.*)=.*/, '$1');
    expect([path, answer.statusCode, answer.json().field]).toEqual([path, 400, field]);
    expect(answer.json().message).toBe(`Campo desconhecido: ${field}.`);
  }
});

test('a route for anyone takes the parameters that a monitor adds', async () => {
  const answer = await research.served.app.inject({ url: '/api/health?t=1' });
  expect(answer.statusCode).toBe(200);
});
