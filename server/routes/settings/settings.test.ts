import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountsOver, type Accounts, type Person } from '../../../tests/support/accounts.ts';
import { sendSlowly } from '../../../tests/support/send-slowly.ts';
import { multipart } from '../../../tests/support/served.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { SettingsSummary, type MinimumWageTable } from '../../../shared/contracts/settings.ts';
import { refreshImportedReferences } from '../../reference/imported-references.ts';
import { useImportedInpc } from '../../reference/inpc.ts';
import { minimumWageCentavos, useImportedMinimumWages } from '../../reference/minimum-wage.ts';
import { matchingCodes } from '../../reference/occupation-search.ts';
import { occupationTitle, occupationsWith, useOccupations } from '../../reference/occupations.ts';

const file = (name: string, value: Buffer) => ({ name, value, filename: `${name}.csv` });
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const occupations = latin1(
  'CODIGO;TITULO\r\n521110;Vendedor de loja\r\n10205;Oficial da aeronáutica\r\n999105;Ocupação nova\r\n',
);
const synonyms = latin1('CODIGO;TITULO\r\n521110;Balconista de armarinho\r\n021110;Brigada\r\n');

/** The lines of a file with this many names of one occupation. */
const manyNames = (count: number) =>
  Array.from({ length: count }, (_, number) => `521110;Nome ${number}`).join('\n');

const figure = (name: string, percent: number | null) => ({ month: name, percent, source: 'IBGE' });

