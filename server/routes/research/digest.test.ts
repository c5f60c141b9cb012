import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../platform/mail/mail-templates.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { queryScheduler } from '../../answers/serving/query-scheduler.ts';
import { AppError } from '../../platform/errors.ts';
import { memoryCode, timeoutCode } from '../../platform/warehouse/engine-error.ts';
import { WarehouseError } from '../../platform/warehouse/warehouse.ts';
import { Scheduler } from '../../platform/scheduler/scheduler.ts';
import { followRecords } from '../../research/digest/follows.ts';
import { sendDigests } from '../../research/digest/send-digests.ts';

const seller = { cbo: '521110' };
const doctor = { cbo: '225125' };

/** Forty hires of each occupation. */
const month = (declared: string, salaries: Readonly<Record<string, string>>) =>
  officialFile(
    `CAGEDMOV${declared}.txt`,
    'MOV',
    Object.entries(salaries).flatMap(([cbo, salary]) =>
      Array.from({ length: 40 }, () => ({
        cbo,
        salary,
        month: declared,
        declared_month: declared,
      })),
    ),
  );

const addressWith = (token: string) => `/api/digest/unsubscribe?token=${token}`;
const scheduled = () => queryScheduler(new Scheduler(), async () => new Map());
/** A mail server's refusal, whose message names a person. */
const failing = (about: object) => () => Object.assign(new Error('em nome de Ana'), about);

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const follow = (who: Researcher, id: string, isFollowed = true) =>
  who.call('PUT', `/api/saved/${id}/follow`, { isFollowed });
const digestOf = async (who: Researcher) => (await who.call('GET', '/api/digest')).json().digest;

