import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  NewPublicLink,
  PublicReceipt,
  ReceiptLinks,
} from '../../../shared/contracts/public-links.ts';
import { knownPassword } from '../../../tests/support/accounts.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';

const six = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00', '2000,00'];

const tokenOf = ({ address }: NewPublicLink) => address.split('/p/')[1] ?? '';

describe.each(testedServers)('public links, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  let admin: Researcher;
  beforeEach(async () => {
    research = await openResearch(await servers());
    ana = await research.person('CLIENT');
    admin = await research.person('ADMIN');
    await research.publish(six);
  });
  afterEach(() => research.close());

  const put = (path: string, payload: object) => admin.call('PUT', `/api/admin/${path}`, payload);
  const allow = (settings: object = {}) =>
    put('public-links', { isAllowed: true, frameOrigins: [], ...settings });
  const receiptOf = async (filters: object) => (await ana.search(filters)).receipt?.id ?? '';
  const make = async (id: string, who = ana) =>
    NewPublicLink.parse(
      (
        await who.call('POST', `/api/receipts/${id}/links`, { days: 7, password: knownPassword })
      ).json(),
    );
  const open = (token: string) =>
    research.served.app.inject({ method: 'GET', url: `/api/public/${token}` });
  const audited = async () => {
    const rows = await research.installation.store.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('action', 'in', ['public_link.created', 'public_link.revoked'])
      .orderBy('number')
      .execute();
    return rows.map(({ action, actor_id }) => [action, actor_id]);
  };

  test('a change of their settings leaves what another administrator saved meanwhile', async () => {
    const frameOrigins = ['https://exemplo.com.br'];
    await put('public-links', { isAllowed: true });
    expect((await put('public-links', { frameOrigins })).json()).toEqual({
      isAllowed: true,
      frameOrigins,
    });
    expect((await put('public-links', { other: 1 })).statusCode).toBe(400);
    await put('load-limits', { revisionPercent: 2 });
    expect((await put('load-limits', { movRatio: 60 })).json()).toMatchObject({
      revisionPercent: 2,
      movRatio: 60,
    });
    expect((await put('load-limits', { movRatio: -1 })).json()).toMatchObject({
      field: 'movRatio',
    });
    for (let movRatio = 61; movRatio < 71; movRatio += 1) {
      const wageRatio = movRatio - 40;
      await Promise.all([put('load-limits', { movRatio }), put('load-limits', { wageRatio })]);
      expect((await put('load-limits', {})).json()).toMatchObject({ movRatio, wageRatio });
    }
  });

  test('can be created only while an administrator allows them, and open nothing afterwards', async () => {
    const id = await receiptOf({ cbo: '521110' });
    const refused = await ana.call('POST', `/api/receipts/${id}/links`, {
      days: 7,
      password: knownPassword,
    });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'public_links_off']);
    expect((await allow()).statusCode).toBe(200);
    const token = tokenOf(await make(id));
    expect((await open(token)).statusCode).toBe(200);
    await allow({ isAllowed: false });
    expect((await open(token)).statusCode).toBe(404);
    for (const origin of [
      'https://exemplo.com.br/pagina',
      'https://a;script-src',
      '*',
      'ftp://a',
    ]) {
      const bad = await allow({ frameOrigins: [origin] });
      expect([bad.statusCode, bad.json().message]).toEqual([
        400,
        'Informe cada site como https://exemplo.com.br, sem caminho.',
      ]);
    }
  });

  test('of a person whose account is closed open no more', async () => {
    await allow();
    const token = tokenOf(await make(await receiptOf({ cbo: '521110' })));
    expect((await open(token)).statusCode).toBe(200);
    const { db } = research.installation.store;
    await db.updateTable('users').set({ is_active: 0 }).where('id', '=', ana.id).execute();
    expect((await open(token)).statusCode).toBe(404);
  });

  test('of a person whose role no longer permits them are revoked by the person', async () => {
    await allow();
    const id = await receiptOf({ cbo: '521110' });
    const token = tokenOf(await make(id));
    const { db } = research.installation.store;
    await db.updateTable('users').set({ role: 'VIEWER' }).where('id', '=', ana.id).execute();
    const path = `/api/receipts/${id}/links`;
    expect((await ana.call('POST', path, { days: 7 })).statusCode).toBe(403);
    const { links } = ReceiptLinks.parse((await ana.call('GET', path)).json());
    expect(links).toHaveLength(1);
    await ana.call('POST', `/api/public-links/${links[0]?.id}/revoke`);
    expect((await open(token)).statusCode).toBe(404);
  });

  test('are open 200 at a time for each person', async () => {
    await allow();
    const id = await receiptOf({ cbo: '521110' });
    const { link } = await make(id);
    const { db } = research.installation.store;
    const row = await db
      .selectFrom('public_links')
      .selectAll()
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 198 }, (_, at) => ({
      ...row,
      id: `copy ${at}`,
      token_hash: `copy ${at}`,
    }));
    await db.insertInto('public_links').values(copies).execute();
    await make(id);
    const body = { days: 7, password: knownPassword };
    const refused = await ana.call('POST', `/api/receipts/${id}/links`, body);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_links']);
    await ana.call('POST', `/api/public-links/${link.id}/revoke`);
    await make(id);
  });

  test('need the password: an open session alone makes none', async () => {
    await allow();
    const id = await receiptOf({ cbo: '521110' });
    for (const password of [undefined, 'errada']) {
      const proof = password === undefined ? {} : { password };
      const refused = await ana.call('POST', `/api/receipts/${id}/links`, { days: 7, ...proof });
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'password']);
    }
  });

  test('open a receipt to strangers, count it, and end by time or by hand', async () => {
    await allow();
    const id = await receiptOf({ cbo: '521110' });
    const made = await make(id);
    const token = tokenOf(made);
    // 24 random bytes: 192 bits.
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(made.embedAddress).toBe(`https://caged.example/embed/${token}`);
    const answer = await open(token);
    expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
    const receipt = PublicReceipt.parse(answer.json());
    // By hand: the mean of the middle two of six.
    expect(receipt.statistics).toMatchObject({ count: 6, median: 1750 });
    expect(answer.body).not.toContain(ana.id);
    await open(token);
    const { db } = research.installation.store;
    const [row] = await db.selectFrom('public_links').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(token);
    const { links } = ReceiptLinks.parse(
      (await ana.call('GET', `/api/receipts/${id}/links`)).json(),
    );
    expect(links).toMatchObject([
      { id: made.link.id, openings: 2, lastOpenedAt: expect.any(String), revokedAt: null },
    ]);
    // Other users can neither see nor revoke it; an administrator can do both.
    const bia = await research.person('CLIENT');
    expect((await bia.call('GET', `/api/receipts/${id}/links`)).statusCode).toBe(404);
    const url = `/api/public-links/${made.link.id}/revoke`;
    expect((await bia.call('POST', url)).statusCode).toBe(404);
    expect((await open(token)).statusCode).toBe(200);
    expect((await admin.call('POST', url)).json().revokedAt).not.toBeNull();
    const closed = await open(token);
    expect([closed.statusCode, closed.json().code]).toEqual([404, 'unknown_link']);
    expect((await open('x'.repeat(32))).json()).toEqual(closed.json());
    expect(await audited()).toEqual([
      ['public_link.created', ana.id],
      ['public_link.revoked', admin.id],
    ]);
    const late = await make(id);
    await db
      .updateTable('public_links')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', late.link.id)
      .execute();
    expect((await open(tokenOf(late))).statusCode).toBe(404);
  });

  test('show only the count for fewer than five records', async () => {
    await allow();
    const few = tokenOf(await make(await receiptOf({ cbo: '521110', salarioMin: 1700 })));
    const { statistics, method } = PublicReceipt.parse((await open(few)).json());
    expect(statistics).toMatchObject({ count: 4, median: null, min: null, average: null });
    expect(method.funnel).toEqual([]);
  });

  test('are read at a pace', async () => {
    await allow();
    const token = tokenOf(await make(await receiptOf({ cbo: '521110' })));
    // The clock stands still, because the rate limit refills every second.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const statuses = await Promise.all(
      Array.from({ length: 140 }, async () => (await open(token)).statusCode),
    );
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(120);
    expect(statuses).toContain(429);
  });
});
