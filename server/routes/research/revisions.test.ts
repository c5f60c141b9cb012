import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MonthRevisions, Revision } from '../../../shared/contracts/revisions.ts';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import {
  publishedResearch,
  type Research,
  type Researcher,
} from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { serve } from '../../../tests/support/served.ts';
import { restoreRelease } from '../../registry/releases/restore.ts';
import { removeOldReleases } from '../../registry/releases/remove-old-releases.ts';
import { releaseRetention } from '../../registry/settings/load-settings.ts';
import { writeSetting } from '../../registry/settings/stored-settings.ts';

const seller = { cbo: '521110', serie: 'ajustada' };
const first = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00'];
const nothing = { average: null, p25: null, median: null, p75: null };
const firstFigures = { count: 5, average: 1700, p25: 1600, median: 1700, p75: 1800 };

const lateSalaries = ['2000,00', '2100,00', '2200,00', '2300,00', '2400,00'];

/** Declarations of a later month, by default August, for July. */
const late = (salaries = lateSalaries, month = '202308', name = `CAGEDFOR${month}.txt`) =>
  officialFile(
    name,
    'FOR',
    salaries.map((salary) => ({ salary, month: '202307', declared_month: month, late: '1' })),
  );
/** Excludes lines of July with these salaries, by default two of the first ones. */
const excluded = (
  salaries = ['1500,00', '1600,00'],
  month = '202309',
  name = `CAGEDEXC${month}.txt`,
) =>
  officialFile(
    name,
    'EXC',
    salaries.map((salary) => ({ salary, month: '202307', exclusion_month: month })),
  );

const whole = (months: number) => ({ state: 'complete', months, withoutMov: [] });

const alike = (count: number) => Array.from({ length: count }, () => '2000,00');

