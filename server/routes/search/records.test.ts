import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RecordsPage, recordSorts, type RecordSort } from '../../../shared/contracts/records.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;

const twin = { salary: '1500,00', municipality: '350950' };
// Three identical lines, one of which an exclusion removes, and one line of each other kind.
const lines = [
  twin,
  { salary: '9000,00', cbo: '225125', uf: '26', region: '2', municipality: '261160', age: '55' },
  twin,
  { salary: '1700,00', sex: '3', schooling: '9', race: '3', disability: '2', company_size: '99' },
  twin,
  { salary: '1600,00', age: '', hours: '', fixed_salary: '7,27', salary_unit: '1', section: 'C' },
  { salary: '2000,00', balance: '-1', part_time: '1', apprentice: '1' },
];
/** A main file without a counted record, so that the default period begins in June. */
const june = [{ month: '202306', declared_month: '202306', salary: ',00' }];
const late = [{ salary: '1800,00', cbo: '142140', subclass: '9999999', race: '9' }];

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(
    await officialFile('CAGEDMOV202306.txt', 'MOV', june),
    await officialFile('CAGEDMOV202307.txt', 'MOV', lines),
    await officialFile('CAGEDFOR202307.txt', 'FOR', late),
  );
  await installation.load(
    await officialFile('CAGEDEXC202308.txt', 'EXC', [
      { ...twin, month: '202307', exclusion_indicator: '0' },
    ]),
  );
  served = await serve(installation);
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const url = '/api/search/records';
const send = (payload: object) => served.call('CLIENT', { method: 'POST', url, payload });
async function records(rest: object = {}, filters: object = {}): Promise<PublishedRecord[]> {
  const answer = await send({ filters, ...rest });
  expect(answer.statusCode, answer.body).toBe(200);
  return RecordsPage.parse(answer.json()).records;
}
const salaries = (found: readonly PublishedRecord[]) => found.map(({ salario }) => Number(salario));
const everything = { movimentacao: 'todas' };
const history = async () => (await served.call('CLIENT', { url: '/api/history' })).json();
const csv = (query: string) => served.call('CLIENT', { url: `${url}.csv?${query}` });

/** The occupations of the exported records. */
async function codesOf(query: string): Promise<(string | undefined)[]> {
  const answer = await csv(`${query}&movimentacao=todas`);
  expect(answer.statusCode).toBe(200);
  const [header = [], ...rows] = rowsOf(answer.body);
  return rows.map((row) => row[header.indexOf('cbo')]);
}
const sensitiveReads = () =>
  installation.store.db
    .selectFrom('audit_log')
    .select(['outcome', 'subject_type', 'subject_id', 'details'])
    .where('action', '=', 'records.sensitive_read')
    .orderBy('at', 'desc')
    .execute();
const rowsOf = (text: string) =>
  text
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.slice(1, -1).split('";"'));

