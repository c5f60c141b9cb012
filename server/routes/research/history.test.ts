import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HistoryEntry } from '../../../shared/contracts/history.ts';
import {
  publishedResearch,
  type Research,
  type Researcher,
} from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { historyRecords, recordSearch } from '../../research/search-history.ts';
import { removeTextBefore } from '../../research/remove-typed-text.ts';

const salaries = ['1500,00', '1500,00', '1600,00', '1600,00', '1700,00', '1700,00'];

const list = async (who: Researcher, query = '') => {
  const answer = await who.call('GET', `/api/history${query}`);
  return z.array(HistoryEntry).parse(answer.json());
};

describe.each(testedServers)('the search history, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  const opened = publishedResearch(servers, salaries);
  beforeEach(async () => {
    research = await opened();
    ana = await research.person('VIEWER');
  });
  afterEach(() => research.close());

  const cbos = async (query = '') => (await list(ana, query)).map(({ filters }) => filters.cbo);

  test('has each search once a release, the newest first, with its figures', async () => {
    await ana.search({ cbo: '521110' });
    await ana.search({ cbo: '225125' });
    await ana.search({ cbo: '5211-10' });
    expect(await cbos()).toEqual(['521110', '225125']);
    const [first] = await list(ana);
    expect(first).toMatchObject({
      figures: { count: 6, median: 1600 },
      isRepeatable: true,
      release: { number: 1, isCurrent: true, isKept: true },
      name: null,
    });
    const { db } = research.installation.store;
    await db.updateTable('releases').set({ is_synthetic: 1 }).execute();
    await research.publish([...salaries, '1900,00']);
    await ana.search({ cbo: '521110' });
    const [newest, older] = await list(ana);
    expect(newest?.figures.count).toBe(7);
    expect(newest?.release).toMatchObject({ number: 2, isSynthetic: false });
    // The figures of demonstration data stay among those of real data, and say so.
    const replaced = { number: 1, isCurrent: false, isKept: true, isSynthetic: true };
    expect(older?.release).toEqual(replaced);
    const records = await historyRecords(db, ana.id);
    expect(records.map((record) => record.dadosSinteticos)).toEqual([false, true, true]);
    expect(await list(ana)).toHaveLength(3);
  });

  test('is no one else’s', async () => {
    const bia = await research.person('ADMIN');
    await ana.search({ cbo: '521110' });
    const [entry] = await list(ana);
    expect(await list(bia)).toEqual([]);
    for (const answer of [
      await bia.call('PUT', `/api/history/${entry?.id}`, { name: 'minha' }),
      await bia.call('DELETE', `/api/history/${entry?.id}`),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_search']);
    }
    await bia.call('DELETE', '/api/history');
    expect(await list(ana)).toHaveLength(1);
  });

  test('is searched by name, occupation and filters, and comes in pages', async () => {
    await ana.search({ cbo: '521110' });
    await ana.search({ cbo: '225125', uf: 'MG' });
    await ana.search({ searchQuery: 'enfermeiro' });
    const [, doctor] = await list(ana);
    await ana.call('PUT', `/api/history/${doctor?.id}`, { name: 'Plantão de São João' });
    expect(await cbos('?search=plantao%20joao')).toEqual(['225125']);
    expect(await cbos('?search=varejista')).toEqual(['521110']);
    expect(await cbos('?search=ENFERMEIRO')).toEqual([undefined]);
    expect(await cbos('?search=mg%20medico')).toEqual(['225125']);
    expect(await cbos('?search=100%25')).toEqual([]);
    const page = await ana.call('GET', '/api/history?page=2&pageSize=2');
    expect([page.json().length, page.headers['x-total-count']]).toEqual([1, '3']);
    expect((await ana.call('GET', '/api/history?pageSize=101')).statusCode).toBe(400);
  });

  test('states that typed text was removed, not that all occupations were searched', async () => {
    await ana.search({ searchQuery: 'vendedor', uf: 'SP' });
    const { db } = research.installation.store;
    const rows = () =>
      db.selectFrom('search_history').selectAll().where('user_id', '=', ana.id).execute();
    const [typed] = await rows();
    await ana.call('PUT', `/api/history/${typed?.id}`, { name: 'Loja de São João' });
    expect(await removeTextBefore(db, new Date(Date.now() + 1_000), new Date())).toBe(1);
    const [entry] = await list(ana);
    expect(entry?.query.subject).toBe('Pesquisa por texto apagado');
    expect(entry?.isRepeatable).toBe(false);
    const [record] = await historyRecords(db, ana.id);
    expect(record?.pesquisa).toMatch(/^Pesquisa por texto apagado · SP ·/);
    // Neither the text nor the hash of the query, by which a text can be guessed, remains.
    expect(JSON.stringify(await rows())).not.toMatch(/vendedor/i);
    expect((await rows())[0]?.question_sha256).not.toBe(typed?.question_sha256);
    expect(await list(ana, '?search=vendedor')).toEqual([]);
    expect(await list(ana, '?search=loja%20joao%20sp')).toHaveLength(1);
  });

  test('lets its owner name and delete a search, and delete all', async () => {
    await ana.search({ cbo: '521110' });
    await ana.search({ cbo: '225125' });
    const [entry] = await list(ana);
    const named = await ana.call('PUT', `/api/history/${entry?.id}`, {
      name: ' Médicos ',
      version: 1,
    });
    expect(named.json()).toMatchObject({ name: 'Médicos', version: 2 });
    const stale = await ana.call('PUT', `/api/history/${entry?.id}`, { name: 'b', version: 1 });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
    const long = await ana.call('PUT', `/api/history/${entry?.id}`, { name: 'x'.repeat(121) });
    expect([long.statusCode, long.json().field]).toEqual([400, 'name']);
    // A repeated query retains its name.
    await ana.search({ cbo: '225125' });
    expect((await list(ana))[0]?.name).toBe('Médicos');
    const unnamed = await ana.call('PUT', `/api/history/${entry?.id}`, { name: '' });
    expect(unnamed.json().name).toBeNull();
    expect((await ana.call('DELETE', `/api/history/${entry?.id}`)).statusCode).toBe(200);
    expect(await cbos()).toEqual(['521110']);
    expect((await ana.call('DELETE', '/api/history')).statusCode).toBe(200);
    expect(await list(ana)).toEqual([]);
  });

  test('keeps the newest 1,000', async () => {
    const answer = await ana.search({ cbo: '521110' });
    const { db } = research.installation.store;
    const begin = Date.parse('2030-01-01T00:00:00Z');
    await db.transaction().execute(async (transaction) => {
      for (let minute = 0; minute < 1000; minute++) {
        const requested = {
          userId: ana.id,
          filters: { ...answerFilters, salarioMin: minute },
          release: 1,
          receiptId: answer.receipt?.id ?? '',
        };
        await recordSearch(transaction, requested, new Date(begin + minute * 60_000));
      }
    });
    const page = await ana.call('GET', '/api/history?page=1000&pageSize=1');
    expect(page.headers['x-total-count']).toBe('1000');
    expect(page.json()[0].searchedAt).toBe('2030-01-01T00:00:00.000Z');
  });

  test('is deleted with the user who is deleted; the receipt stays', async () => {
    const { receipt } = await ana.search({ cbo: '521110' });
    const { db } = research.installation.store;
    await db.deleteFrom('users').where('id', '=', ana.id).execute();
    expect(await db.selectFrom('search_history').selectAll().execute()).toEqual([]);
    const admin = await research.person('ADMIN');
    expect((await admin.call('GET', `/api/receipts/${receipt?.id}`)).statusCode).toBe(200);
  });
});

const answerFilters = {
  cbo: '521110',
  movimentacao: 'admissao',
  metodo: 'mte',
  serie: 'ajustada',
} as const;
