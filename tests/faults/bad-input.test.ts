import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../server/people/identity/api-keys.ts';
import { addCompany } from '../../server/people/identity/companies.ts';
import { startSession } from '../../server/people/identity/sessions.ts';
import { createUser } from '../../server/people/identity/users.ts';
import { routeTable } from '../../server/routes/access/route-table.ts';
import { ApiProblem } from '../../shared/contracts/api-v1.ts';
import { CreateCompany } from '../../shared/contracts/companies.ts';
import { Failure } from '../../shared/contracts/failure.ts';
import { testConfirmation } from '../support/accounts.ts';
import { productApp, type ProductApp } from '../support/product-app.ts';

/** Invalid input to every route that takes a body, sent by an administrator: rejected, with no effect. */

const routes = Object.keys(routeTable).filter((route) => !route.startsWith('GET '));
const json = 'application/json';

const bodies: readonly (readonly [what: string, type: string, payload: string])[] = [
  ['malformed JSON', json, '{"email": '],
  ['a list', json, '[]'],
  ['a text', json, '"x"'],
  ['an unknown field', json, '{"desconhecido":1}'],
  ['a prototype', json, '{"__proto__":{"role":"ADMIN"}}'],
  ['a deep value', json, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['two megabytes', json, JSON.stringify({ email: 'a'.repeat(2 * 2 ** 20) })],
  ['another type', 'text/plain', 'email=a'],
  ['a form', 'application/x-www-form-urlencoded', 'email=a&password=b'],
];

let product: ProductApp;
let token: string;
let key: string;

const aurora = CreateCompany.parse({
  name: 'Aurora',
  cnpj: '11.222.333/0001-81',
  cnaes: ['4711302'],
});

const clock = () => new Date();

beforeAll(async () => {
  product = await productApp();
  const { db } = product.store;
  const person = { firstName: 'A', lastName: 'B', role: 'ADMIN', companyId: null } as const;
  const email = 'chefe@exemplo.com.br';
  const user = await createUser(db, { ...person, email, password: 'Uma-Senha-1' }, new Date());
  ({ token } = await startSession(db, user.id, new Date()));
  const deps = { store: product.store, clock };
  const actor = { userId: user.id, sessionId: null, address: '127.0.0.1' };
  const { id: company } = await addCompany(deps, actor, aurora);
  const making = { ...deps, confirmation: testConfirmation(product.store, clock) };
  const requested = { name: 'Painel', days: 1, password: 'Uma-Senha-1' };
  ({ key } = await createApiKey(making, actor, company, requested));
});
afterAll(() => product.close());

/** Everything that a rejected call might have changed. */
async function stored() {
  const { db } = product.store;
  const tables = ['users', 'companies', 'uploads', 'password_resets', 'reference_imports'] as const;
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
}

describe.each(routes)('%s', (route) => {
  test.each(bodies)('refuses %s', async (_, type, payload) => {
    const before = await stored();
    const [method, path = ''] = route.split(' ');
    const isApi = path.startsWith('/api/v1/');
    const answer = await product.app.inject({
      method: method === 'PUT' ? 'PUT' : method === 'DELETE' ? 'DELETE' : 'POST',
      url: path.replaceAll(/:\w+/g, '4e2f7a52-7d2e-4d3e-9c58-111111111111'),
      headers: { 'content-type': type, ...(isApi && { authorization: `Bearer ${key}` }) },
      payload,
      cookies: { caged_session: token },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    const text = isApi
      ? ApiProblem.parse(answer.json()).detail
      : Failure.parse(answer.json()).message;
    expect(text).toMatch(/^\p{Lu}/u);
    expect(await stored()).toEqual(before);
  });
});