describe('POST /api/search/records', () => {
  test('has each record once: of three twins an exclusion leaves two, on pages of one', async () => {
    const pages = [];
    for (let page = 1; page <= 8; page++) {
      pages.push(...(await records({ page, pageSize: 1 }, everything)));
    }
    expect(salaries(pages).toSorted((a, b) => a - b)).toEqual([
      1500, 1500, 1600, 1700, 1800, 2000, 9000,
    ]);
    const declared = await records({}, { serie: 'declarada' });
    expect(salaries(declared).toSorted((a, b) => a - b)).toEqual([
      1500, 1500, 1500, 1600, 1700, 9000,
    ]);
  });

  test.each<[RecordSort, 'asc' | 'desc', number[]]>([
    ['salario', 'asc', [1500, 1500, 1600, 1700, 1800, 2000, 9000]],
    ['salario', 'desc', [9000, 2000, 1800, 1700, 1600, 1500, 1500]],
    // Gerente de facility management, Médico clínico, Vendedor de comércio varejista.
    ['ocupacao', 'asc', [1800, 9000, 1500, 1500, 2000, 1600, 1700]],
    // Campinas, Recife, São Paulo.
    ['municipio', 'asc', [1500, 1500, 9000, 2000, 1600, 1700, 1800]],
    // PE before SP.
    ['uf', 'asc', [9000, 1500, 1500, 2000, 1600, 1700, 1800]],
    ['movimentacao', 'desc', [2000, 9000, 1500, 1500, 1600, 1700, 1800]],
  ])('is ordered by %s %s, equals in the usual order', async (sort, direction, expected) => {
    const found = await records({ sort, direction }, everything);
    expect(salaries(found)).toEqual(expected);
  });

  test.each([
    ['idade', 1600],
    ['horas', 1600],
    ['raca', 1800],
    ['porte', 1700],
  ])('puts an unknown %s last in both directions', async (sort, unknown) => {
    for (const direction of ['asc', 'desc']) {
      const requested = { sort, direction, sensiveis: true };
      expect(salaries(await records(requested, everything)).at(-1)).toBe(unknown);
    }
  });

  // On a cluster, what can differ is how the shards' pages are merged: one sort of each type shows it.
  const sorts =
    process.env['TEST_CLUSTER_URLS'] === undefined
      ? keysOf(recordSorts)
      : (['competencia', 'ocupacao', 'salario', 'horas'] as const);
  test.each(sorts)('gives every record once, ordered by %s', async (sort) => {
    for (const direction of ['asc', 'desc']) {
      const found = [];
      for (let page = 1; page <= 3; page++) {
        const requested = { sort, direction, page, pageSize: 3, sensiveis: true };
        found.push(...(await records(requested, everything)));
      }
      const whole = await records({ sort, direction, sensiveis: true }, everything);
      expect(found).toEqual(whole);
      expect(whole).toHaveLength(7);
    }
  });

  test('states everything that the files publish, codes with their names', async () => {
    const all = await records({}, everything);
    const paid = (salary: string) => all.find(({ salario }) => salario === salary);
    const graduate = paid('1700.00');
    expect(graduate).toEqual({
      competencia: '202307',
      competencia_declarada: '202307',
      fora_do_prazo: 'Não',
      movimentacao: 'Admissão',
      tipo_movimentacao: '97',
      tipo_movimentacao_nome: 'Admissão de tipo ignorado',
      cbo: '521110',
      ocupacao: 'Vendedor de comércio varejista',
      categoria: '101',
      categoria_nome: 'Empregado, geral',
      contrato: 'Comum',
      municipio: '355030',
      municipio_nome: 'São Paulo',
      uf: 'SP',
      regiao: 'Sudeste',
      salario: '1700.00',
      valor_fixo: '1500.00',
      unidade_salario: '5',
      unidade_salario_nome: 'Mês',
      horas: '44',
      genero: 'F',
      sexo: '3',
      idade: 30,
      escolaridade: '7',
      escolaridade_nome: 'Superior Completo',
      porte: '',
      empregados: '99',
      empregados_nome: 'Ignorado',
      secao: 'G',
      secao_nome: 'Comércio, Reparação de Veículos Automotores e Motocicletas',
      cnae: '4781400',
      cnae_nome: 'Comércio varejista de artigos do vestuário e acessórios',
      tipo_empregador: '0',
      tipo_empregador_nome: 'CNPJ raiz',
      tipo_estabelecimento: '1',
      tipo_estabelecimento_nome: 'CNPJ',
      origem: '1',
      origem_nome: 'eSocial',
    });
    const left = paid('2000.00');
    expect(left?.contrato).toBe('Aprendiz, Tempo parcial');
    const hourly = paid('1600.00');
    expect(hourly).toMatchObject({
      valor_fixo: '7.27',
      unidade_salario: '1',
      unidade_salario_nome: 'Hora',
      horas: '',
      idade: null,
    });
  });

  test('states race and disability only on request, which the audit records once an hour', async () => {
    const filters = { salarioMin: 1500, salarioMax: 1800 };
    const before = (await sensitiveReads()).length;
    expect(JSON.stringify(await records({}, filters))).not.toMatch(/raca|deficiencia/);
    expect(await sensitiveReads()).toHaveLength(before);
    for (const page of [1, 2]) await records({ sensiveis: true, page, pageSize: 1 }, filters);
    const all = await records({ sensiveis: true }, filters);
    const graduate = all.find(({ salario }) => salario === '1700.00');
    expect(graduate).toMatchObject({
      raca: '3',
      raca_nome: 'Parda',
      deficiencia_nome: 'Auditiva',
    });
    const [read, ...others] = await sensitiveReads();
    expect(others).toHaveLength(before);
    expect(read).toMatchObject({ outcome: 'success', subject_type: 'release', subject_id: '2' });
    expect(read?.details).toContain('1.800');
  });

  test('and the CSV are closed to VIEWER, whose answer carries the first records without the two', async () => {
    const payload = { filters: {} };
    const page = await served.call('VIEWER', { method: 'POST', url, payload });
    const file = await served.call('VIEWER', { url: `${url}.csv` });
    for (const answer of [page, file]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().message).toMatch(/^Seu papel permite ver os primeiros registros/);
    }
    const search = await served.call('VIEWER', { method: 'POST', url: '/api/search', payload });
    expect(search.json().results.length).toBeGreaterThan(0);
    expect(JSON.stringify(search.json().results)).not.toMatch(/raca|deficiencia/);
  });

  test.each([
    [{ sort: 'batch' }, 'sort'],
    [{ sort: 'raca' }, 'sort'],
    [{ sort: 'salary desc; drop table movements' }, 'sort'],
    [{ direction: 'up' }, 'direction'],
    [{ page: 0 }, 'page'],
    [{ page: 10_000_001 }, 'page'],
    [{ pageSize: 201 }, 'pageSize'],
    [{ filters: { uf: 'XX' } }, 'uf'],
    [{ offset: 3 }, 'offset'],
  ])('refuses %j, naming %s', async (rest, field) => {
    const answer = await send({ filters: {}, ...rest });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_value', field });
  });

  test('is empty beyond the last record, and is of the requested release', async () => {
    expect(await records({ page: 9 })).toEqual([]);
    // Release 1 precedes the exclusion.
    expect(await records({ release: 1 })).toHaveLength(7);
    expect(await records({})).toHaveLength(6);
    expect((await send({ filters: {}, release: 99 })).statusCode).toBe(404);
  });

  test('is closed without a session', async () => {
    const payload = { filters: {} };
    expect((await served.call(null, { method: 'POST', url, payload })).statusCode).toBe(401);
    expect((await served.call(null, { url: `${url}.csv` })).statusCode).toBe(401);
  });

  test('is no search of its own in the history', async () => {
    const before = await history();
    await records({ page: 2, pageSize: 1 });
    expect(await history()).toEqual(before);
  });
});