describe.each(testedServers)('what changed in the month, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  let viewer: Researcher;
  let mails: { to: string; mail: Mail }[];
  beforeAll(async () => {
    research = await openResearch(await servers());
    const { status } = await research.installation.loadApproved(
      await month('202306', { '521110': '1500,00', '225125': '9000,00' }),
      await month('202307', { '521110': '1700,00', '225125': '9000,00' }),
    );
    expect(status).toBe('COMPLETED');
  });
  afterAll(() => research.close());
  beforeEach(async () => {
    const { db } = research.installation.store;
    await db.deleteFrom('saved_searches').execute();
    await forgetPass();
    const company = await research.company('Acme');
    ana = await research.person('CLIENT', company);
    viewer = await research.person('VIEWER', company);
    mails = [];
  });

  const forgetPass = () =>
    research.installation.store.db
      .deleteFrom('daily_runs')
      .where('name', 'in', ['month changes', 'month digest'])
      .execute();
  const addressOf = async ({ id }: Researcher) => {
    const { db } = research.installation.store;
    const user = db.selectFrom('users').select('email').where('id', '=', id);
    return (await user.executeTakeFirstOrThrow()).email;
  };
  const saved = async (name: string, filters: object, rest: object = {}) => {
    const answer = await ana.call('POST', '/api/saved', { name, filters, ...rest });
    expect(answer.statusCode).toBe(201);
    return String(answer.json().id);
  };
  /** Runs the pass; `refusal` is the mail server's, if it refuses mails to an address. */
  const send = (refusal: (to: string) => Error | null = () => null, queries = scheduled()) =>
    sendDigests(
      {
        store: research.installation.store,
        warehouse: research.installation.warehouse,
        queries,
        clock: () => new Date(),
        mailer: {
          send: async (to, mail) => {
            const refused = refusal(to);
            if (refused !== null) throw refused;
            mails.push({ to, mail });
          },
        },
        siteAddress: () => 'https://caged.example',
      },
      new AbortController().signal,
    );
  const unsubscribe = (token: string) =>
    research.served.app.inject({ method: 'POST', url: addressWith(token) });
  const tokenOf = (index: number) =>
    /unsubscribe#token=([\w.-]+)/.exec(mails[index]?.mail.text ?? '')?.[1] ?? '';

  test('is mailed to those who follow a search that changed, once, and shown to its readers', async () => {
    expect(await digestOf(ana)).toBeNull();
    const sales = await saved('Vendas', seller, { isShared: true });
    const doctors = await saved('Médicos', doctor);
    await saved('Ninguém acompanha', { ...seller, genero: 'M' });
    for (const id of [sales, doctors])
      expect((await follow(ana, id)).json()).toMatchObject({ id, isFollowed: true });
    expect((await follow(viewer, sales)).statusCode).toBe(200);
    // As two processes would.
    await Promise.all([send(), send()]);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [await addressOf(ana), await addressOf(viewer)].toSorted(),
    );
    for (const { mail } of mails) {
      expect(mail.subject).toBe('O que mudou em julho de 2023 — CAGED Analytics');
      expect(plain(mail.text)).toContain(
        '“Vendas”: a mediana passou de R$ 1.500,00 em jun/2023 para R$ 1.700,00 em jul/2023 (+13,3 %).',
      );
      expect(mail.text).not.toContain('Médicos');
      expect(mail.text).not.toContain('Ninguém');
    }
    const change = { medians: { before: 1500, now: 1700 }, followsMinimumWage: false };
    const months = { month: '202307', before: '202306', minimumWage: null };
    expect(await digestOf(viewer)).toEqual({
      ...months,
      changes: [{ id: sales, name: 'Vendas', ...change }],
    });
    expect(await digestOf(ana)).toMatchObject({
      changes: [{ name: 'Ninguém acompanha' }, { name: 'Vendas' }],
    });

    expect(await send()).toEqual({ result: 'done already' });
    // A pass that was interrupted before its end repeats, without a second mail.
    await forgetPass();
    expect(await send()).toEqual({ result: '0 mails' });
    // As after a return from a release with August.
    const { db } = research.installation.store;
    const back = { month: '202308', before: '202307', ...change, isBeyondChance: true };
    await db
      .updateTable('saved_searches')
      .set({ month_change: JSON.stringify(back) })
      .execute();
    expect(await digestOf(ana)).toBeNull();
  });

  test('is chosen by each reader for each search whose months move on', async () => {
    const sales = await saved('Vendas', seller);
    const fixed = await saved('Fixa', { ...seller, periodoInicio: '202307', periodoFim: '202307' });
    const refused = await follow(ana, fixed);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'fixed_period']);
    const stranger = await follow(viewer, sales);
    expect([stranger.statusCode, stranger.json().code]).toEqual([404, 'unknown_search']);
    await follow(ana, sales);
    expect((await follow(ana, sales, false)).json()).toMatchObject({ isFollowed: false });
    expect(await send()).toEqual({ result: '0 mails' });
    expect(await digestOf(ana)).toMatchObject({ changes: [{ id: sales }] });
  });

  test('ends by the link of any mail, without signing in, and with the person', async () => {
    const { db } = research.installation.store;
    const sales = await saved('Vendas', seller, { isShared: true });
    await follow(ana, sales);
    await follow(viewer, sales);
    await send();
    expect(await followRecords(db, ana.id)).toMatchObject([
      { pesquisaSalva: sales, ultimoMesAvisado: '202307' },
    ]);
    const anasAddress = await addressOf(ana);
    const anas = mails.findIndex(({ to }) => to === anasAddress);
    const token = tokenOf(anas);
    for (const wrong of ['', 'x', token.replace(/.$/, token.endsWith('A') ? 'E' : 'A')])
      expect((await unsubscribe(wrong)).statusCode).toBe(404);
    expect((await unsubscribe(token.replace(ana.id, viewer.id))).statusCode).toBe(404);
    // What a mail scanner does.
    const opened = await research.served.app.inject({ method: 'GET', url: addressWith(token) });
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `/unsubscribe#token=${token}`,
    ]);
    expect(await followRecords(db, ana.id)).toHaveLength(1);
    for (const time of ['first', 'again'])
      expect([time, (await unsubscribe(token)).statusCode]).toEqual([time, 200]);
    expect(await followRecords(db, ana.id)).toEqual([]);
    expect(await followRecords(db, viewer.id)).toHaveLength(1);
    await db.deleteFrom('users').where('id', '=', viewer.id).execute();
    expect(await db.selectFrom('saved_search_follows').selectAll().execute()).toEqual([]);
    expect((await unsubscribe(tokenOf(1 - anas))).statusCode).toBe(200);
  });

  test('ends by the button of a mail program, which posts a form without cookies', async () => {
    const { db } = research.installation.store;
    const sales = await saved('Vendas', seller);
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=limite',
        '--limite\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--limite--\r\n',
      ],
    ] as const) {
      await follow(ana, sales);
      await forgetPass();
      await send();
      const address = mails.at(-1)?.mail.unsubscribeAddress ?? '';
      expect(address).toBe(`https://caged.example${addressWith(tokenOf(mails.length - 1))}`);
      const answer = await research.served.app.inject({
        method: 'POST',
        url: address.slice('https://caged.example'.length),
        headers: { 'content-type': type },
        payload: body,
      });
      expect([type, answer.statusCode]).toEqual([type, 200]);
      expect(await followRecords(db, ana.id)).toEqual([]);
    }
  });

  test('is sent later if the mail server is down, and never twice', async () => {
    const { db } = research.installation.store;
    const sales = await saved('Vendas', seller, { isShared: true });
    for (const who of [ana, viewer]) await follow(who, sales);
    const away = { code: 'ECONNREFUSED', command: 'CONN' };
    expect(await send(failing(away))).toEqual({
      result: '0 mails, others are left',
      failure: { name: 'Error', ...away },
    });
    expect(await followRecords(db, ana.id)).toMatchObject([{ ultimoMesAvisado: null }]);
    // One mailbox is full for now, then refused for good.
    const full = await addressOf(viewer);
    const fullWith = (responseCode: number) => (to: string) =>
      to === full ? failing({ code: 'EENVELOPE', command: 'RCPT TO', responseCode })() : null;
    expect(await send(fullWith(452))).toMatchObject({ result: '1 mails, others are left' });
    expect(await send(fullWith(550))).toEqual({ result: '0 mails, 1 refused for good' });
    expect(await send()).toEqual({ result: 'done already' });
    expect(mails.map(({ to }) => to)).toEqual([await addressOf(ana)]);
  });

  test('is one mail per person and month, also for a search followed while mails to others are left', async () => {
    const { db } = research.installation.store;
    const sales = await saved('Vendas', seller, { isShared: true });
    for (const who of [ana, viewer]) await follow(who, sales);
    const full = await addressOf(viewer);
    const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 };
    const isFull = (to: string) => (to === full ? failing(refusal)() : null);
    expect(await send(isFull)).toMatchObject({ result: '1 mails, others are left' });
    const men = await saved('Vendas, homens', { ...seller, genero: 'M' });
    await db
      .updateTable('saved_searches')
      .set({
        month_change: (where) =>
          where
            .selectFrom('saved_searches as other')
            .select('other.month_change')
            .where('other.id', '=', sales),
      })
      .where('id', '=', men)
      .execute();
    await follow(ana, men);
    expect(await send()).toEqual({ result: '1 mails' });
    expect(mails.map(({ to }) => to)).toEqual([await addressOf(ana), full]);
  });

  test('reaches no one who lost the account or the company, and shows another company nothing', async () => {
    const { db } = research.installation.store;
    const sales = await saved('Vendas', seller, { isShared: true });
    const name = '<b>Vendas</b> & "cia"';
    const own = await saved(name, { ...seller, genero: 'M' });
    for (const id of [sales, own]) await follow(ana, id);
    await follow(viewer, sales);
    const other = await research.company('Outra');
    const stranger = await research.person('CLIENT', other);
    expect((await follow(stranger, sales)).statusCode).toBe(404);
    await db.updateTable('users').set({ company_id: other }).where('id', '=', viewer.id).execute();
    await send();
    expect(mails.map(({ to }) => to)).toEqual([await addressOf(ana)]);
    for (const who of [viewer, stranger]) expect(await digestOf(who)).toBeNull();
    expect(mails[0]?.mail.text).toContain(`“${name}”`);
    expect(mails[0]?.mail.html).toContain('“&lt;b&gt;Vendas&lt;/b&gt; &amp; &quot;cia&quot;”');
    await forgetPass();
    await db.updateTable('saved_search_follows').set({ informed_month: null }).execute();
    await db.updateTable('users').set({ is_active: 0 }).where('id', '=', ana.id).execute();
    expect(await send()).toEqual({ result: '0 mails' });
  });

  test('leaves out searches that take too long or too much memory, and retries while the system is busy', async () => {
    await saved('Lenta', { ...seller, genero: 'M' });
    await saved('Pesada', { ...seller, genero: 'F' });
    const sales = await saved('Vendas', seller);
    await saved('Sumiu', { cbo: '999999' });
    await follow(ana, sales);
    let calls = 0;
    const queries = scheduled();
    const run = queries.run.bind(queries);
    queries.run = (...call) => {
      calls += 1;
      const sex = call[0][0]?.sex ?? null;
      if (sex !== null) throw new WarehouseError('no', sex === 1 ? timeoutCode : memoryCode);
      if (calls === 1 || calls === 3)
        throw new AppError('too_many_searches', 503, 'Há pesquisas na frente.', {
          retryAfterSeconds: 0,
        });
      return run(...call);
    };
    expect(await send(() => null, queries)).toEqual({ result: '1 mails' });
    expect(await digestOf(ana)).toMatchObject({ changes: [{ id: sales }] });
  });

  test('is computed again for a month that is published again, and mailed once', async () => {
    const sales = await saved('Vendas', seller);
    await follow(ana, sales);
    expect(await send()).toEqual({ result: '1 mails' });
    const { status } = await research.installation.loadApproved(
      await month('202307', { '521110': '1500,00', '225125': '9900,00' }),
    );
    expect(status).toBe('COMPLETED');
    const doctors = await saved('Médicos', doctor);
    // Until the next pass, no change of the earlier release is shown.
    expect(await digestOf(ana)).toBeNull();
    expect(await send()).toEqual({ result: 'done already' });
    expect(await digestOf(ana)).toMatchObject({
      changes: [{ id: doctors, medians: { before: 9000, now: 9900 } }],
    });
    expect(mails).toHaveLength(1);
  });
});
