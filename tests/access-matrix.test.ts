import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../server/identity/passwords.ts';
import { startSession } from '../server/identity/sessions.ts';
import { insertUser } from '../server/identity/users.ts';
import { accessTable, openWithTemporaryPassword } from '../server/routes/access.ts';
import { productApp, type ProductApp } from './product-app.ts';

/**
 * The matrix: every route of the real app, called by every kind of caller, over HTTP. What a caller who is let in
 * gets is the second part of an entry: the answer to a call without a body, query or existing id. So 400 and 404
 * mean "admitted, and told what is wrong with the request". A route that is in the app and not here fails, and so
 * does one that is here and not in the app.
 */
const admittedStatus: Readonly<Record<string, number>> = {
  'GET /api/health': 200,
  'POST /api/login': 400,
  'GET /api/logout': 302,
  'GET /api/user': 200,
  'GET /api/showcase': 200,

  'POST /api/auth/check-password-strength': 400,
  'POST /api/auth/change-password': 400,
  'POST /api/auth/request-password-reset': 400,
  'POST /api/auth/reset-password': 400,

  'GET /api/my-data': 200,
  'PUT /api/my-data': 400,
  'POST /api/my-data/erasure-request': 200,

  'GET /api/admin/users': 200,
  'POST /api/admin/users': 400,
  'PUT /api/admin/users/:id': 400,
  'POST /api/admin/users/:id/erasure': 400,
  'GET /api/admin/companies': 200,
  'POST /api/admin/companies': 400,
  'PUT /api/admin/companies/:id': 400,

  'GET /api/admin/overview': 200,
  'GET /api/admin/settings': 200,
  'POST /api/admin/import-cbo': 200,
  'POST /api/admin/import-municipalities': 200,
  'GET /api/admin/minimum-wage': 200,
  'PUT /api/admin/minimum-wage': 400,
  'GET /api/admin/inpc': 200,
  'PUT /api/admin/inpc': 400,
  'GET /api/admin/audit': 200,
  'GET /api/admin/audit.csv': 200,
  'GET /api/uploads-check': 200,

  'POST /api/search': 400,
  'GET /api/release': 200,
  'GET /api/reference/regions': 200,
  'GET /api/reference/states': 200,
  'GET /api/reference/municipalities': 400,
  'GET /api/reference/cbo/:code': 400,
  'GET /api/reference/cbo-by-title': 400,
  'GET /api/reference/minimum-wage': 200,
  'GET /api/reference/cnae': 400,
  'POST /api/reference/cnae/details': 400,

  'POST /api/caged/upload': 415,
  'OPTIONS /api/resumable': 204,
  'GET /api/resumable': 200,
  'POST /api/resumable': 400,
  'POST /api/resumable/finish': 400,
  'GET /api/resumable/:id': 404,
  'PATCH /api/resumable/:id': 404,
  'DELETE /api/resumable/:id': 404,
  'GET /api/uploads': 200,
  'GET /api/uploads/events': 200,
  'GET /api/uploads/:id': 400,
  'GET /api/uploads/:id/events': 400,
  'GET /api/uploads/:id/comparison': 400,
  'POST /api/simple-upload': 400,
  'GET /api/admin/source/news': 409,
  'POST /api/admin/source/load': 400,
  'GET /api/admin/source/check': 200,
  'PUT /api/admin/source/check': 400,
  'GET /api/integrity': 200,
  'POST /api/admin/official-figures': 400,
  'GET /api/releases': 200,
  'POST /api/releases/:number/restore': 400,
  'GET /api/admin/release-retention': 200,
  'PUT /api/admin/release-retention': 400,
  'GET /api/admin/load-limits': 200,
  'PUT /api/admin/load-limits': 400,
  'GET /api/uploads/:id/files/:file/rejections/summary': 400,
  'POST /api/uploads/:id/cancel': 400,
  'POST /api/uploads/:id/retry': 400,
  'POST /api/uploads/:id/approve': 400,
  'GET /api/release/unmatched-exclusions.csv': 200,
  'GET /api/uploads/:id/files/:file/rejections': 400,
  'GET /api/uploads/:id/files/:file/rejections.csv': 400,
};

const callers = ['signed out', 'VIEWER', 'CLIENT', 'ADMIN', 'deactivated', 'must change'] as const;
type Caller = (typeof callers)[number];

const routes = Object.keys(accessTable).filter((route) => route !== 'GET /*');
const cases = routes.flatMap((route) => callers.map((caller) => [route, caller] as const));

/** What the table says, told apart from how the server comes to it. */
function expectedStatus(route: string, caller: Caller): number {
  const access = accessTable[route];
  const admitted = admittedStatus[route] ?? Number.NaN;
  if (access === 'anyone') return admitted;
  if (caller === 'signed out' || caller === 'deactivated') return 401;
  if (caller === 'must change') return openWithTemporaryPassword.has(route) ? admitted : 403;
  return access === 'signed-in' || access?.includes(caller) ? admitted : 403;
}

let product: ProductApp;
let passwordHash: string;

beforeAll(async () => {
  product = await productApp();
  passwordHash = await hashPassword('Quase-Verde-Ontem-27');
});
afterAll(() => product.close());

let people = 0;

/** A new person for each call, since some calls end the session. */
async function tokenOf(caller: Caller): Promise<string | undefined> {
  if (caller === 'signed out') return undefined;
  people += 1;
  const { db } = product.store;
  const role = caller === 'must change' || caller === 'deactivated' ? 'ADMIN' : caller;
  const person = {
    email: `p${people}@exemplo.com.br`,
    firstName: 'P',
    lastName: String(people),
    companyId: null,
    role,
    mustChangePassword: caller === 'must change',
  };
  const { id } = await insertUser(db, person, passwordHash, new Date());
  const { token } = await startSession(db, id, new Date());
  if (caller === 'deactivated') {
    await db.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute();
  }
  return token;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

async function statusFor(route: string, caller: Caller): Promise<number> {
  const [name, path = ''] = route.split(' ');
  const method = methods.find((known) => known === name);
  if (method === undefined) throw new Error(`${route} has no known method`);
  const token = await tokenOf(caller);
  const answer = await product.app.inject({
    method,
    url: path.replaceAll(/:\w+/g, 'x'),
    cookies: token === undefined ? {} : { caged_session: token },
    // A stream of events never ends by itself.
    payloadAsStream: true,
  });
  answer.stream().destroy();
  return answer.statusCode;
}

test('the app, the table and the matrix have the same routes', () => {
  expect([...product.routes].filter((route) => route !== 'GET /*').toSorted(byText)).toEqual(
    routes.toSorted(byText),
  );
  expect(Object.keys(admittedStatus).toSorted(byText)).toEqual(routes.toSorted(byText));
});

const byText = (a: string, b: string) => (a < b ? -1 : 1);

describe('who may call what', () => {
  test.each(cases)('%s by %s', async (route, caller) => {
    expect(await statusFor(route, caller)).toBe(expectedStatus(route, caller));
  });
});

test('a path that the product does not have is one for everybody', async () => {
  for (const caller of callers) {
    const token = await tokenOf(caller);
    const cookies = token === undefined ? {} : { caged_session: token };
    expect((await product.app.inject({ url: '/api/nowhere', cookies })).statusCode).toBe(404);
  }
});
