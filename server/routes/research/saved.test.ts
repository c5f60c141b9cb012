import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SavedSearch } from '../../../shared/contracts/history.ts';
import {
  publishedResearch,
  type Research,
  type Researcher,
} from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { queryScheduler } from '../../answers/serving/query-scheduler.ts';
import { Scheduler } from '../../platform/scheduler/scheduler.ts';
import { markSeen, savedRecords, viewRecords } from '../../research/saved-searches.ts';

const completeness = { state: 'complete', months: 1, withoutMov: [] };

const salaries = ['1500,00', '1500,00', '1600,00', '1600,00', '1700,00', '1700,00'];
const seller = { cbo: '521110' };

const save = (who: Researcher, name: string, rest: object = {}) =>
  who.call('POST', '/api/saved', { name, filters: seller, ...rest });
const list = async (who: Researcher, query = '') =>
  z.array(SavedSearch).parse((await who.call('GET', `/api/saved${query}`)).json());
const names = async (who: Researcher, query = '') =>
  (await list(who, query)).map(({ name }) => name);
const codeOf = async (answer: ReturnType<Researcher['call']>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};

describe.each(testedServers)('saved searches, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  let colleague: Researcher;
  let viewer: Researcher;
  let stranger: Researcher;
  let company: string;
  const opened = publishedResearch(servers, salaries);
  beforeEach(async () => {
    research = await opened();
    company = await research.company('Acme');
    ana = await research.person('CLIENT', company);
    colleague = await research.person('CLIENT', company);
    viewer = await research.person('VIEWER', company);
    stranger = await research.person('ADMIN', await research.company('Outra'));
  });
  afterEach(() => research.close());

  const saved = async (name: string, rest: object = {}) =>
    SavedSearch.parse((await save(ana, name, rest)).json());
  const companyOf = (person: Researcher, companyId: string | null) =>
    research.installation.store.db
      .updateTable('users')
      .set({ company_id: companyId })
      .where('id', '=', person.id)
      .execute();

  test('are private until they are shared with the company', async () => {
    const { id, ...rest } = await saved('Vendedores');
    expect(rest).toMatchObject({
      isOwn: true,
      isShared: false,
      hasNewData: false,
      owner: 'Pessoa Número 1',
      seen: { count: 6, median: 1600, release: 1, isSynthetic: false, completeness },
    });
    for (const other of [colleague, viewer, stranger]) expect(await names(other)).toEqual([]);
    const shared = await ana.call('PUT', `/api/saved/${id}`, { isShared: true });
    expect(shared.json()).toMatchObject({ isShared: true, name: 'Vendedores' });
    for (const reader of [colleague, viewer]) {
      const [read] = await list(reader);
      expect(read).toMatchObject({ id, isOwn: false, isShared: true, owner: 'Pessoa Número 1' });
    }
    expect(await names(stranger)).toEqual([]);
    await ana.call('PUT', `/api/saved/${id}`, { isShared: false });
    expect(await names(colleague)).toEqual([]);
  });

  test('keep the salary that their owner entered, visible to that owner only', async () => {
    const shared = await saved('Vendedores', { ownSalary: 1834.56, isShared: true });
    expect(shared.ownSalary).toBe(1834.56);
    expect(await saved('Sem salário')).toMatchObject({ ownSalary: null });
    const renamed = await ana.call('PUT', `/api/saved/${shared.id}`, { name: 'Outro nome' });
    expect(renamed.json()).toMatchObject({ name: 'Outro nome', ownSalary: 1834.56 });
    expect(await list(colleague)).toMatchObject([{ name: 'Outro nome', ownSalary: null }]);
    expect(await savedRecords(research.installation.store.db, ana.id)).toMatchObject([
      { nome: 'Outro nome', salarioInformado: 1834.56 },
      { nome: 'Sem salário', salarioInformado: null },
    ]);
    const refused = await save(ana, 'Negativo', { ownSalary: -1 });
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'ownSalary']);
  });

  test('are changed only by their owner; those of others do not exist', async () => {
    const { id } = await saved('Vendedores', { isShared: true });
    for (const [method, path, payload] of [
      ['PUT', `/api/saved/${id}`, { name: 'Outro' }],
      ['DELETE', `/api/saved/${id}`, undefined],
    ] as const) {
      expect(await codeOf(colleague.call(method, path, payload))).toEqual([403, 'not_owner']);
      expect(await codeOf(stranger.call(method, path, payload))).toEqual([404, 'unknown_search']);
    }
    for (const path of ['change', 'seen']) {
      const method = path === 'change' ? 'GET' : 'POST';
      const requested = stranger.call(method, `/api/saved/${id}/${path}`);
      expect(await codeOf(requested)).toEqual([404, 'unknown_search']);
      expect((await viewer.call(method, `/api/saved/${id}/${path}`)).statusCode).toBe(200);
    }
    expect(await codeOf(ana.call('DELETE', `/api/saved/${randomUUID()}`))).toEqual([
      404,
      'unknown_search',
    ]);
    expect((await ana.call('DELETE', `/api/saved/${id}`)).statusCode).toBe(200);
    expect(await names(viewer)).toEqual([]);
  });

  test('cannot be saved, shared or renamed by a viewer, who gets the reason', async () => {
    const refused = await save(viewer, 'Minha');
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toContain('Seu papel permite ler');
    const { id } = await saved('Vendedores', { isShared: true });
    expect((await viewer.call('PUT', `/api/saved/${id}`, { name: 'x' })).statusCode).toBe(403);
    expect((await viewer.call('DELETE', `/api/saved/${id}`)).statusCode).toBe(403);
  });

  test('are visible neither to the company that their owner left nor to the one that the owner joined', async () => {
    await saved('Vendedores', { isShared: true });
    const other = await research.company('Terceira');
    const newColleague = await research.person('CLIENT', other);
    await companyOf(ana, other);
    expect(await names(colleague)).toEqual([]);
    expect(await names(newColleague)).toEqual([]);
    expect(await list(ana)).toMatchObject([{ isShared: false }]);
    const { db } = research.installation.store;
    expect(await savedRecords(db, ana.id)).toMatchObject([{ compartilhada: false }]);
    await companyOf(viewer, null);
    expect(await names(viewer)).toEqual([]);
  });

  test('cannot be shared without a company, and it is said why', async () => {
    const alone = await research.person('CLIENT');
    const refused = await save(alone, 'Minha', { isShared: true });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_company']);
    expect(refused.json().message).toContain('não pertence a uma empresa');
    expect(await names(alone)).toEqual([]);
    expect((await save(alone, 'Minha')).statusCode).toBe(201);
  });

  test('have a name of up to 120 characters that no other of the same owner has', async () => {
    for (const name of ['', '   ', 'x'.repeat(121), 'a\u0000b']) {
      const refused = await save(ana, name);
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'name']);
    }
    const { id } = await saved('Vendedores de São Paulo');
    await saved('x'.repeat(120));
    const again = save(ana, ' vendedores de sao paulo ');
    expect(await codeOf(again)).toEqual([409, 'name_taken']);
    expect((await again).json().field).toBe('name');
    const renamed = ana.call('PUT', `/api/saved/${id}`, { name: 'X'.repeat(120) });
    expect(await codeOf(renamed)).toEqual([409, 'name_taken']);
    expect((await save(colleague, 'Vendedores de São Paulo')).statusCode).toBe(201);
  });

  test('report to the second of two windows that the first changed the same search', async () => {
    const { id, version } = await saved('Vendedores');
    const first = await ana.call('PUT', `/api/saved/${id}`, { name: 'Primeira', version });
    expect(first.json().version).toBe(version + 1);
    const second = ana.call('PUT', `/api/saved/${id}`, { name: 'Segunda', version });
    expect(await codeOf(second)).toEqual([409, 'stale_version']);
    expect(await names(ana)).toEqual(['Primeira']);
  });

  test('show each reader the changes since that reader last opened them', async () => {
    const { id } = await saved('Vendedores', { isShared: true });
    const before = { count: 6, median: 1600, release: 1, isSynthetic: false, completeness };
    const unchanged = { before, now: before };
    expect((await ana.call('GET', `/api/saved/${id}/change`)).json()).toEqual(unchanged);
    await research.publish([...salaries, '1900,00', '2000,00']);
    expect(await list(viewer)).toMatchObject([{ hasNewData: true, seen: before }]);
    const now = { count: 8, median: 1650, release: 2, isSynthetic: false, completeness };
    const change = { before, now };
    expect((await viewer.call('GET', `/api/saved/${id}/change`)).json()).toEqual(change);
    expect((await viewer.call('POST', `/api/saved/${id}/seen`)).json()).toEqual(change);
    expect(await list(viewer)).toMatchObject([{ hasNewData: false, seen: change.now }]);
    // The owner has not opened it.
    expect(await list(ana)).toMatchObject([{ hasNewData: true, seen: change.before }]);
  });

  test('that are deleted while a reader opens them do not exist', async () => {
    const { id } = await saved('Vendedores', { isShared: true });
    await research.publish([...salaries, '1900,00']);
    const { store, warehouse, clock } = research.served.reports;
    const queries = queryScheduler(new Scheduler(), async () => new Map());
    const run = queries.run.bind(queries);
    queries.run = async (...call) => {
      const figures = await run(...call);
      await ana.call('DELETE', `/api/saved/${id}`);
      return figures;
    };
    const reader = { id: viewer.id, companyId: company };
    const requester = { person: viewer.id, company };
    const seeing = markSeen({ store, warehouse, clock, queries }, reader, id, { requester });
    await expect(seeing).rejects.toMatchObject({ status: 404, code: 'unknown_search' });
  });

  test('are found by name and by query, in pages', async () => {
    await saved('Vendedores');
    await saved('Médicos', { filters: { cbo: '225125', uf: 'MG' } });
    expect(await names(ana)).toEqual(['Médicos', 'Vendedores']);
    expect(await names(ana, '?search=varejista')).toEqual(['Vendedores']);
    expect(await names(ana, '?search=medico%20mg')).toEqual(['Médicos']);
    const page = await ana.call('GET', '/api/saved?page=2&pageSize=1');
    expect([page.json()[0].name, page.headers['x-total-count']]).toEqual(['Vendedores', '2']);
  });

  test('are in "Meus dados", audited when shared, and gone with their owner', async () => {
    const { db } = research.installation.store;
    const { id } = await saved('Vendedores', { isShared: true });
    await viewer.call('POST', `/api/saved/${id}/seen`);
    expect(await savedRecords(db, ana.id)).toMatchObject([
      { nome: 'Vendedores', compartilhada: true, filtros: { cbo: '521110' } },
    ]);
    expect(await viewRecords(db, viewer.id)).toMatchObject([
      { pesquisaSalva: id, dadosSinteticos: false },
    ]);
    await ana.call('PUT', `/api/saved/${id}`, { isShared: false });
    const acts = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'subject_id'])
      .where('subject_type', '=', 'saved_search')
      .orderBy('at')
      .execute();
    expect(acts).toEqual([
      { action: 'saved_search.shared', actor_id: ana.id, subject_id: id },
      { action: 'saved_search.unshared', actor_id: ana.id, subject_id: id },
    ]);
    await db.deleteFrom('users').where('id', '=', ana.id).execute();
    expect(await db.selectFrom('saved_searches').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('saved_search_views').selectAll().execute()).toEqual([]);
  });
});
