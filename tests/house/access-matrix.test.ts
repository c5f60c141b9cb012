import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/people/identity/passwords.ts';
import { startSession } from '../../server/people/identity/sessions.ts';
import { insertUser } from '../../server/people/identity/users.ts';
import { routeTable } from '../../server/routes/access/route-table.ts';
import { keysOf } from '../../shared/codes/keys.ts';
import { roles, type Role } from '../../shared/codes/roles.ts';
import { productApp, type ProductApp } from '../support/product-app.ts';

interface Entry {
  /** Written by hand and never read from the server's own table, so that a change of that table alone fails. */
  readonly who: 'anyone' | 'signed-in' | 'api-key' | readonly Role[];
  /** Also open to users with a password set by an administrator. */
  readonly temporaryPassword?: true;
  /** The status for an admitted caller, for a call without a body, query or existing id. */
  readonly status: number;
}

/**
 * The matrix: every route of the real app, called by every kind of caller, over HTTP. A status of 400 or 404 means that
 * the caller was admitted and the request is invalid. The test fails for a route of the app that is missing here, and
 * for a route here that is missing in the app.
 */
const matrix: Readonly<Record<string, Entry>> = {
  'GET /api/health': { who: 'anyone', status: 200 },
  'GET /live': { who: 'anyone', status: 200 },
  'GET /ready': { who: 'anyone', status: 200 },
  'GET /metrics': { who: 'anyone', status: 404 },
  'POST /api/login': { who: 'anyone', status: 400 },
  'GET /api/logout': { who: 'anyone', status: 302 },
  'GET /api/user': { who: 'signed-in', temporaryPassword: true, status: 200 },
  'GET /api/showcase': { who: 'anyone', status: 200 },
  'GET /api/oidc': { who: 'anyone', status: 200 },
  'GET /api/oidc/start': { who: 'anyone', status: 302 },
  'GET /api/oidc/confirm': { who: 'signed-in', status: 302 },
  'GET /api/oidc/end': { who: 'anyone', status: 302 },

  'POST /api/auth/check-password-strength': { who: 'anyone', status: 400 },
  'POST /api/auth/change-password': { who: 'signed-in', temporaryPassword: true, status: 400 },
  'POST /api/auth/first-password': { who: 'signed-in', temporaryPassword: true, status: 400 },
  'POST /api/auth/request-password-reset': { who: 'anyone', status: 400 },
  'POST /api/auth/reset-password': { who: 'anyone', status: 400 },

  'GET /api/my-data': { who: 'signed-in', status: 200 },
  'PUT /api/my-data': { who: 'signed-in', status: 400 },
  'POST /api/my-data/erasure-request': { who: 'signed-in', status: 200 },

  'GET /api/my-sessions': { who: 'signed-in', status: 200 },
  'POST /api/my-sessions/end': { who: 'signed-in', status: 400 },

  'GET /api/my-second-factor': { who: 'signed-in', status: 200 },
  'POST /api/my-second-factor/begin': { who: 'signed-in', status: 400 },
  'POST /api/my-second-factor/confirm': { who: 'signed-in', status: 400 },
  'POST /api/my-second-factor/recovery-codes': { who: 'signed-in', status: 400 },
  'POST /api/my-second-factor/remove': { who: 'signed-in', status: 400 },

  'GET /api/my-company': { who: 'signed-in', status: 200 },

  'GET /api/admin/users': { who: ['ADMIN'], status: 200 },
  'POST /api/admin/users': { who: ['ADMIN'], status: 400 },
  'PUT /api/admin/users/:id': { who: ['ADMIN'], status: 400 },
  'POST /api/admin/users/:id/erasure': { who: ['ADMIN'], status: 400 },
  'POST /api/admin/users/:id/end-sessions': { who: ['ADMIN'], status: 400 },
  'POST /api/admin/users/:id/remove-second-factor': { who: ['ADMIN'], status: 400 },
  'POST /api/admin/users/:id/temporary-password': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/companies': { who: ['ADMIN'], status: 200 },
  'POST /api/admin/companies': { who: ['ADMIN'], status: 400 },
  'PUT /api/admin/companies/:id': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/companies/:id/logo': { who: ['ADMIN'], status: 400 },
  'PUT /api/admin/companies/:id/logo': { who: ['ADMIN'], status: 400 },
  'DELETE /api/admin/companies/:id/logo': { who: ['ADMIN'], status: 400 },

  'GET /api/admin/overview': { who: ['ADMIN'], status: 200 },
  'GET /api/admin/settings': { who: ['ADMIN'], status: 200 },
  'POST /api/admin/import-cbo': { who: ['ADMIN'], status: 200 },
  'POST /api/admin/import-municipalities': { who: ['ADMIN'], status: 200 },
  'GET /api/admin/minimum-wage': { who: ['ADMIN'], status: 200 },
  'PUT /api/admin/minimum-wage': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/inpc': { who: ['ADMIN'], status: 200 },
  'PUT /api/admin/inpc': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/audit': { who: ['ADMIN'], status: 200 },
  'GET /api/admin/audit.csv': { who: ['ADMIN'], status: 200 },
  'GET /api/uploads-check': { who: 'signed-in', status: 200 },

  'POST /api/search': { who: 'signed-in', status: 400 },
  'POST /api/equality': { who: 'signed-in', status: 400 },
  'POST /api/equality/races': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'POST /api/search/panels/:panel': { who: 'signed-in', status: 400 },
  'GET /api/search/distribution': { who: 'signed-in', status: 200 },
  'POST /api/search/rank': { who: 'signed-in', status: 400 },
  'POST /api/search/records': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'GET /api/search/records.csv': { who: ['ADMIN', 'CLIENT'], status: 200 },
  'GET /api/market/names': { who: ['ADMIN', 'CLIENT'], status: 200 },
  'GET /api/market/cells': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'GET /api/receipts/:id': { who: 'signed-in', status: 404 },
  'POST /api/receipts/:id/check': { who: 'signed-in', status: 404 },
  'GET /api/receipts/:id/revision': { who: 'signed-in', status: 404 },
  'GET /api/receipts/:id/laudo': { who: ['ADMIN', 'CLIENT'], status: 404 },
  'GET /api/receipts/:id/links': { who: 'signed-in', status: 404 },
  'POST /api/receipts/:id/links': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'POST /api/public-links/:id/revoke': { who: 'signed-in', status: 400 },
  'GET /api/public/:token': { who: 'anyone', status: 404 },
  'GET /api/admin/public-links': { who: ['ADMIN'], status: 200 },
  'PUT /api/admin/public-links': { who: ['ADMIN'], status: 400 },
  'GET /api/history': { who: 'signed-in', status: 200 },
  'PUT /api/history/:id': { who: 'signed-in', status: 400 },
  'DELETE /api/history/:id': { who: 'signed-in', status: 400 },
  'DELETE /api/history': { who: 'signed-in', status: 200 },
  'GET /api/saved': { who: 'signed-in', status: 200 },
  'POST /api/saved': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'GET /api/saved/:id/change': { who: 'signed-in', status: 400 },
  'GET /api/saved/:id/revision': { who: 'signed-in', status: 400 },
  'POST /api/saved/:id/seen': { who: 'signed-in', status: 400 },
  'PUT /api/saved/:id': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'DELETE /api/saved/:id': { who: 'signed-in', status: 400 },
  'PUT /api/saved/:id/follow': { who: 'signed-in', status: 400 },
  'GET /api/digest': { who: 'signed-in', status: 200 },
  'GET /api/digest/unsubscribe': { who: 'anyone', status: 302 },
  'POST /api/digest/unsubscribe': { who: 'anyone', status: 404 },
  'POST /api/reports': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'GET /api/reports': { who: 'signed-in', status: 200 },
  'GET /api/reports/events': { who: 'signed-in', status: 200 },
  'GET /api/reports/:id': { who: 'signed-in', status: 400 },
  'GET /api/reports/:id/download': { who: 'signed-in', status: 400 },
  'GET /api/reports/:id/description': { who: 'signed-in', status: 400 },
  'POST /api/reports/:id/retry': { who: ['ADMIN', 'CLIENT'], status: 400 },
  'DELETE /api/reports/:id': { who: 'signed-in', status: 400 },
  'GET /api/admin/report-retention': { who: ['ADMIN'], status: 200 },
  'PUT /api/admin/report-retention': { who: ['ADMIN'], status: 400 },
  'GET /api/release': { who: 'signed-in', status: 200 },
  'GET /api/reference/regions': { who: 'signed-in', status: 200 },
  'GET /api/reference/states': { who: 'signed-in', status: 200 },
  'GET /api/reference/municipalities': { who: 'signed-in', status: 400 },
  'GET /api/reference/ibge-regions': { who: 'signed-in', status: 400 },
  'GET /api/reference/places': { who: 'signed-in', status: 400 },
  'GET /api/reference/cbo/:code': { who: 'signed-in', status: 400 },
  'GET /api/reference/cbo-by-title': { who: 'signed-in', status: 400 },
  'GET /api/reference/typed-question': { who: 'signed-in', status: 400 },
  'GET /api/reference/occupation-groups': { who: 'signed-in', status: 200 },
  'GET /api/reference/minimum-wage': { who: 'signed-in', status: 200 },
  'GET /api/reference/cnae': { who: 'signed-in', status: 400 },
  'POST /api/reference/cnae/details': { who: 'signed-in', status: 400 },

  'POST /api/caged/upload': { who: ['ADMIN'], status: 415 },
  'OPTIONS /api/resumable': { who: ['ADMIN'], status: 204 },
  'GET /api/resumable': { who: ['ADMIN'], status: 200 },
  'POST /api/resumable': { who: ['ADMIN'], status: 400 },
  'POST /api/resumable/finish': { who: ['ADMIN'], status: 400 },
  'GET /api/resumable/:id': { who: ['ADMIN'], status: 404 },
  'PATCH /api/resumable/:id': { who: ['ADMIN'], status: 404 },
  'DELETE /api/resumable/:id': { who: ['ADMIN'], status: 404 },
  'GET /api/uploads': { who: ['ADMIN'], status: 200 },
  'GET /api/uploads/events': { who: ['ADMIN'], status: 200 },
  'GET /api/uploads/:id': { who: ['ADMIN'], status: 400 },
  'GET /api/uploads/:id/comparison': { who: ['ADMIN'], status: 400 },
  'POST /api/simple-upload': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/source/news': { who: ['ADMIN'], status: 409 },
  'POST /api/admin/source/load': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/source/check': { who: ['ADMIN'], status: 200 },
  'PUT /api/admin/source/check': { who: ['ADMIN'], status: 400 },
  'GET /api/integrity': { who: 'signed-in', status: 200 },
  'GET /api/integrity/revisions': { who: 'signed-in', status: 200 },
  'POST /api/admin/official-figures': { who: ['ADMIN'], status: 400 },
  'GET /api/releases': { who: ['ADMIN'], status: 200 },
  'POST /api/releases/:number/restore': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/release-retention': { who: ['ADMIN'], status: 200 },
  'PUT /api/admin/release-retention': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/load-limits': { who: ['ADMIN'], status: 200 },
  'PUT /api/admin/load-limits': { who: ['ADMIN'], status: 400 },
  'GET /api/uploads/:id/files/:file/rejections/summary': { who: ['ADMIN'], status: 400 },
  'POST /api/uploads/:id/cancel': { who: ['ADMIN'], status: 400 },
  'POST /api/uploads/:id/retry': { who: ['ADMIN'], status: 400 },
  'POST /api/uploads/:id/approve': { who: ['ADMIN'], status: 400 },
  'GET /api/admin/companies/:id/api-keys': { who: ['ADMIN'], status: 400 },
  'POST /api/admin/companies/:id/api-keys': { who: ['ADMIN'], status: 400 },
  'POST /api/admin/api-keys/:id/revoke': { who: ['ADMIN'], status: 400 },
  'GET /api/v1/openapi.json': { who: 'anyone', status: 200 },
  'GET /api/v1/versao': { who: 'api-key', status: 401 },
  'GET /api/v1/ocupacoes': { who: 'api-key', status: 401 },
  'GET /api/v1/lugares': { who: 'api-key', status: 401 },
  'GET /api/v1/filtros': { who: 'api-key', status: 401 },
  'GET /api/v1/municipios': { who: 'api-key', status: 401 },
  'GET /api/v1/meses': { who: 'api-key', status: 401 },
  'GET /api/v1/estatisticas': { who: 'api-key', status: 401 },
  'POST /api/v1/estatisticas': { who: 'api-key', status: 401 },
  'POST /api/v1/pesquisa': { who: 'api-key', status: 401 },
  'GET /api/v1/distribuicao': { who: 'api-key', status: 401 },
  'POST /api/v1/distribuicao': { who: 'api-key', status: 401 },
  'GET /api/v1/pisos-e-concentracoes': { who: 'api-key', status: 401 },
  'GET /api/v1/salario-ou-composicao': { who: 'api-key', status: 401 },
  'GET /api/v1/entradas-e-saidas': { who: 'api-key', status: 401 },
  'POST /api/v1/comparacao': { who: 'api-key', status: 401 },
  'GET /api/v1/recibos/:id': { who: 'api-key', status: 401 },
  'POST /api/v1/recibos/:id/conferencia': { who: 'api-key', status: 401 },
  'GET /api/uploads/:id/files/:file/rejections.csv': { who: ['ADMIN'], status: 400 },
};

