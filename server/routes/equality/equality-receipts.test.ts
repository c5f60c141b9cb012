import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EqualityAnswer } from '../../../shared/contracts/equality.ts';
import { EqualityReceipt, Receipt, ReceiptCheck } from '../../../shared/contracts/receipts.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { removeOldReleases } from '../../registry/releases/remove-old-releases.ts';
import { releaseRetention } from '../../registry/settings/load-settings.ts';
import { writeSetting } from '../../registry/settings/stored-settings.ts';

const paid = (sex: '1' | '3', cbo: string, ...salaries: number[]): LineFields[] =>
  salaries.map((salary) => ({ company_size: '7', sex, cbo, salary: `${salary},00` }));
// Means 1,700 and 2,100 reais, medians 1,700 and 2,000, all in one cell; then a cell with too few women to show their
// pay.
const lines = [
  ...paid('3', '521110', 1500, 1600, 1700, 1800, 1900),
  ...paid('1', '521110', 2000, 2000, 2000, 2100, 2400),
  ...paid('3', '212405', 3000, 4000, 8000),
  ...paid('1', '212405', 4000, 5000, 6000, 9000, 9000),
  // Two more women, so that those whose pay is suppressed are five.
  ...paid('3', '411010', 1610, 1620),
  ...paid('1', '411010', 1710, 1720, 1730, 1740, 1750),
];
const july = { periodoInicio: '202307', periodoFim: '202307' };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('receipts of Igualdade', () => {
  let research: Research;
  let ana: Researcher;
  const publish = async (own: readonly LineFields[]) =>
    research.installation.loadApproved(await officialFile('CAGEDMOV202307.txt', 'MOV', own));
  const requested = async (payload: object = {}, who = ana) =>
    EqualityAnswer.parse((await who.call('POST', '/api/equality', payload)).json());
  const idOf = async (payload: object = {}, who = ana) =>
    (await requested(payload, who)).receipt?.id ?? '';
  const read = async (id: string, who = ana) =>
    EqualityReceipt.parse((await who.call('GET', `/api/receipts/${id}`)).json());
  const check = async (id: string) =>
    ReceiptCheck.parse((await ana.call('POST', `/api/receipts/${id}/check`)).json());

  beforeAll(async () => {
    research = await openResearch({});
    ana = await research.person('CLIENT');
    expect((await requested()).receipt).toBeNull();
    await publish(lines);
  });
  afterAll(() => research.close());

  test('have the query, every figure, the release and its files', async () => {
    const { receipt, whole, rows } = await requested({ grupo: '5' });
    const { id = '', path } = receipt ?? {};
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(path).toBe(`/receipt/${id}`);
    const stored = await read(id);
    expect(stored).toMatchObject({
      kind: 'igualdade',
      requested: { grupo: '5', empregados: '100+', ...july },
      release: { number: 1, isCurrent: true, isKept: true, isSynthetic: false },
      version: 'test',
      files: [{ kind: 'MOV', month: '202307', lines: 25, accepted: 25 }],
    });
    expect(stored.figures).toEqual({ whole, rows });
    expect(stored.figures.whole).toMatchObject({
      women: { count: 5, median: 1700, mean: 1700 },
      men: { count: 5, median: 2000, mean: 2100 },
      medianRatio: 0.85,
      adjusted: { raw: { difference: -400 }, compared: { matching: { composition: 0 } } },
    });
    expect(stored.query.subject).toMatch(/^Igualdade: 5 · TRABALHADORES/i);
    expect((await read(await idOf())).query.subject).toBe('Igualdade: Todas as ocupações');
    expect(stored.query.parts.join(' · ')).toMatch(
      /^100 ou mais empregados · Brasil · .*jul\/2023/,
    );
    expect(JSON.stringify(stored)).not.toContain(ana.id);
    // All women are 10 and earn 26,730 reais, between the 5th and the 6th of them 1,700 and 1,800; all men are 15.
    expect((await requested()).whole).toMatchObject({
      code: '',
      women: { count: 10, median: 1750, mean: 2673 },
      men: { count: 15, median: 2000, mean: 3476.67 },
      medianRatio: 0.875,
    });
    // Group 5 has one group of each level.
    for (const [grupo, code] of [
      ['5', '521'],
      ['521', '5211'],
      ['5211', '521110'],
    ])
      expect((await requested({ grupo })).rows).toMatchObject([
        { code, women: { count: 5, median: 1700 }, men: { count: 5, median: 2000 } },
      ]);
  });

  test('name the months whose main file was not loaded, and give no ratio of them', async () => {
    expect((await read(await idOf())).completeness).toMatchObject({ state: 'complete', months: 1 });
    const { completeness, figures, query } = await read(
      await idOf({ ...july, periodoInicio: '202306' }),
    );
    expect(completeness).toEqual({ state: 'partial', months: 2, withoutMov: ['202306'] });
    expect(figures.whole).toMatchObject({ withheld: 'incompleto', medianRatio: null });
    expect(query.parts.join(' · ')).toContain('jun/2023 a jul/2023');
  });

  test('are shared by equal queries of one company, and do not enter the history of searches', async () => {
    const company = await research.company('Aurora Comércio');
    const [carla, bia] = await Promise.all([
      research.person('CLIENT', company),
      research.person('VIEWER', company),
    ]);
    const first = await idOf();
    expect(await idOf(july, bia)).toBe(await idOf({}, carla));
    expect(await idOf(july, bia)).not.toBe(first);
    expect(await idOf({ cnaes: ['4781400'] })).toBe(await idOf({ cnaes: ['4781400', '4781400'] }));
    expect(await idOf({ empregados: 'todos' })).not.toBe(first);
    const together = await Promise.all(Array.from({ length: 8 }, () => idOf({ uf: 'SP' })));
    expect(new Set(together).size).toBe(1);
    const ofCompany = await idOf({}, carla);
    expect((await read(ofCompany, bia)).id).toBe(ofCompany);
    expect((await bia.call('GET', `/api/receipts/${first}`)).statusCode).toBe(404);
    expect((await ana.call('GET', '/api/history')).json()).toEqual([]);
    const [audited] = await research.installation.store.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('details', 'like', '%gualdade%')
      .execute();
    expect(Number(audited?.count)).toBe(0);
  });

  test('store no amounts of fewer than five people', async () => {
    const id = await idOf({ grupo: '2' });
    const { whole, rows } = (await read(id)).figures;
    expect(whole).toMatchObject({
      women: { count: 3, median: null, mean: null },
      men: { count: 5, median: 6000, mean: 6600 },
      withheld: 'mulheres',
      medianRatio: null,
      meanRatio: null,
      adjusted: null,
    });
    // An earlier version stored another reason for three women.
    const earlier = { whole: { ...whole, withheld: 'protegido' }, rows };
    await research.installation.store.db
      .updateTable('receipts')
      .set({ statistics: JSON.stringify(earlier) })
      .where('id', '=', id)
      .execute();
    expect((await read(id)).figures.whole.withheld).toBe('mulheres');
    const checked = await ana.call('POST', `/api/receipts/${id}/check`);
    expect(ReceiptCheck.parse(checked.json())).toMatchObject({
      result: 'confere',
      differences: [],
    });
  });

  test('have no revision, laudo or links, unlike receipts of searches', async () => {
    const id = await idOf();
    for (const [method, path, payload] of [
      ['GET', 'revision', undefined],
      ['GET', 'laudo', undefined],
      ['GET', 'links', undefined],
      ['POST', 'links', { days: 3 }],
    ] as const) {
      const refused = await ana.call(method, `/api/receipts/${id}/${path}`, payload);
      expect([path, refused.statusCode, refused.json().message]).toEqual([
        path,
        404,
        'Este recibo é de Igualdade, não de uma pesquisa: só pode ser lido e recalculado.',
      ]);
    }
    const search = (await ana.search({ cbo: '521110' })).receipt?.id;
    const receipt = Receipt.parse((await ana.call('GET', `/api/receipts/${search}`)).json());
    expect(receipt.kind).toBe('pesquisa');
  });

  test('are limited to two hundred an hour for each person; further answers have none', async () => {
    const caio = await research.person('VIEWER');
    for (let number = 0; number < 200; number++)
      expect((await requested({ grupo: '5' }, caio)).receipt).not.toBeNull();
    const { receipt, receiptNote, whole } = await requested({ grupo: '5' }, caio);
    expect([receipt, receiptNote, whole.women.count]).toEqual([
      null,
      'O limite de 200 recibos por hora foi atingido, tente de novo mais tarde: esta resposta não tem recibo.',
      5,
    ]);
    expect((await requested({ grupo: '5' })).receipt).not.toBeNull();
  });

  test('agree after a newer release, state what differs on their release, and remain without its data', async () => {
    const first = await requested();
    const id = first.receipt?.id ?? '';
    expect(await check(id)).toMatchObject({ result: 'confere', differences: [], version: 'test' });
    await publish([...lines, ...paid('3', '521110', 9000)]);
    expect((await requested()).whole.women.count).toBe(11);
    expect(await check(id)).toMatchObject({ result: 'confere', differences: [] });
    expect((await read(id)).release).toMatchObject({ number: 1, isCurrent: false, isKept: true });
    expect((await requested({ release: 1 })).receipt?.id).toBe(id);

    await research.installation.warehouse.run({
      text: `insert into movements select * from movements
        where salary = 150000 and batch = (select min(batch) from movements)`,
    });
    const { result, differences } = await check(id);
    expect(result).toBe('difere');
    const results = differences.map(({ label, stored, now }) =>
      plain(`${label}: ${stored}, ${now}`),
    );
    expect(results).toContain('Todas as ocupações: Mulheres: 10, 11');
    const group = results.filter((text) => text.startsWith('5 · '));
    // Women with 1,500 1,500 1,600 1,700 1,800 1,900: mean 1,666.67, median 1,650.
    expect(group).toContainEqual(
      expect.stringMatching(/: Média das mulheres: R\$ 1\.700,00, R\$ 1\.666,67$/),
    );
    expect(group).toContainEqual(
      expect.stringMatching(/: Mediana das mulheres: R\$ 1\.700,00, R\$ 1\.650,00$/),
    );
    expect(group).toContainEqual(
      expect.stringMatching(/: Diferença das médias: −R\$ 400,00 .*, −R\$ 433,33 /),
    );
    expect(group.join('\n')).not.toContain('Homens:');

    const { store } = research.installation;
    const change = { actor: { userId: null, address: null }, at: new Date() };
    await writeSetting(store.db, releaseRetention, { keepLast: 1, keepMonths: 0 }, change);
    await removeOldReleases(store, () => new Date());
    expect((await read(id)).release.isKept).toBe(false);
    expect((await ana.call('POST', `/api/receipts/${id}/check`)).statusCode).toBe(410);
  });
});