describe.each(testedStores())('settings, with the store in $dialect', ({ open }) => {
  let accounts: Accounts;
  let chief: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    chief = await accounts.person('ADMIN');
  });
  afterEach(async () => {
    await accounts.app.close();
    useOccupations(occupationsWith([], []));
    useImportedMinimumWages([]);
    useImportedInpc([]);
  });

  const importCbo = (files?: Parameters<typeof multipart>[0]) =>
    accounts.call(chief, {
      method: 'POST',
      url: '/api/admin/import-cbo',
      ...(files && multipart(files)),
    });
  const summary = async () =>
    SettingsSummary.parse((await accounts.call(chief, { url: '/api/admin/settings' })).json());
  const put = (table: string, payload: object) =>
    accounts.call(chief, { method: 'PUT', url: `/api/admin/${table}`, payload });

  const post = (url: string, payload: object) =>
    accounts.call(chief, { method: 'POST', url, payload });

  test('the CBO comes from the built-in table without a file', async () => {
    for (const answer of [await importCbo(), await post('/api/admin/import-cbo', {})]) {
      expect(answer.json()).toEqual({
        message: 'CBO importada: 2.694\u00a0ocupações e 7.750\u00a0sinônimos.',
      });
    }
    const { reference } = await summary();
    expect(reference.occupations).toEqual({
      count: 2694,
      importedAt: '2026-08-01T12:00:00.000Z',
      source: 'CBO 2002 (MTE)',
    });
    expect(reference.synonyms.source).toMatch(/^CBO 2002 \(MTE\), arquivos de \d\d\/\d\d\/\d{4}$/);
  });

  test('a malformed form and a title with invisible characters are refused as the sender’s mistake', async () => {
    const broken = await accounts.call(chief, {
      method: 'POST',
      url: '/api/admin/import-cbo',
      headers: { 'content-type': 'multipart/form-data; boundary=XBX' },
      payload: '--XBX\r\nabc',
    });
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'broken_form']);
    const unseen = await importCbo([
      file('occupations', Buffer.from('CODIGO;TITULO\r\n010105;a\0b\r\n')),
    ]);
    expect([unseen.statusCode, unseen.json().field]).toEqual([400, 'occupations']);
  });

  test('a file that arrives slowly changes nothing for a sender who is no administrator any more', async () => {
    const { payload, headers } = multipart([file('occupations', occupations)]);
    const change = accounts.store.db.updateTable('users').set({ role: 'CLIENT' });
    const refused = await sendSlowly(
      payload,
      () => change.where('id', '=', chief.id).execute(),
      (slow) =>
        accounts.call(chief, {
          method: 'POST',
          url: '/api/admin/import-cbo',
          headers,
          payload: slow,
        }),
    );
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    expect(occupationTitle('999105')).toBeUndefined();
  });

  test('titles and synonyms of official files are in force at once', async () => {
    expect(matchingCodes('balconista armarinho')).not.toContain('521110');
    const answer = await importCbo([file('occupations', occupations), file('synonyms', synonyms)]);
    expect(answer.json()).toEqual({
      message: 'CBO importada: 3\u00a0ocupações e 2\u00a0sinônimos.',
    });
    expect((await summary()).reference.occupations.count).toBe(2695);
    expect(occupationTitle('521110')).toBe('Vendedor de loja');
    expect(occupationTitle('999105')).toBe('Ocupação nova');
    expect(occupationTitle('010205')).toBe('Oficial da aeronáutica');
    expect((await summary()).reference).toMatchObject({
      occupations: { count: 2695 },
      synonyms: { count: 2, source: 'CBO 2002 (MTE), arquivo importado' },
    });
    expect(matchingCodes('balconista armarinho')).toEqual(['521110']);

    await importCbo();
    expect(occupationTitle('521110')).toBe('Vendedor de comércio varejista');
    expect(matchingCodes('balconista armarinho')).not.toContain('521110');
  });

  test('the file of synonyms replaces no title, and two files in a field are refused', async () => {
    const several = latin1('CODIGO;TITULO\r\n521110;Balconista\r\n521110;Lojista\r\n');
    const refused = await importCbo([file('occupations', several)]);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        code: 'invalid_file',
        field: 'occupations',
        message:
          'O código 521110 tem mais de um título. Se este é o arquivo de sinônimos, envie-o no campo de sinônimos.',
      },
    ]);
    expect(occupationTitle('521110')).toBe('Vendedor de comércio varejista');
    expect((await importCbo([file('synonyms', several)])).statusCode).toBe(200);

    const twice = await importCbo([file('synonyms', synonyms), file('synonyms', several)]);
    expect([twice.statusCode, twice.json().field]).toEqual([400, 'synonyms']);
  });

  test('one occupation is no occupations', async () => {
    const answer = await importCbo([
      file('occupations', latin1('CODIGO;TITULO\r\n521110;Vendedor\r\n')),
      file('synonyms', latin1('CODIGO;TITULO\r\n521110;Balconista\r\n')),
    ]);
    expect(answer.json().message).toBe('CBO importada: 1\u00a0ocupação e 1\u00a0sinônimo.');
  });

  test('synonyms of unknown occupations are counted and named as unused', async () => {
    const answer = await importCbo([
      file('synonyms', latin1('CODIGO;TITULO\r\n521110;Balconista\r\n999998;Nada\r\n')),
    ]);
    expect(answer.json().message).toBe(
      'CBO importada: 2\u00a0sinônimos (sem uso: 1, de códigos que a tabela de ocupações não tem).',
    );
    expect((await summary()).reference.synonyms.count).toBe(1);
  });

  test('another process takes up what was imported', async () => {
    await importCbo([file('synonyms', synonyms)]);
    useOccupations(occupationsWith([], []));
    expect(matchingCodes('balconista armarinho')).not.toContain('521110');
    accounts.pass(1000);
    await accounts.store.db
      .updateTable('reference_imports')
      .set({ revision: 77 })
      .where('name', '=', 'synonyms')
      .execute();
    await refreshImportedReferences(accounts.store.db);
    expect(matchingCodes('balconista armarinho')).toEqual(['521110']);
  });

  test.each([
    [
      file('occupations', latin1('A;B\n1;2\n')),
      'A primeira linha do arquivo deve ser CODIGO;TITULO.',
    ],
    [file('synonyms', latin1('CODIGO;TITULO\n')), 'O arquivo não tem nenhuma ocupação.'],
    [
      file('occupations', latin1('CODIGO;TITULO\n521110;A\n52;B\n')),
      'Linha 3: “52” não é um código CBO.',
    ],
    [
      // MTE's file of families.
      file('occupations', latin1('CODIGO;TITULO\r\n0101;Oficiais generais das forças armadas\r\n')),
      'Linha 2: “0101” não é um código CBO.',
    ],
    [
      file('occupations', latin1('CODIGO;TITULO\n521110;\n')),
      'Linha 2: o título está vazio, é longo demais ou tem caracteres inválidos.',
    ],
    [
      file('synonyms', latin1(`CODIGO;TITULO\n${manyNames(20_001)}`)),
      'O arquivo tem mais de 20.000 nomes, e a CBO tem menos. Confira se é o arquivo certo.',
    ],
    [file('outro', occupations), 'Este campo não é conhecido.'],
  ])('a wrong file is refused and changes nothing (%#)', async (part, message) => {
    const answer = await importCbo([part]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field: part.name, message });
    expect((await summary()).reference.occupations.importedAt).toBeNull();
  });

  test('a file that is too large is refused', async () => {
    const answer = await importCbo([file('occupations', Buffer.alloc(10 * 2 ** 20 + 1, 'a'))]);
    expect(answer.statusCode).toBe(413);
  });

  test('municipalities are counted', async () => {
    expect((await post('/api/admin/import-municipalities', {})).json()).toEqual({
      message: '5.571 municípios importados.',
    });
    const unknown = await post('/api/admin/import-municipalities', { all: true });
    expect([unknown.statusCode, unknown.json().field]).toEqual([400, 'all']);
    // No file is read, so none is ignored.
    const withFile = await accounts.call(chief, {
      method: 'POST',
      url: '/api/admin/import-municipalities',
      ...multipart([file('municipalities', Buffer.from('CODIGO;NOME\n1;A\n'))]),
    });
    expect([withFile.statusCode, withFile.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a newer minimum wage is in force at once, from its month on', async () => {
    const answer = await put('minimum-wage', {
      periods: [{ from: '202701', value: 1700.55, source: 'Decreto de teste' }],
    });
    const table: MinimumWageTable = answer.json();
    expect(table.slice(0, 2)).toEqual([
      { from: '202701', to: null, value: 1700.55, source: 'Decreto de teste', isBuiltIn: false },
      {
        from: '202601',
        to: '202612',
        value: 1621,
        source: 'Decreto 12.797/2025',
        isBuiltIn: true,
      },
    ]);
    expect(minimumWageCentavos('202612')).toBe(162_100);
    expect(minimumWageCentavos('202701')).toBe(170_055);
    const client = await accounts.person('CLIENT');
    const seen = await accounts.call(client, { url: '/api/reference/minimum-wage' });
    expect(seen.json()).toEqual(table);

    const removed = await put('minimum-wage', {
      periods: [{ from: '202701', value: null, source: 'engano' }],
    });
    expect(removed.json()[0]).toMatchObject({ from: '202601', to: null });
    expect(minimumWageCentavos('202701')).toBe(162_100);
  });

  test.each([
    ['minimum-wage', { periods: [] }, 'periods'],
    ['minimum-wage', { periods: [{ from: '202601', value: 1700, source: 'x' }] }, 'from'],
    ['minimum-wage', { periods: [{ from: '202713', value: 1700, source: 'x' }] }, 'from'],
    ['minimum-wage', { periods: [{ from: '202701', value: 1700.555, source: 'x' }] }, 'value'],
    ['minimum-wage', { periods: [{ from: '202701', value: '1700', source: 'x' }] }, 'value'],
    ['minimum-wage', { periods: [{ from: '202701', value: 1700, source: ' ' }] }, 'source'],
    ['inpc', { months: [{ month: '202606', percent: 0.1, source: 'IBGE' }] }, 'month'],
    ['inpc', { months: [{ month: '202608', percent: 0.1, source: 'IBGE' }] }, 'month'],
    ['inpc', { months: [{ month: '202607', percent: 99, source: 'IBGE' }] }, 'percent'],
  ])('%s refuses %o', async (table, payload, field) => {
    const answer = await put(table, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toBe(field);
  });

  test('the same import twice at the same time succeeds twice', async () => {
    const files = [file('occupations', occupations), file('synonyms', synonyms)];
    const periods = [{ from: '202701', value: 1700, source: 'Decreto de teste' }];
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([
        ...[1, 2].map(() => importCbo(files)),
        ...[1, 2].map(() => put('minimum-wage', { periods })),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    }
  });

  test('two imports of price indices at the same time leave no gap', async () => {
    expect((await put('inpc', { months: [figure('202607', 0.1)] })).statusCode).toBe(200);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([
        put('inpc', { months: [figure('202608', 0.2)] }),
        put('inpc', { months: [figure('202607', null)] }),
      ]);
      const rows = await accounts.store.db.selectFrom('imported_inpc').select('month').execute();
      const months = rows.map((row) => row.month).toSorted();
      expect([[], ['202607'], ['202607', '202608']]).toContainEqual(months);
      await put('inpc', { months: [figure('202607', 0.1), figure('202608', null)] });
    }
  });

  test('newer months of the INPC follow the known ones', async () => {
    const answer = await put('inpc', {
      months: [
        { month: '202608', percent: -0.1, source: 'IBGE' },
        { month: '202607', percent: 0.29, source: 'IBGE' },
      ],
    });
    expect(answer.json().slice(0, 3)).toMatchObject([
      { month: '202608', percent: -0.1, isBuiltIn: false },
      { month: '202607', percent: 0.29, isBuiltIn: false },
      { month: '202606', percent: 0.14, isBuiltIn: true },
    ]);
    const again = await put('inpc', {
      months: [{ month: '202607', percent: 0.3, source: 'IBGE, revisto' }],
    });
    expect(again.json()[1]).toMatchObject({ month: '202607', percent: 0.3 });

    const remove = (month: string) =>
      put('inpc', { months: [{ month, percent: null, source: 'engano' }] });
    const gap = await remove('202607');
    expect([gap.statusCode, gap.json().code]).toEqual([400, 'missing_month']);
    expect((await remove('202608')).json()[0]).toMatchObject({ month: '202607' });
  });
});
