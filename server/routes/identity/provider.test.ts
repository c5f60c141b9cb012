import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InjectOptions } from 'fastify';
import { accountsOver, knownPassword, type Accounts } from '../../../tests/support/accounts.ts';
import { testProvider, type TestProvider } from '../../../tests/support/open-id-provider.ts';
import { startHttp } from '../../../tests/support/source-servers/serve-bytes.ts';
import { testStores, testedStores } from '../../../tests/support/stores.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { Metrics } from '../../platform/observability/metrics.ts';

const minute = 60_000;
const ana = {
  email: 'ana@banco.example',
  email_verified: true,
  given_name: 'Ana',
  family_name: 'Lima',
  roles: ['outra coisa', 'caged-users'],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await testProvider();
});
afterAll(() => provider.close());

type Jar = Record<string, string>;

/** Simulates browsers, each with its own cookie jar. */
function browsing(accounts: () => Accounts) {
  /** One request of a browser, which stores the cookies of the response. */
  async function go(jar: Jar, request: InjectOptions) {
    const answer = await accounts().app.inject({ ...request, cookies: jar });
    for (const { name, value } of answer.cookies) jar[name] = value;
    return answer;
  }

  const begin = async (jar: Jar, path = '/api/oidc/start') => {
    const answer = await go(jar, { url: path });
    expect(answer.statusCode).toBe(302);
    return String(answer.headers.location);
  };
  const end = async (jar: Jar, { search }: URL) =>
    String((await go(jar, { url: `/api/oidc/end${search}` })).headers.location);
  const signIn = async (subject: string, jar: Jar = {}) =>
    end(jar, await provider.visit(await begin(jar), subject));
  const who = async (jar: Jar) => {
    const answer = await go(jar, { url: '/api/user' });
    return answer.statusCode === 200 ? answer.json() : answer.statusCode;
  };
  const audited = async () =>
    (
      await accounts()
        .store.db.selectFrom('audit_log')
        .select(['action', 'outcome', 'details'])
        .orderBy('number')
        .execute()
    ).map(({ action, outcome, details }) => ({ action, outcome, ...JSON.parse(details) }));
  return { go, begin, end, signIn, who, audited };
}