const callers = ['signed out', ...keysOf(roles), 'deactivated', 'must change'] as const;
type Caller = (typeof callers)[number];

const cases = Object.entries(matrix).flatMap(([route, entry]) =>
  callers.map((caller) => ({ route, caller, expected: expectedStatus(entry, caller) })),
);

function expectedStatus({ who, temporaryPassword, status }: Entry, caller: Caller): number {
  if (who === 'anyone') return status;
  // A session never opens it.
  if (who === 'api-key') return 401;
  if (caller === 'signed out' || caller === 'deactivated') return 401;
  if (caller === 'must change') return temporaryPassword === true ? status : 403;
  return who === 'signed-in' || who.includes(caller) ? status : 403;
}

let product: ProductApp;
let site: string;
let passwordHash: string;

beforeAll(async () => {
  product = await productApp();
  site = await product.app.listen({ port: 0, host: '127.0.0.1' });
  passwordHash = await hashPassword('Quase-Verde-Ontem-27');
});
afterAll(() => product.close());

let people = 0;

/** The session cookie of a new user for each call, because some calls end the session. */
async function cookieOf(caller: Caller): Promise<string | undefined> {
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
  return `caged_session=${token}`;
}

async function statusFor(route: string, caller: Caller): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const cookie = await cookieOf(caller);
  const answer = await fetch(`${site}${path.replaceAll(/:\w+/g, 'x')}`, {
    method,
    headers: cookie === undefined ? {} : { cookie },
    redirect: 'manual',
  });
  // An event stream never ends on its own.
  await answer.body?.cancel();
  return answer.status;
}