describe.each(testedServers)('what changed since, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  const opened = publishedResearch(servers, first);
  beforeEach(async () => {
    research = await opened();
    ana = await research.person('CLIENT');
  });
  afterEach(() => research.close());

  const receiptOf = async (filters: object) => (await ana.search(filters)).receipt?.id ?? '';
  const revision = async (path: string) =>
    Revision.parse((await ana.call('GET', `${path}/revision`)).json());
  const ofReceipt = (id: string) => revision(`/api/receipts/${id}`);
  const load = async (...files: Promise<string>[]) => {
    const { status } = await research.installation.loadApproved(...(await Promise.all(files)));
    expect(status).toBe('COMPLETED');
  };

  test('is nothing while the release is the same', async () => {
    const period = { from: '202307', to: '202307' };
    const answer = {
      release: 1,
      isSynthetic: false,
      period,
      completeness: whole(1),
      figures: firstFigures,
    };
    expect(await ofReceipt(await receiptOf(seller))).toEqual({
      before: answer,
      now: answer,
      isChangeSuppressed: false,
      moves: [],
    });
  });

  test('late declarations, exclusions and a month published again, each by its files', async () => {
    const id = await receiptOf(seller);
    await load(late());
    // 1500, 1600, …, 2400.
    expect(await ofReceipt(id)).toMatchObject({
      before: { release: 1, figures: firstFigures },
      now: {
        release: 2,
        figures: { count: 10, average: 1950, p25: 1725, median: 1950, p75: 2175 },
      },
      moves: [
        {
          cause: 'fora_do_prazo',
          records: 5,
          files: [{ kind: 'FOR', month: '202308', name: 'CAGEDFOR202308.txt', records: 5 }],
        },
      ],
    });
    const second = await receiptOf(seller);
    await load(excluded());
    const taken = {
      cause: 'exclusoes',
      records: -2,
      files: [{ kind: 'EXC', month: '202309', name: 'CAGEDEXC202309.txt', records: null }],
    };
    // Two means and their counts would disclose the two records that left.
    const sinceSecond = await ofReceipt(second);
    expect(sinceSecond).toMatchObject({
      before: { figures: { count: 10, average: 1950 } },
      now: { figures: { count: 8, ...nothing } },
      isChangeSuppressed: true,
    });
    expect(sinceSecond.moves).toEqual([taken]);

    await research.publish([...first, '1950,00', '2500,00']);
    // 1700, 1800, 1900, 1950, 2000, 2100, …, 2500: the exclusions remove the same lines again.
    const { now, moves } = await ofReceipt(id);
    expect(now.figures).toEqual({
      count: 10,
      average: 2085,
      p25: 1912.5,
      median: 2050,
      p75: 2275,
    });
    const republished = { kind: 'MOV', month: '202307', name: 'CAGEDMOV202307.txt', records: 2 };
    expect(moves).toEqual([
      { cause: 'mes_republicado', records: 2, files: [republished] },
      expect.objectContaining({ cause: 'fora_do_prazo', records: 5 }),
      taken,
    ]);
  });

  test('the files of a cause are in the order of their months, the newer one of a republished month', async () => {
    const id = await receiptOf(seller);
    await load(late(alike(6), '202309'));
    const second = await receiptOf(seller);
    await load(late(alike(7)));
    await load(late(alike(11), '202309', 'again-CAGEDFOR202309.txt'));
    const august = { kind: 'FOR', month: '202308', name: 'CAGEDFOR202308.txt', records: 7 };
    const september = { kind: 'FOR', month: '202309', name: 'again-CAGEDFOR202309.txt' };
    expect(await ofReceipt(id)).toMatchObject({
      now: { figures: { count: 5 + 7 + 11 } },
      moves: [
        {
          cause: 'fora_do_prazo',
          records: 18,
          files: [august, { ...september, records: 11 }],
        },
      ],
    });
    expect(await ofReceipt(second)).toMatchObject({
      before: { figures: { count: 5 + 6 } },
      moves: [
        { cause: 'fora_do_prazo', records: 12, files: [august, { ...september, records: 5 }] },
      ],
    });

    await load(excluded(['1500,00'], '202310'));
    const third = await receiptOf(seller);
    await load(excluded(['1600,00']));
    await load(excluded(['1500,00', '1700,00', '1800,00'], '202310', 'again-CAGEDEXC202310.txt'));
    expect(await ofReceipt(third)).toMatchObject({
      before: { figures: { count: 22 } },
      now: { figures: { count: 19 } },
      moves: [
        {
          cause: 'exclusoes',
          records: -3,
          files: [
            { kind: 'EXC', month: '202309', name: 'CAGEDEXC202309.txt', records: null },
            { kind: 'EXC', month: '202310', name: 'again-CAGEDEXC202310.txt', records: null },
          ],
        },
      ],
    });
  });

  test('one late declaration does not show its salary by a moved quartile', async () => {
    // 1500, 1510, …, 1790: the median is 1645, and with 1648 between 1640 and 1650 it is 1648.
    await research.publish(Array.from({ length: 30 }, (_, at) => `${1500 + 10 * at},00`));
    const id = await receiptOf(seller);
    await load(late(['1648,00']));
    const moved = await ofReceipt(id);
    expect(moved).toMatchObject({
      before: { figures: { count: 30, average: 1645, median: 1645 } },
      now: { figures: { count: 31, ...nothing } },
      isChangeSuppressed: true,
    });
    // A salary that others have too moves no quartile of many equal ones.
    await research.publish(alike(40));
    const equal = await receiptOf({ ...seller, serie: 'declarada' });
    await research.publish([...alike(40), '2000,00']);
    expect(await ofReceipt(equal)).toMatchObject({
      now: { figures: { count: 41, average: null, p25: 2000, median: 2000, p75: 2000 } },
      isChangeSuppressed: true,
    });
  });

  test('a receipt keeps its months, and a saved search moves on with the last twelve', async () => {
    const id = await receiptOf(seller);
    const saved = await ana.call('POST', '/api/saved', { name: 'Vendas', filters: seller });
    const lines = Array.from({ length: 5 }, () => '3000,00').map((salary) => ({
      salary,
      month: '202308',
      declared_month: '202308',
    }));
    await load(officialFile('CAGEDMOV202308.txt', 'MOV', lines));
    expect(await ofReceipt(id)).toMatchObject({ now: { release: 2 }, moves: [] });
    // 1500, …, 1900, and 3000 five times.
    expect(await revision(`/api/saved/${saved.json().id}`)).toEqual({
      before: {
        release: 1,
        isSynthetic: false,
        period: { from: '202307', to: '202307' },
        completeness: whole(1),
        figures: firstFigures,
      },
      now: {
        release: 2,
        isSynthetic: false,
        period: { from: '202307', to: '202308' },
        completeness: whole(2),
        figures: { count: 10, average: 2350, p25: 1725, median: 2450, p75: 3000 },
      },
      isChangeSuppressed: false,
      moves: [{ cause: 'periodo', records: 5, files: [] }],
    });
    // The same period by name: the months were missing and now exist.
    const may = { month: '202405', declared_month: '202405' };
    // R$ 410.00 is below 0.3 minimum wages in 2024, and was not in 2023.
    const ofMay = [...lines, { salary: '410,00' }].map((line) => ({ ...line, ...may }));
    await load(officialFile('CAGEDMOV202405.txt', 'MOV', ofMay));
    const named = { ...seller, periodoInicio: '202307', periodoFim: '202405' };
    const older = await ana.search(named, { release: 1 });
    const files = [
      { month: '202308', records: 5 },
      { month: '202405', records: 5 },
    ];
    expect(await ofReceipt(older.receipt?.id ?? '')).toMatchObject({
      moves: [{ cause: 'mes_novo', records: 10, files }],
    });
  });

  test('of fewer than five records the counts alone', async () => {
    const id = await receiptOf({ ...seller, salarioMax: 1850 });
    await research.publish([...first, '1650,00']);
    expect(await ofReceipt(id)).toMatchObject({
      before: { figures: { count: 4, ...nothing } },
      now: { figures: { count: 5, median: 1650 } },
    });
  });

  test('a release that is no longer stored states its figures, and not what moved them', async () => {
    const id = await receiptOf(seller);
    const saved = await ana.call('POST', '/api/saved', { name: 'Vendas', filters: seller });
    const more = ['2000,00', '2100,00', '2200,00', '2300,00', '2400,00'];
    await research.publish([...first, ...more]);
    const { store } = research.installation;
    const change = { actor: { userId: null, address: null }, at: new Date() };
    await writeSetting(store.db, releaseRetention, { keepLast: 1, keepMonths: 0 }, change);
    await removeOldReleases(store, () => new Date());
    const now = { count: 10, average: 1950, p25: 1725, median: 1950, p75: 2175 };
    expect(await ofReceipt(id)).toMatchObject({
      before: { figures: firstFigures },
      now: { figures: now },
      moves: null,
    });
    expect(await revision(`/api/saved/${saved.json().id}`)).toMatchObject({
      before: { figures: { ...firstFigures, average: null, p25: null, p75: null } },
      now: { figures: now },
      moves: null,
    });
  });

  test('a saved search with few changes shows no quartiles beside its two medians', async () => {
    const saved = await ana.call('POST', '/api/saved', { name: 'Vendas', filters: seller });
    const id = await receiptOf(seller);
    // The third of 1500, …, 1900 is 1700; with 1740 the median is 1720: twice it less 1700 is the new record.
    await load(late(['1740,00']));
    const path = `/api/saved/${saved.json().id}`;
    expect((await ana.call('GET', `${path}/change`)).json()).toMatchObject({
      before: { count: 5, median: 1700 },
      now: { count: 6, median: 1720 },
    });
    expect(await revision(path)).toMatchObject({
      before: { figures: { count: 5, ...nothing, median: 1700 } },
      now: { figures: { count: 6, ...nothing, median: 1720 } },
      isChangeSuppressed: true,
    });
    // A receipt has its own figures on the same page, and no current median.
    expect(await ofReceipt(id)).toMatchObject({ before: { figures: firstFigures } });
  });

  test('a month without its main file is named as incomplete', async () => {
    const lines = first.map((salary) => ({ salary, month: '202308', declared_month: '202309' }));
    await load(
      officialFile(
        'CAGEDFOR202309.txt',
        'FOR',
        lines.map((line) => ({ ...line, late: '1' })),
      ),
    );
    const august = { ...seller, periodoInicio: '202308', periodoFim: '202308' };
    const id = await receiptOf(august);
    const saved = await ana.call('POST', '/api/saved', { name: 'Agosto', filters: august });
    const main = lines.map((line) => ({ ...line, declared_month: '202308' }));
    await load(officialFile('CAGEDMOV202308.txt', 'MOV', main));
    const states = {
      before: { completeness: { state: 'late_only', months: 1, withoutMov: ['202308'] } },
      now: { completeness: whole(1) },
    };
    expect(await ofReceipt(id)).toMatchObject(states);
    expect(await revision(`/api/saved/${saved.json().id}`)).toMatchObject(states);
  });

  test('of demonstration data is named as such', async () => {
    const id = await receiptOf(seller);
    const saved = await ana.call('POST', '/api/saved', { name: 'Vendas', filters: seller });
    const { db } = research.installation.store;
    // The contents of a release are cached by its time of publication.
    const synthetic = { is_synthetic: 1, published_at: '2023-08-30T12:00:00.000Z' };
    await db.updateTable('releases').set(synthetic).execute();
    await research.publish([...first, '1650,00']);
    const kinds = { before: { isSynthetic: true }, now: { isSynthetic: false } };
    expect(await ofReceipt(id)).toMatchObject(kinds);
    expect(await revision(`/api/saved/${saved.json().id}`)).toMatchObject(kinds);
  });

  test('a month that an earlier release does not have is withdrawn', async () => {
    const august = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00', '2000,00'];
    const lines = august.map((salary) => ({ salary, month: '202308', declared_month: '202308' }));
    await load(officialFile('CAGEDMOV202308.txt', 'MOV', lines));
    const both = { ...seller, periodoInicio: '202307', periodoFim: '202308' };
    const id = await receiptOf(both);
    const saved = await ana.call('POST', '/api/saved', { name: 'Vendas', filters: seller });
    const { store } = research.installation;
    const acts = { store, clock: () => new Date() };
    const actor = { userId: null, address: null };
    await restoreRelease(acts, actor, { number: 1, reason: 'engano' });
    const file = { kind: 'MOV', month: '202308', name: 'CAGEDMOV202308.txt' };
    expect(await ofReceipt(id)).toMatchObject({
      now: { figures: { count: 5 } },
      moves: [{ cause: 'mes_retirado', records: -6, files: [{ ...file, records: -6 }] }],
    });
    // The last twelve months end a month earlier again.
    expect(await revision(`/api/saved/${saved.json().id}`)).toMatchObject({
      before: { release: 2, period: { from: '202307', to: '202308' }, figures: { count: 11 } },
      now: { release: 1, period: { from: '202307', to: '202307' }, figures: { count: 5 } },
      moves: [{ cause: 'periodo', records: -6, files: [] }],
    });
  });

  test('is refused for what does not exist and for what others saved', async () => {
    const saved = await ana.call('POST', '/api/saved', { name: 'Vendas', filters: seller });
    const bia = await research.person('CLIENT');
    const path = `/api/saved/${saved.json().id}/revision`;
    expect((await bia.call('GET', path)).statusCode).toBe(404);
    expect((await ana.call('GET', '/api/receipts/x/revision')).json().code).toBe('unknown_receipt');
  });
});