describe.each(testedStores())(
  'signing in by a provider, with the store in $dialect',
  ({ open }) => {
    let accounts: Accounts;

    beforeEach(async () => {
      provider.people.clear();
      provider.people.set('sub-ana', ana);
      provider.ways.acr = undefined;
      accounts = await accountsOver(await open(), new Metrics(), false, provider.settings);
      accounts.pass(Date.now() - accounts.now().getTime());
    });
    afterEach(() => accounts.app.close());

    const { go, begin, end, signIn, who, audited } = browsing(() => accounts);

    test('creates an account for a user with a role at the provider, and finds it again by the subject', async () => {
      const jar: Jar = {};
      const address = new URL(await begin(jar, '/api/oidc/start?returnTo=%2Fsaved%3Fa%3D1'));
      expect(address.origin).toBe(provider.settings.issuer);
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        scope: 'openid profile email',
      });
      expect(address.href).not.toContain(provider.settings.clientSecret);
      const back = await provider.visit(address.href, 'sub-ana');
      expect(await end(jar, back)).toBe('/saved?a=1');
      const user = await who(jar);
      expect(user).toMatchObject({
        email: 'ana@banco.example',
        firstName: 'Ana',
        lastName: 'Lima',
        role: 'CLIENT',
        signsInElsewhere: true,
      });
      expect(await audited()).toMatchObject([
        { action: 'user.created', role: 'CLIENT', by: 'provider' },
        { action: 'user.linked' },
        { action: 'session.started', by: 'provider' },
      ]);
      provider.people.set('sub-ana', { ...ana, email: 'ana.nova@banco.example' });
      const again: Jar = {};
      expect(await signIn('sub-ana', again)).toBe('/');
      expect((await who(again)).id).toBe(user.id);
      // A normal session: it ends after 24 hours.
      accounts.pass(24 * 60 * minute);
      expect(await who(again)).toBe(401);
    });

    test('makes one account for two first sign-ins at the same time', async () => {
      await accounts.person('ADMIN');
      expect(await Promise.all([signIn('sub-ana'), signIn('sub-ana')])).toEqual(['/', '/']);
      const { length } = await accounts.store.db.selectFrom('users').select('id').execute();
      expect(length).toBe(2);
    });

    test('binds the account of a verified e-mail once, and never to a second subject', async () => {
      const { id } = await accounts.person('VIEWER', { email: 'Ana@banco.example' });
      const jar: Jar = {};
      await signIn('sub-ana', jar);
      expect(await who(jar)).toMatchObject({ id, role: 'CLIENT', mustChangePassword: false });
      expect((await who(jar)).signsInElsewhere).toBeUndefined();
      expect((await accounts.signIn('ana@banco.example', knownPassword)).statusCode).toBe(200);
      provider.people.set('sub-other', { ...ana, roles: ['caged-admins'] });
      const other: Jar = {};
      expect(await signIn('sub-other', other)).toBe('/login?problema=provider_other_account');
      expect(await who(other)).toBe(401);
      expect((await who(jar)).role).toBe('CLIENT');
    });

    test('removes a temporary password, which an administrator knows, and its reset link', async () => {
      await accounts.person('CLIENT', { email: ana.email, mustChangePassword: true });
      const post = (url: string, payload: object) =>
        accounts.app.inject({ method: 'POST', url: `/api/auth/${url}`, payload });
      await post('request-password-reset', { email: ana.email });
      await accounts.mailQueue.idle();
      const [, token = ''] = /#token=([\w-]+)/.exec(accounts.mails[0]?.mail.text ?? '') ?? [];
      const jar: Jar = {};
      await signIn('sub-ana', jar);
      expect(await who(jar)).toMatchObject({ mustChangePassword: false, signsInElsewhere: true });
      expect((await accounts.signIn(ana.email, knownPassword)).statusCode).toBe(401);
      const newPassword = 'Outra-Lua-Minguante-38';
      const chosen = { token, newPassword, confirmPassword: newPassword };
      expect((await post('reset-password', chosen)).json().code).toBe('invalid_token');
    });

    test('applies a role that changed at the provider, with an audit entry, and ends earlier sessions', async () => {
      const first: Jar = {};
      await signIn('sub-ana', first);
      provider.people.set('sub-ana', { ...ana, roles: 'caged-admins' });
      const second: Jar = {};
      await signIn('sub-ana', second);
      expect((await who(second)).role).toBe('ADMIN');
      expect(await who(first)).toBe(401);
      expect(await audited()).toContainEqual({
        action: 'user.updated',
        outcome: 'success',
        role: 'ADMIN',
        formerRole: 'CLIENT',
        by: 'provider',
      });
      provider.people.set('sub-ana', { ...ana, roles: ['caged-readers'] });
      expect(await signIn('sub-ana')).toBe('/login?problema=provider_last_administrator');
      await accounts.person('ADMIN');
      expect(await signIn('sub-ana')).toBe('/');
    });

    test('refuses a closed account, which stands in the audit, and opens no session of a role that went', async () => {
      await signIn('sub-ana');
      await accounts.store.db.updateTable('users').set({ is_active: 0 }).execute();
      const jar: Jar = {};
      expect(await signIn('sub-ana', jar)).toBe('/login?problema=provider_inactive');
      expect(await who(jar)).toBe(401);
      expect((await audited()).at(-1)).toMatchObject({
        action: 'session.refused',
        outcome: 'failure',
        reason: 'provider_inactive',
      });
    });

    test('refuses a sign-in beyond 300 in an hour, without an entry', async () => {
      const jar: Jar = {};
      await signIn('sub-ana', jar);
      const { id } = await who(jar);
      const started = { action: 'session.started', at: accounts.now() } as const;
      const actor = { userId: id, address: null };
      for (let time = 0; time < 299; time += 1)
        await recordAct(accounts.store.db, { ...started, actor });
      const entries = (await audited()).length;
      const late: Jar = {};
      expect(await signIn('sub-ana', late)).toBe('/login?problema=provider_too_many');
      expect(await who(late)).toBe(401);
      expect(await audited()).toHaveLength(entries);
    });

    test('accepts passwords while the provider is unreachable', async () => {
      const passing = await testProvider();
      const away = await accountsOver(await open(), new Metrics(), false, passing.settings);
      await passing.close();
      const answer = await away.app.inject({ url: '/api/oidc/start' });
      expect(answer.headers.location).toBe('/login?problema=provider_away');
      expect(away.logged.at(-1)).toContain('"cause":"ECONNREFUSED"');
      const { email } = await away.person('CLIENT');
      expect((await away.signIn(email, knownPassword)).statusCode).toBe(200);
      await away.app.close();
    });

    test('fetches the endpoints again after a sign-in that failed at them', async () => {
      let fetched = 0;
      const { host, stop } = await startHttp((_, response) => {
        fetched += 1;
        const issuer = `http://${host}`;
        const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: 1 };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
      });
      const settings = { ...provider.settings, issuer: `http://${host}` };
      const wrong = await accountsOver(await open(), new Metrics(), false, settings);
      const started = await wrong.app.inject({ url: '/api/oidc/start' });
      const { searchParams } = new URL(String(started.headers.location));
      const cookies = Object.fromEntries(started.cookies.map(({ name, value }) => [name, value]));
      const url = `/api/oidc/end?code=x&state=${searchParams.get('state')}`;
      const ended = await wrong.app.inject({ url, cookies });
      expect(ended.headers.location).toBe('/login?problema=provider_not_trusted');
      expect(fetched).toBe(1);
      await wrong.app.inject({ url: '/api/oidc/start' });
      expect(fetched).toBe(2);
      await wrong.app.close();
      await stop();
    });

    test('reports a provider without an address for browsers on the page', async () => {
      const { host, stop } = await startHttp((_, response) =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ issuer: `http://${host}` })),
      );
      const settings = { ...provider.settings, issuer: `http://${host}` };
      const wrong = await accountsOver(await open(), new Metrics(), false, settings);
      const answer = await wrong.app.inject({ url: '/api/oidc/start' });
      expect(answer.headers.location).toBe('/login?problema=provider_away');
      await wrong.app.close();
      await stop();
    });

    test('does not end if the provider answers with a large page and closes the connection', async () => {
      const page = Buffer.alloc(2 ** 16, ' ');
      const { host, stop } = await startHttp((_, response) =>
        response.writeHead(503, { connection: 'close', 'content-length': page.length }).end(page),
      );
      const settings = { ...provider.settings, issuer: `http://${host}` };
      const away = await accountsOver(await open(), new Metrics(), false, settings);
      const answer = await away.app.inject({ url: '/api/oidc/start' });
      expect(answer.headers.location).toBe('/login?problema=provider_away');
      await sleep(300);
      await away.app.close();
      await stop();
    });

    test('ends a response without end', async () => {
      let sent = 0;
      const { host, stop } = await startHttp((_, response) => {
        const page = Buffer.alloc(2 ** 16, ' ');
        const send = () => {
          do sent += page.length;
          while (response.write(page));
        };
        response.setHeader('content-type', 'application/json').on('drain', send);
        send();
      });
      const settings = { ...provider.settings, issuer: `http://${host}` };
      const flooded = await accountsOver(await open(), new Metrics(), false, settings);
      const answer = await flooded.app.inject({ url: '/api/oidc/start' });
      expect(answer.headers.location).toBe('/login?problema=provider_away');
      expect(sent).toBeLessThan(64 * 2 ** 20);
      await flooded.app.close();
      await stop();
    });

    describe('an administrator without a password', () => {
      let jar: Jar;
      beforeEach(async () => {
        provider.people.set('sub-ana', { ...ana, roles: ['caged-admins'] });
        jar = {};
        await signIn('sub-ana', jar);
      });
      const act = () =>
        go(jar, { method: 'POST', url: '/api/my-sessions/end', payload: { which: 'others' } });
      const confirm = async (subject: string) => {
        const address = await begin(jar, '/api/oidc/confirm?returnTo=%2Fmy-data');
        return end(jar, await provider.visit(address, subject));
      };

      test('confirms an act by a new proof at the provider, for five minutes and this session', async () => {
        const refused = await act();
        expect([refused.statusCode, refused.json().code]).toEqual([403, 'must_confirm']);
        const address = new URL(await begin(jar, '/api/oidc/confirm'));
        expect(address.searchParams.get('prompt')).toBe('login');
        expect(await confirm('sub-ana')).toBe('/my-data');
        expect((await who(jar)).confirmedUntil).toBe(
          new Date(accounts.now().getTime() + 5 * minute).toISOString(),
        );
        expect((await act()).statusCode).toBe(200);
        const person = await accounts.person('CLIENT');
        const makeHim = (role: string, by: Jar) =>
          go(by, { method: 'PUT', url: `/api/admin/users/${person.id}`, payload: { role } });
        const elsewhere: Jar = {};
        await signIn('sub-ana', elsewhere);
        const there = await makeHim('VIEWER', elsewhere);
        expect([there.statusCode, there.json().code]).toEqual([403, 'must_confirm']);
        expect((await makeHim('VIEWER', jar)).statusCode).toBe(200);
        accounts.pass(5 * minute);
        expect((await makeHim('ADMIN', jar)).statusCode).toBe(403);
      });

      test('gets a new token of the session with a new proof, and the old one ends', async () => {
        const before = { ...jar };
        expect(await confirm('sub-ana')).toBe('/my-data');
        expect(jar['caged_session']).not.toBe(before['caged_session']);
        expect(await who(before)).toBe(401);
        expect(await who(jar)).toMatchObject({ role: 'ADMIN' });
      });

      test('is not confirmed by someone else, an old proof or another session', async () => {
        provider.people.set('sub-bia', { ...ana, email: 'bia@banco.example' });
        expect(await confirm('sub-bia')).toBe('/my-data?problema=provider_other_person');
        const address = await begin(jar, '/api/oidc/confirm?returnTo=%2Fmy-data');
        const back = await provider.visit(address, 'sub-ana');
        provider.forge({ auth_time: Math.floor(Date.now() / 1000) - 300 });
        expect(await end(jar, back)).toBe('/my-data?problema=provider_not_recent');
        const begun = await begin(jar, '/api/oidc/confirm?returnTo=%2Fmy-data');
        const answer = await provider.visit(begun, 'sub-ana');
        const { caged_flow = '' } = jar;
        expect(await end({ caged_flow }, answer)).toBe('/my-data?problema=provider_flow_lost');
        expect((await act()).statusCode).toBe(403);
        expect(await audited()).toContainEqual(
          expect.objectContaining({ action: 'confirmation.refused', outcome: 'failure' }),
        );
      });

      test('has no password to guess, to change, to get by mail or to add a second step to', async () => {
        for (const password of ['', ' ', knownPassword]) {
          const answer = await accounts.signIn(ana.email, password);
          expect([400, 401]).toContain(answer.statusCode);
        }
        const change = await go(jar, {
          method: 'POST',
          url: '/api/auth/change-password',
          payload: {
            currentPassword: knownPassword,
            newPassword: 'Outra-Nuvem-Azul-93',
            confirmPassword: 'Outra-Nuvem-Azul-93',
          },
        });
        expect([change.statusCode, change.json().code]).toEqual([409, 'no_password']);
        const requested = await go(
          {},
          {
            method: 'POST',
            url: '/api/auth/request-password-reset',
            payload: { email: ana.email },
          },
        );
        expect(requested.statusCode).toBe(200);
        await accounts.mailQueue.close();
        expect(accounts.mails).toEqual([]);
        const factor = await go(jar, {
          method: 'POST',
          url: '/api/my-second-factor/begin',
          payload: {},
        });
        expect([factor.statusCode, factor.json().code]).toEqual([409, 'signs_in_elsewhere']);
      });
    });
  },
);