test('the app, the table and the matrix have the same routes', () => {
  const routes = Object.keys(matrix).toSorted(byText);
  expect(withoutScreens(product.routes)).toEqual(routes);
  expect(withoutScreens(Object.keys(routeTable))).toEqual(routes);
});

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const withoutScreens = (routes: Iterable<string>) =>
  [...routes].filter((route) => route !== 'GET /*').toSorted(byText);

describe('the callers of each route', () => {
  test.each(cases)('$route by $caller', async ({ route, caller, expected }) => {
    expect(await statusFor(route, caller)).toBe(expected);
  });
});

const isOpen = ({ who }: Entry) => who === 'anyone' || who === 'api-key';

/** Calls a reading route as an administrator whose browser sends this `Sec-Fetch-Site`. */
const follow = async (route: string, from: string | undefined, method: 'GET' | 'HEAD' = 'GET') =>
  product.app.inject({
    method,
    url: route.slice('GET '.length).replaceAll(/:\w+/g, 'x'),
    headers: {
      cookie: (await cookieOf('ADMIN')) ?? '',
      ...(from !== undefined && { 'sec-fetch-site': from }),
    },
  });

const exportsOfAudit = () =>
  product.store.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'audit.exported')
    .orderBy('id')
    .execute();

describe('a link from another site', () => {
  const reading = Object.entries(matrix).filter(([route]) => route.startsWith('GET '));

  test('opens nothing that a session opens, neither data nor a download', async () => {
    const closed = reading.filter(([, entry]) => !isOpen(entry)).map(([route]) => route);
    expect(closed).toContain('GET /api/search/records.csv');
    const before = await exportsOfAudit();
    for (const route of closed) {
      for (const from of ['cross-site', 'same-site']) {
        const answer = await follow(route, from);
        const results = [route, answer.statusCode, answer.json().code];
        expect(results).toEqual([route, 403, 'foreign_origin']);
      }
    }
    const head = await follow('GET /api/admin/audit.csv', 'cross-site', 'HEAD');
    expect(head.statusCode).toBe(405);
    expect(await exportsOfAudit()).toEqual(before);
  });

  test('opens what anyone may read', async () => {
    for (const [route, entry] of reading.filter(([, one]) => isOpen(one))) {
      const { statusCode } = await follow(route, 'cross-site');
      expect([route, statusCode]).toEqual([route, entry.status]);
    }
  });

  test.each(['same-origin', 'none', undefined])(
    'does not include a request of our own page, of a typed address or of a program: %s',
    async (from) => {
      for (const route of ['GET /api/admin/audit.csv', 'GET /api/my-data', 'GET /api/user']) {
        expect([route, (await follow(route, from)).statusCode]).toEqual([route, 200]);
      }
    },
  );
});

test.each([
  'GET /api/admin/audit.csv',
  'GET /api/logout',
  'GET /api/my-data',
  'GET /api/oidc/end',
  'GET /api/public/:token',
  'GET /api/receipts/:id/laudo',
  'GET /api/reports/:id/download',
  'GET /api/search/records.csv',
  'GET /api/v1/distribuicao',
  'GET /api/v1/estatisticas',
])('%s leaves a record, so that HEAD is refused', async (route) => {
  expect(matrix).toHaveProperty([route]);
  const { statusCode, headers } = await follow(route, undefined, 'HEAD');
  expect([statusCode, headers.allow]).toEqual([405, expect.not.stringContaining('HEAD')]);
});

test('an unknown path gets 404 for every caller', async () => {
  for (const caller of callers) expect(await statusFor('GET /api/nowhere', caller)).toBe(404);
});
