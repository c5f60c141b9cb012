import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxWaitingReports } from '../../shared/contracts/reports.ts';
import { knownPassword, testConfirmation } from '../../tests/support/accounts.ts';
import { migratedDatabase } from '../../tests/support/fresh-database.ts';
import { untilBlocked } from '../../tests/support/blocked-transactions.ts';
import { openResearch, type Research, type Researcher } from '../../tests/support/research.ts';
import { recordUserAct } from '../people/audit/audit.ts';
import { insertApiKey } from '../people/identity/api-keys.ts';
import { createLink } from './public-links.ts';

/**
 * On PostgreSQL transactions run at the same time: each would count the rows without those of the others. SQLite runs
 * one after the other.
 */
const atOnce = 4;
const clock = () => new Date();
const later = new Date(Date.now() + 86_400_000).toISOString();

let research: Research;
let ana: Researcher;
let company: string;
let receipt: string;
beforeAll(async () => {
  research = await openResearch({ databaseUrl: await migratedDatabase() });
  await research.publish(['1400,00', '1500,50', '1600,00', '1700,00', '1800,00']);
  company = await research.company('Aurora');
  ana = await research.person('ADMIN', company);
  receipt = (await ana.search({ cbo: '521110' })).receipt?.id ?? '';
});
afterAll(() => research.close());

const store = () => research.installation.store;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Starts the calls while another transaction locks the audit, so that none commits before all have begun. */
const started = <Answer>(calls: readonly (() => Promise<Answer>)[]) =>
  store()
    .db.transaction()
    .execute(async (transaction) => {
      const system = { userId: null, address: null };
      await recordUserAct(transaction, 'user.updated', system, ana.id, clock());
      const answers = calls.map((call) => call());
      await untilBlocked(store().db, atOnce);
      return answers;
    });
type Call = () => Promise<{ readonly statusCode: number }>;
const statuses = async (calls: readonly Call[]) =>
  (await Promise.all(await started(calls)))
    .map(({ statusCode }) => statusCode)
    .toSorted((a, b) => a - b);

const saving = (name: string) =>
  ana.call('POST', '/api/saved', { name, filters: { cbo: '521110' }, isShared: true });

/** How many of the calls succeed. */
const done = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

test('reports that are made again at the same time do not exceed the limit', async () => {
  const body = { type: 'CSV', filters: { cbo: '521110' } };
  const ids: string[] = [];
  for (const _ of numbers(maxWaitingReports - 1)) await ana.call('POST', '/api/reports', body);
  const waiting = store().db.selectFrom('reports').select('id');
  expect(await waiting.execute()).toHaveLength(maxWaitingReports - 1);
  const [first] = await store().db.selectFrom('reports').selectAll().limit(1).execute();
  if (first === undefined) throw new Error('No report.');
  for (const _ of numbers(atOnce)) {
    const id = randomUUID();
    ids.push(id);
    const failed = { ...first, id, status: 'FAILED' } as const;
    await store().db.insertInto('reports').values(failed).execute();
  }
  const retries = ids.map((id) => () => ana.call('POST', `/api/reports/${id}/retry`));
  expect(await statuses(retries)).toEqual([202, 409, 409, 409]);
});

test('searches that are saved at the same time do not exceed the limit', async () => {
  expect((await saving('Primeira')).statusCode).toBe(201);
  const [saved] = await store().db.selectFrom('saved_searches').selectAll().execute();
  if (saved === undefined) throw new Error('No saved search.');
  const rows = numbers(498).map((number) => ({
    ...saved,
    id: randomUUID(),
    name_key: `outra ${number}`,
  }));
  for (const row of rows) await store().db.insertInto('saved_searches').values(row).execute();
  const answers = numbers(atOnce).map((number) => () => saving(`Nova ${number}`));
  expect(await statuses(answers)).toEqual([201, 409, 409, 409]);
});

test('public links that are made at the same time do not exceed the limit', async () => {
  await ana.call('PUT', '/api/admin/public-links', { isAllowed: true, frameOrigins: [] });
  for (const number of numbers(199)) {
    const row = {
      id: randomUUID(),
      token_hash: `hash ${number}`,
      receipt_id: receipt,
      user_id: ana.id,
      created_at: clock().toISOString(),
      expires_at: later,
    };
    await store().db.insertInto('public_links').values(row).execute();
  }
  const deps = {
    store: store(),
    clock,
    siteAddress: () => '',
    confirmation: testConfirmation(store(), clock),
  };
  const owner = {
    id: ana.id,
    companyId: company,
    role: 'ADMIN',
    address: '10.0.0.9',
    sessionId: null,
    onProof: () => undefined,
  } as const;
  const links = numbers(atOnce).map(
    () => () => createLink(deps, owner, receipt, { days: 1, password: knownPassword }),
  );
  expect(await done(await started(links))).toBe(1);
});

test('API keys that are made at the same time do not exceed the limit of a company', async () => {
  const administrator = { userId: ana.id, address: '10.0.0.9' };
  const deps = { store: store(), clock };
  const making = () => insertApiKey(deps, administrator, company, { name: 'Painel', days: 1 });
  for (const _ of numbers(19)) await making();
  expect(await done(numbers(atOnce).map(making))).toBe(1);
});