describe('an attack on signing in by a provider', () => {
  const [{ open }] = testStores();
  let accounts: Accounts;

  beforeEach(async () => {
    provider.people.clear();
    provider.people.set('sub-ana', ana);
    provider.ways.acr = undefined;
    accounts = await accountsOver(await open(), new Metrics(), false, provider.settings);
    accounts.pass(Date.now() - accounts.now().getTime());
  });
  afterEach(() => accounts.app.close());

  const { begin, end, signIn, who, audited } = browsing(() => accounts);

  test.each([
    ['provider_no_role', { roles: undefined }],
    ['provider_no_role', { roles: ['CAGED-USERS', 'caged-users '] }],
    ['provider_no_role', { roles: { 'caged-users': true } }],
    ['provider_unverified_email', { email_verified: false }],
    ['provider_unverified_email', { email_verified: 'true' }],
    ['provider_unverified_email', { email: 'nenhum' }],
  ])('refuses with %s who comes with %o', async (problem, claims) => {
    await accounts.person('ADMIN', { email: ana.email });
    provider.people.set('sub-ana', { ...ana, ...claims });
    const jar: Jar = {};
    expect(await signIn('sub-ana', jar)).toBe(`/login?problema=${problem}`);
    expect(await who(jar)).toBe(401);
    await accounts.app.close();
    expect(await audited()).toMatchObject(
      [
        { action: 'calls.refused', reason: 'provider_sign_in', calls: 1 },
        { action: 'calls.refused', reason: 'no_session' },
      ].slice(0, 1),
    );
  });

  test('opens nothing by a wrong state, a replayed code, another browser or an old flow', async () => {
    const jar: Jar = {};
    const back = await provider.visit(await begin(jar), 'sub-ana');
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'x'.repeat(43));
    const stored = { ...jar };
    expect(await end({ ...stored }, wrong)).toBe('/login?problema=provider_flow_lost');
    expect(await end({}, back)).toBe('/login?problema=provider_flow_lost');
    expect(await end({ caged_flow: 'AAAA' }, back)).toBe('/login?problema=provider_flow_lost');
    // The thief's callback URL would sign another person's browser in as the thief.
    const victim: Jar = {};
    await begin(victim);
    expect(await end(victim, back)).toBe('/login?problema=provider_flow_lost');
    expect(await who(victim)).toBe(401);
    expect(await end({ ...stored }, back)).toBe('/');
    const replaying = { ...stored };
    expect(await end(replaying, back)).toBe('/login?problema=provider_flow_lost');
    expect(await who(replaying)).toBe(401);
    const late: Jar = {};
    const answer = await provider.visit(await begin(late), 'sub-ana');
    accounts.pass(10 * minute);
    expect(await end(late, answer)).toBe('/login?problema=provider_flow_lost');
  });

  test.each([
    ['a wrong nonce', { nonce: 'x' }, 'provider'],
    ['a foreign issuer', { iss: 'https://mal.example' }, 'provider'],
    ['another audience', { aud: 'outro' }, 'provider'],
    ['a past end', { exp: 1_700_000_000 }, 'provider'],
    ['a future beginning', { nbf: 4_000_000_000 }, 'provider'],
    ['another subject than its person', { sub: 'sub-chefe' }, 'provider'],
    ['a signature of a stranger, whose key it names', {}, 'stranger'],
    ['a signature by another algorithm', {}, 'client secret'],
    ['no signature', {}, 'nobody'],
  ] as const)('does not trust an ID token with %s', async (_, claims, by) => {
    const jar: Jar = {};
    const back = await provider.visit(await begin(jar), 'sub-ana');
    provider.forge(claims, by);
    expect(await end(jar, back)).toBe('/login?problema=provider_not_trusted');
    expect(await who(jar)).toBe(401);
  });

  test('does not trust an answer that names another issuer, and reports a refusal there', async () => {
    const jar: Jar = {};
    const back = await provider.visit(await begin(jar), 'sub-ana');
    expect(back.searchParams.get('iss')).toBe(provider.settings.issuer);
    back.searchParams.set('iss', 'https://mal.example');
    expect(await end(jar, back)).toBe('/login?problema=provider_not_trusted');
    const refused: Jar = {};
    const requested = new URL(await begin(refused));
    const { state = '' } = Object.fromEntries(requested.searchParams);
    const denied = new URL(
      `${requested.origin}/?${new URLSearchParams({ state, error: 'access_denied', iss: provider.settings.issuer }).toString()}`,
    );
    expect(await end(refused, denied)).toBe('/login?problema=provider_refused');
  });

  test.each(['https://mal.example/', '//mal.example', '/\\mal.example', '/api/logout'])(
    'returns only to this site: not to %s',
    async (returnTo) => {
      const jar: Jar = {};
      const query = new URLSearchParams({ returnTo }).toString();
      const back = await provider.visit(await begin(jar, `/api/oidc/start?${query}`), 'sub-ana');
      expect(await end(jar, back)).toBe('/');
    },
  );

  test('cannot be started by another site, and is rate-limited', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const led = await accounts.app.inject({ url: '/api/oidc/start', headers });
    expect([led.headers.location, led.cookies]).toEqual(['/login', []]);
    const places: string[] = [];
    for (let call = 0; call < 30; call += 1) places.push(await begin({}));
    expect(places.filter((place) => place === '/login?problema=provider_too_many').length).toBe(6);
  });

  test('requires the configured acr from the provider, and refuses a sign-in without it', async () => {
    const strict = await accountsOver(await open(), new Metrics(), true, {
      ...provider.settings,
      strength: 'two-steps',
    });
    provider.people.set('sub-ana', { ...ana, roles: ['caged-admins'] });
    const visit = async () => {
      const started = await strict.app.inject({ url: '/api/oidc/start' });
      const { searchParams, href } = new URL(String(started.headers.location));
      expect(searchParams.get('acr_values')).toBe('two-steps');
      const { search } = await provider.visit(href, 'sub-ana');
      const cookies = Object.fromEntries(started.cookies.map(({ name, value }) => [name, value]));
      return strict.app.inject({ url: `/api/oidc/end${search}`, cookies });
    };
    expect((await visit()).headers.location).toBe('/login?problema=provider_too_weak');
    provider.ways.acr = 'two-steps';
    const ended = await visit();
    expect(ended.headers.location).toBe('/');
    const cookies = Object.fromEntries(ended.cookies.map(({ name, value }) => [name, value]));
    const users = await strict.app.inject({ url: '/api/admin/users', cookies });
    expect(users.statusCode).toBe(200);
    await strict.app.close();
  });
});
