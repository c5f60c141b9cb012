import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../platform/mail/mail-templates.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { QueryScheduler } from '../../answers/serving/query-scheduler.ts';
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
      .where('name', '=', 'month digest')
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
  const send = () =>
    sendDigests(
      {
        store: research.installation.store,
        warehouse: research.installation.warehouse,
        queries: new QueryScheduler(new Scheduler(), async () => new Map()),
        clock: () => new Date(),
        mailQueue: { add: (to, mail) => void mails.push({ to, mail }) },
        siteAddress: () => 'https://caged.example',
      },
      new AbortController().signal,
    );
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
        '“Vendas”: a mediana foi de R$ 1.500,00 em jun/2023 a R$ 1.700,00 em jul/2023 (+13,3 %).',
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
    expect(await send()).toEqual({ result: '3 saved searches, 0 mails' });
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
    expect(await send()).toEqual({ result: '1 saved searches, 0 mails' });
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
    const unsubscribe = async (token: string) => {
      const call = { method: 'POST', url: '/api/digest/unsubscribe', payload: { token } } as const;
      return (await research.served.app.inject(call)).statusCode;
    };
    const token = tokenOf(anas);
    for (const wrong of ['', 'x', token.replace(/.$/, token.endsWith('A') ? 'E' : 'A')])
      expect(await unsubscribe(wrong)).toBe(404);
    expect(await unsubscribe(token.replace(ana.id, viewer.id))).toBe(404);
    expect(await followRecords(db, ana.id)).toHaveLength(1);
    expect([await unsubscribe(token), await unsubscribe(token)]).toEqual([200, 200]);
    expect(await followRecords(db, ana.id)).toEqual([]);
    expect(await followRecords(db, viewer.id)).toHaveLength(1);
    await db.deleteFrom('users').where('id', '=', viewer.id).execute();
    expect(await db.selectFrom('saved_search_follows').selectAll().execute()).toEqual([]);
  });
});