const exported = async () => {
  const rows = await installation.store.db
    .selectFrom('audit_log')
    .select(['details', 'subject_id'])
    .where('action', '=', 'records.exported')
    .orderBy('number')
    .execute();
  return rows.map(({ details, subject_id }) => [subject_id, JSON.parse(details)]);
};

describe('GET /api/search/records.csv', () => {
  test('exports that cannot be recorded in the audit are refused, and occupy no slot', async () => {
    const { db } = installation.store;
    await sql`create trigger no_acts before insert on audit_log
      begin select raise(abort, 'no room'); end`.execute(db);
    for (let turn = 0; turn < 3; turn += 1) expect((await csv('uf=SP')).statusCode).toBe(500);
    await sql`drop trigger no_acts`.execute(db);
    expect((await csv('uf=SP')).statusCode).toBe(200);
  });

  test('has every record of the query, as a Brazilian spreadsheet opens it', async () => {
    const answer = await csv(
      'cbo=521110&municipios=350950&municipios=355030&uf=SP&movimentacao=todas',
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="registros-521110-vendedor-de-comercio-varejista-campinas-sao-paulo-sp-jun-2023-a-jul-2023-versao-2.csv"',
    );
    expect(answer.body.startsWith('\uFEFF"competencia";"competencia_declarada"')).toBe(true);
    const [header = [], ...rows] = rowsOf(answer.body);
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    expect(column('salario')).toEqual(['1500,00', '1500,00', '2000,00', '1600,00', '1700,00']);
    expect(column('municipio_nome')).toEqual([
      'Campinas',
      'Campinas',
      'São Paulo',
      'São Paulo',
      'São Paulo',
    ]);
    expect(column('valor_fixo')).toContain('7,27');
    expect(column('horas')).toEqual(['44', '44', '44', '', '44']);
    expect(header).not.toContain('raca');
    expect(header).not.toContain('deficiencia_nome');
  });

  test('has race and disability on request', async () => {
    const [header = [], ...rows] = rowsOf(
      (await csv('cbo=521110&movimentacao=todas&sensiveis=sim')).body,
    );
    expect(rows.map((row) => row[header.indexOf('raca_nome')]).at(-1)).toBe('Parda');
    expect(rows.map((row) => row[header.indexOf('deficiencia')]).at(-1)).toBe('2');
  });

  test('one excluded occupation in the address is a list too', async () => {
    const all = await codesOf('familiaCbo=5211');
    expect(new Set(all)).toEqual(new Set(['521110']));
    expect(await codesOf('familiaCbo=5211&semCbos=521125')).toEqual(all);
    expect(await codesOf('familiaCbo=5211&semCbos=521110')).toEqual([]);
  });

  test('of fewer than five is refused with a sentence; one municipality is a list too', async () => {
    const answer = await csv('municipios=355030');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'too_few_records' });
    const page = await send({ filters: { municipios: ['355030'] }, pageSize: 1 });
    expect(page.json()).toMatchObject({ records: [], suppressed: 'poucos_registros' });
    const enough = await send({ filters: { uf: 'SP' }, pageSize: 1 });
    expect(enough.json().records).toHaveLength(1);
    expect(enough.json()).toMatchObject({ suppressed: null });
  });

  test('has only its header if there are no records', async () => {
    expect(rowsOf((await csv('salarioMin=50000')).body)).toHaveLength(1);
  });

  test('is in the audit, with the query and whether it had sensitive columns', async () => {
    const before = (await exported()).length;
    await csv('cbo=521110&movimentacao=todas');
    await csv('cbo=521110&movimentacao=todas&sensiveis=sim');
    const query = expect.stringContaining('521110');
    expect((await exported()).slice(before)).toEqual([
      ['2', { question: query, withSensitive: false }],
      ['2', { question: query, withSensitive: true }],
    ]);
  });

  test('of a typed text is in the audit without the text', async () => {
    await csv('searchQuery=vendedor+varejista+Zulmira&movimentacao=todas');
    const [, details] = (await exported()).at(-1) ?? [];
    expect(details).toEqual({
      question: expect.stringMatching(/^Texto digitado \(521110\) · /),
      withSensitive: false,
    });
    expect(JSON.stringify(details)).not.toContain('Zulmira');
  });

  test.each(['uf=XX', 'salarioMin=mil', 'sort=salario', 'release=x', 'sensiveis=1'])(
    'refuses %s as an answer, not as a broken file',
    async (query) => {
      const answer = await csv(query);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'invalid_value' });
    },
  );

  test('ends when the reader leaves, as often as readers do', async () => {
    const address = await served.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { cookie: await served.cookie('CLIENT') };
    // More readers than slots: each must release its own.
    for (let reader = 0; reader < 6; reader++) {
      await new Promise<void>((resolve) => {
        const call = request(`${address}${url}.csv`, { headers }, (response) => {
          response.once('data', () => {
            response.destroy();
            resolve();
          });
        });
        call.end();
      });
    }
    expect((await csv('uf=SP')).statusCode).toBe(200);
  });
});
