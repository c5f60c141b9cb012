import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SearchReceipt, ReceiptCheck } from '../../../shared/contracts/receipts.ts';
import { knownPassword } from '../../../tests/support/accounts.ts';
import {
  openResearch,
  publishedResearch,
  type Research,
  type Researcher,
} from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { migrations } from '../../platform/store/migrations/migrations.ts';
import { removeOldReleases } from '../../registry/releases/remove-old-releases.ts';
import { releaseRetention } from '../../registry/settings/load-settings.ts';
import {
  removeTextBefore,
  removeTextOf,
  typedTextRecords,
} from '../../research/remove-typed-text.ts';
import { writeSetting } from '../../registry/settings/stored-settings.ts';

const seller = { cbo: '521110' };
const old = ['1500,00', '1500,00', '1600,00', '1600,00', '1700,00', '1700,00'];
const newer = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00'];

const receiptOf = async (who: Researcher, filters: object, rest: object = {}) =>
  (await who.search(filters, rest)).receipt;

test('are none while nothing is published', async () => {
  const research = await openResearch({});
  const ana = await research.person('CLIENT');
  expect(await receiptOf(ana, seller)).toBeNull();
  expect((await ana.call('GET', '/api/history')).json()).toEqual([]);
  await research.close();
});

describe.each(testedServers)('receipts, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  const opened = publishedResearch(servers, old);
  beforeEach(async () => {
    research = await opened();
    ana = await research.person('CLIENT');
  });
  afterEach(() => research.close());

  const read = async (id: string) =>
    SearchReceipt.parse((await ana.call('GET', `/api/receipts/${id}`)).json());
  const check = async (id: string, who = ana) =>
    ReceiptCheck.parse((await who.call('POST', `/api/receipts/${id}/check`)).json());

  test('have the query, the figures, the release and its files', async () => {
    const answer = await ana.search(seller);
    const { id = '', path } = answer.receipt ?? {};
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(path).toBe(`/receipt/${id}`);
    const receipt = await read(id);
    expect(receipt).toMatchObject({
      filters: { cbo: '521110', movimentacao: 'admissao' },
      statistics: { count: 6, average: 1600, median: 1600 },
      release: { number: 1, isCurrent: true, isKept: true, isSynthetic: false },
      version: 'test',
    });
    expect(receipt.query.subject).toContain('Vendedor de comércio varejista');
    expect(receipt.method.funnel).toEqual(answer.method.funnel);
    // By hand, from the response's figures.
    const distribution = '{"centavos":[150000,160000,170000],"counts":[2,2,2]}';
    expect(receipt.distributionSha256).toBe(
      createHash('sha256').update(distribution).digest('hex'),
    );
    expect(receipt.files).toMatchObject([{ kind: 'MOV', month: '202307', lines: 6, accepted: 6 }]);
    const [file] = await research.installation.store.db
      .selectFrom('upload_files')
      .select(['sha256', 'received_sha256'])
      .execute();
    expect(receipt.files[0]?.sha256).toBe(file?.sha256);
    expect(receipt.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(receipt)).not.toContain(ana.id);
  });

  test('offer the correction by the INPC only where the indexes reach the first month', async () => {
    // The first index is of January 2019: it corrects from the month before.
    for (const [periodoInicio, first] of [
      ['201812', '202307'],
      ['201811', undefined],
    ]) {
      const { id = '' } = (await receiptOf(ana, { ...seller, periodoInicio })) ?? {};
      expect((await read(id)).correctionMonths[0]).toBe(first);
    }
  });

  test('are shared by equal queries of one company on the same release, in any form', async () => {
    const company = await research.company('Aurora Comércio');
    ana = await research.person('CLIENT', company);
    const bia = await research.person('VIEWER', company);
    const first = await receiptOf(ana, { cbo: '521110', municipios: ['355030', '350950'] });
    const same = { municipios: ['350950', '355030', '350950'], cbo: '5211-10', uf: '' };
    expect(await receiptOf(bia, same)).toEqual(first);
    const named = { ...same, periodoInicio: '202307', periodoFim: '202307' };
    expect(await receiptOf(bia, named)).toEqual(first);
    expect(await receiptOf(ana, { ...same, genero: 'F' })).not.toEqual(first);
    const requested = await Promise.all(Array.from({ length: 8 }, () => receiptOf(ana, seller)));
    expect(new Set(requested.map((receipt) => receipt?.id)).size).toBe(1);
  });

  test('differ between companies and persons without one, so that none reveals an earlier search', async () => {
    const [aurora, boreal] = [await research.company('Aurora'), await research.company('Boreal')];
    const receipts = await Promise.all(
      [aurora, boreal, null, null].map(async (company) =>
        receiptOf(await research.person('CLIENT', company), seller),
      ),
    );
    expect(new Set(receipts.map((receipt) => receipt?.id)).size).toBe(4);
  });

  const ways = ['GET ', 'POST /check', 'GET /revision', 'GET /laudo', 'GET /links', 'POST /links'];
  /** The statuses of all that can be done with a receipt. */
  const statusesFor = async (who: Researcher, id = '') => {
    const statuses: number[] = [];
    for (const way of ways) {
      const [method, path] = way.split(' ');
      const made = way === 'POST /links' ? { days: 7, password: knownPassword } : undefined;
      const url = `/api/receipts/${id}${path}`;
      const answer = await who.call(method === 'POST' ? 'POST' : 'GET', url, made);
      statuses.push(answer.statusCode);
    }
    return statuses;
  };
  const all = (status: number) => ways.map(() => status);

  test('open for their company, the user who searched and administrators; for others they do not exist', async () => {
    const { db } = research.installation.store;
    const admin = await research.person('ADMIN');
    await admin.call('PUT', '/api/admin/public-links', { isAllowed: true, frameOrigins: [] });
    const [aurora, boreal] = [await research.company('Aurora'), await research.company('Boreal')];
    const reader = await research.person('CLIENT', aurora);
    const id = (await receiptOf(reader, seller))?.id;
    const opens = [200, 200, 200, 200, 200, 201];
    expect(await statusesFor(reader, id)).toEqual(opens);
    expect(await statusesFor(await research.person('CLIENT', aurora), id)).toEqual(opens);
    expect(await statusesFor(admin, id)).toEqual(opens);
    const strangers = [await research.person('CLIENT', boreal), ana];
    for (const stranger of strangers) expect(await statusesFor(stranger, id)).toEqual(all(404));
    // A user who asked keeps the receipt after a move to another company.
    await db.updateTable('users').set({ company_id: boreal }).where('id', '=', reader.id).execute();
    expect(await statusesFor(reader, id)).toEqual(opens);
    // Receipts of earlier versions have no owner.
    await db.updateTable('receipts').set({ owner: null }).execute();
    expect(await statusesFor(reader, id)).toEqual(opens);
    expect((await statusesFor(await research.person('CLIENT', aurora), id))[0]).toBe(404);
  });

  test('of earlier versions still belong to who searched once the same query has another receipt', async () => {
    const { db } = research.installation.store;
    const typed = { ...seller, searchQuery: 'Vendedor' };
    const bia = await research.person('CLIENT', await research.company('Aurora'));
    const [ofAna, ofBia] = [await receiptOf(ana, seller), await receiptOf(bia, typed)];
    // Those versions stored no owner and computed other fingerprints.
    await db
      .updateTable('receipts')
      .set((row) => ({ owner: null, typed_by: null, answer_sha256: row.ref('id') }))
      .execute();
    await migrations['0098-receipt-owners']?.up(db);
    expect(await receiptOf(ana, seller)).not.toEqual(ofAna);
    const next = await receiptOf(bia, typed);
    expect((await check(ofAna?.id ?? '')).result).toBe('confere');
    expect((await check(ofBia?.id ?? '', bia)).result).toBe('confere');
    expect((await statusesFor(ana, ofBia?.id))[0]).toBe(404);
    expect(await typedTextRecords(db, ana.id)).toEqual([]);
    const records = await typedTextRecords(db, bia.id);
    expect(records.map(({ recibo }) => recibo)).toEqual([next?.id, ofBia?.id]);
  });

  test('lose the text that a person typed with the person, or in time, and keep their figures', async () => {
    const { db } = research.installation.store;
    const typed = { ...seller, searchQuery: 'Vendedor' };
    const bia = await research.person('CLIENT');
    const [ofAna, ofBia] = [await receiptOf(ana, typed), await receiptOf(bia, typed)];
    const plain = await receiptOf(ana, seller);
    const texts = async () =>
      (await db.selectFrom('receipts').select('filters').execute()).filter(({ filters }) =>
        filters.includes('Vendedor'),
      ).length;
    expect(await texts()).toBe(2);
    await ana.call('DELETE', '/api/history');
    expect(await typedTextRecords(db, ana.id)).toMatchObject([
      { recibo: ofAna?.id, filtros: { searchQuery: 'Vendedor' } },
    ]);
    await removeTextOf(db, ana.id, new Date());
    expect(await texts()).toBe(1);
    expect(await typedTextRecords(db, ana.id)).toEqual([]);
    const receipt = await read(ofAna?.id ?? '');
    expect(receipt.statistics.count).toBe(6);
    expect(receipt.query.parts).toContain('texto digitado: apagado');
    expect([receipt.isRepeatable, (await read(plain?.id ?? '')).isRepeatable]).toEqual([
      false,
      true,
    ]);
    for (const act of ['check', 'revision']) {
      const refused = await ana.call(
        act === 'check' ? 'POST' : 'GET',
        `/api/receipts/${ofAna?.id}/${act}`,
      );
      expect([refused.statusCode, refused.json().code]).toEqual([410, 'receipt_text_removed']);
    }
    expect((await check(ofBia?.id ?? '', bia)).result).toBe('confere');
    expect(await removeTextBefore(db, new Date(Date.now() - 86_400_000), new Date())).toBe(0);
    expect(await removeTextBefore(db, new Date(Date.now() + 1_000), new Date())).toBe(1);
    expect(await texts()).toBe(0);
    expect((await check(plain?.id ?? '')).result).toBe('confere');
  });

  test('still agree after a newer release, which answers otherwise', async () => {
    const first = await ana.search(seller);
    const { id = '' } = first.receipt ?? {};
    await research.publish(newer);
    const now = await ana.search(seller);
    expect([first.totalCount, now.totalCount]).toEqual([6, 5]);
    expect(now.receipt).not.toEqual(first.receipt);
    expect(await read(id)).toMatchObject({
      statistics: { count: 6, median: 1600 },
      release: { number: 1, isCurrent: false, isKept: true },
    });
    expect(await check(id)).toMatchObject({ result: 'confere', differences: [], version: 'test' });
    const again = await ana.search(seller, { release: 1 });
    expect(again).toMatchObject({ totalCount: 6, method: { release: { number: 1 } } });
    expect(again.receipt).toEqual(first.receipt);
  });

  test('say what differs when the same release no longer gives the same figures', async () => {
    await research.publish(newer);
    const { id = '' } = (await receiptOf(ana, seller)) ?? {};
    await research.installation.warehouse.run({
      text: 'insert into movements select * from movements where salary = 150000',
    });
    const { result, differences } = await check(id);
    expect(result).toBe('difere');
    expect(differences).toContainEqual({ label: 'Registros', stored: '5', now: '6' });
    expect(differences).toContainEqual({
      label: 'Média',
      stored: 'R$\u00a01.700,00',
      now: 'R$\u00a01.666,67',
    });
    expect(differences.map(({ label }) => label)).not.toContain('Máximo');
    expect(differences.map(({ label }) => label)).toContain('SHA-256 da distribuição');
  });

  test('agree where a statistic was not reported yet when they were stored', async () => {
    await research.publish(newer);
    const { id = '' } = (await receiptOf(ana, seller)) ?? {};
    const { db } = research.installation.store;
    const stored = await db
      .selectFrom('receipts')
      .select('statistics')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { standardDeviation, ...older } = JSON.parse(stored.statistics);
    expect(standardDeviation).toBeGreaterThan(0);
    const statistics = JSON.stringify(older);
    await db.updateTable('receipts').set({ statistics }).where('id', '=', id).execute();
    expect((await read(id)).statistics).toEqual({ ...older, standardDeviation: null });
    expect(await check(id)).toMatchObject({ result: 'confere', differences: [] });
  });

  test('of a release that is no longer stored can be read, and not computed', async () => {
    const { id = '' } = (await receiptOf(ana, seller)) ?? {};
    await research.publish(newer);
    const { store } = research.installation;
    const change = { actor: { userId: null, address: null }, at: new Date() };
    await writeSetting(store.db, releaseRetention, { keepLast: 1, keepMonths: 0 }, change);
    await removeOldReleases(store, () => new Date());
    const receipt = await read(id);
    expect(receipt.release).toMatchObject({ number: 1, isKept: false, isSynthetic: false });
    expect(receipt.files).toHaveLength(1);
    const refused = await ana.call('POST', `/api/receipts/${id}/check`);
    expect([refused.statusCode, refused.json().code]).toEqual([410, 'release_removed']);
    expect(refused.json().message).toContain('versão 1 dos dados não está mais disponível');
    const searched = await ana.call('POST', '/api/search', { filters: seller, release: 1 });
    expect([searched.statusCode, searched.json().field]).toEqual([410, 'release']);
    const [entry] = (await ana.call('GET', '/api/history')).json();
    expect(entry.release).toEqual({
      number: 1,
      isCurrent: false,
      isKept: false,
      isSynthetic: false,
    });
  });

  test('and releases that do not exist are reported', async () => {
    for (const id of ['x', 'AAAAAAAAAAAAAAAAAAAAAA']) {
      expect((await ana.call('GET', `/api/receipts/${id}`)).json().code).toBe('unknown_receipt');
      expect((await ana.call('POST', `/api/receipts/${id}/check`)).statusCode).toBe(404);
    }
    const answer = await ana.call('POST', '/api/search', { filters: seller, release: 2 });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_release']);
    for (const release of [0, 1.5, 'três', 1e12]) {
      const bad = await ana.call('POST', '/api/search', { filters: seller, release });
      expect([bad.statusCode, bad.json().field]).toEqual([400, 'release']);
    }
  });
});