const hired = (count: number, month: string, declared = month) =>
  Array.from({ length: count }, () => ({
    month,
    declared_month: declared,
    late: declared === month ? '0' : '1',
  }));

test('months by delay, with a band where three months were followed for so long', async () => {
  const installation = await newInstallation();
  const served = await serve(installation);
  const separation = { month: '202306', balance: '-1' };
  await installation.loadApproved(
    await officialFile('CAGEDMOV202306.txt', 'MOV', [...hired(4, '202306'), separation]),
    await officialFile('CAGEDMOV202307.txt', 'MOV', hired(5, '202307')),
    await officialFile('CAGEDMOV202308.txt', 'MOV', hired(10, '202308')),
    await officialFile('CAGEDFOR202307.txt', 'FOR', hired(1, '202306', '202307')),
    await officialFile('CAGEDFOR202308.txt', 'FOR', [
      ...hired(1, '202306', '202308'),
      ...hired(1, '202307', '202308'),
    ]),
    await officialFile('CAGEDFOR202309.txt', 'FOR', hired(1, '202308', '202309')),
    // Nothing is followed to October, whose exclusions are missing.
    await officialFile('CAGEDFOR202310.txt', 'FOR', hired(1, '202308', '202310')),
    await officialFile('CAGEDEXC202307.txt', 'EXC', [{ ...separation, exclusion_month: '202307' }]),
    await officialFile('CAGEDEXC202308.txt', 'EXC', [
      { ...hired(1, '202306')[0], exclusion_month: '202308' },
    ]),
    await officialFile('CAGEDEXC202309.txt', 'EXC', [
      { ...hired(1, '202308')[0], exclusion_month: '202309' },
    ]),
  );
  const answer = await served.call('VIEWER', { url: '/api/integrity/revisions' });
  expect(MonthRevisions.parse(answer.json())).toEqual({
    release: 1,
    isSynthetic: false,
    months: [
      // One late declaration and one exclusion.
      { month: '202308', declared: 10, admissions: [10], expected: null },
      { month: '202307', declared: 5, admissions: [6, 6], expected: null },
      { month: '202306', declared: 4, admissions: [5, 5, 5], expected: null },
    ],
    bands: [
      { delay: 1, months: 3, lowest: 0, median: 0.2, highest: 0.25 },
      { delay: 2, months: 2, lowest: null, median: null, highest: null },
      { delay: 3, months: 1, lowest: null, median: null, highest: null },
    ],
  });
  await served.close();
  await installation.close();
});
