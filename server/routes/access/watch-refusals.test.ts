import { expect, test } from 'vitest';
import { accountsOver } from '../../../tests/support/accounts.ts';
import { testStores } from '../../../tests/support/stores.ts';
import { refusedCalls } from '../../people/audit/refused-calls.ts';
import { Metrics } from '../../platform/observability/metrics.ts';
import type { Store } from '../../platform/store/store.ts';

const [{ open }] = testStores();

const refusalsOf = async ({ db }: Store) => {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('audit_addresses', 'entry_id', 'audit_log.id')
    .selectAll('audit_log')
    .select('audit_addresses.address as origin')
    .where('action', '=', 'calls.refused')
    .execute();
  return rows.map(({ details, outcome, actor_id, origin }) => ({
    ...JSON.parse(details),
    outcome,
    actor_id,
    address: origin,
  }));
};

test('a flood of refused calls is one entry of each kind, and is counted', async () => {
  const store = await open();
  const metrics = new Metrics();
  const accounts = await accountsOver(store, metrics);
  const ana = await accounts.person('CLIENT');
  const bia = await accounts.person('CLIENT');
  const users = { url: '/api/admin/users' };
  for (let call = 0; call < 60; call += 1) await accounts.call(ana, users);
  await accounts.call(bia, users);
  for (let call = 0; call < 3; call += 1) {
    await accounts.call({ ...ana, token: 'forged' }, { url: '/api/my-data' });
  }
  await accounts.call(null, users);
  // Every opened page requests this; it is not an attack.
  await accounts.call(null, { url: '/api/user' });
  await accounts.call(ana, {
    method: 'PUT',
    url: '/api/my-data',
    headers: { origin: 'https://mal.example' },
  });
  await accounts.call(ana, { method: 'PUT', url: '/api/my-data', payload: { role: 'ADMIN' } });
  // An object that does not exist, or belongs to others; an address without a route is none.
  const admin = await accounts.person('ADMIN');
  const unknown = '/api/admin/users/4e2f7a52-7d2e-4d3e-9c58-111111111111';
  const payload = { firstName: 'X', version: 1 };
  for (let call = 0; call < 2; call += 1)
    await accounts.call(admin, { method: 'PUT', url: unknown, payload });
  await accounts.call(bia, { url: '/api/nowhere' });
  for (let call = 0; call < 12; call += 1) await accounts.signIn('ninguem@exemplo.com.br', 'x');
  expect(await refusalsOf(store)).toEqual([]);
  await accounts.app.close();

  const results = await refusalsOf(store);
  expect(results.map(({ reason, calls }) => [reason, calls])).toEqual([
    ['forbidden', 61],
    ['bad_session', 3],
    ['no_session', 1],
    ['foreign_origin', 1],
    ['invalid_input', 1],
    ['unknown_object', 2],
    ['throttled', 7],
  ]);
  expect(results[0]).toMatchObject({
    outcome: 'failure',
    actor_id: ana.id,
    address: '127.0.0.1',
    addresses: 1,
    people: 2,
    routes: ['GET /api/admin/users'],
  });
  expect(await metrics.text()).toContain('caged_refused_calls_total{kind="forbidden"} 61');
});

test('entries that could not be written are written the next time, with those that came meanwhile', async () => {
  const store = await open();
  let isAway = true;
  const failing = {
    ...store,
    get db() {
      if (isAway) throw new Error('away');
      return store.db;
    },
  };
  const warned: unknown[] = [];
  const refused = refusedCalls({
    store: failing,
    clock: () => new Date(),
    logger: { warn: (...line: unknown[]) => void warned.push(line) },
  });
  const call = { kind: 'forbidden', route: 'GET /x', address: '10.0.0.1', userId: null } as const;
  refused.count(call);
  await refused.write();
  expect(warned).toHaveLength(1);
  isAway = false;
  refused.count(call);
  await refused.write();
  await refused.write();
  expect((await refusalsOf(store)).map(({ calls }) => calls)).toEqual([2]);
});
