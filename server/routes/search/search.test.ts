import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SearchAnswer } from '../../../shared/contracts/search.ts';
import { unpackedLists } from '../../../tests/support/unpacked-lists.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;

// São Paulo: a shop assistant of 30 with secondary school, one of 56, a woman, one in Campinas; a doctor in Recife;
// five of each.
const lines = [
  { salary: '1500,00' },
  { salary: '1600,00', age: '56' },
  { salary: '1700,00', sex: '3', schooling: '9' },
  { salary: '1800,00', municipality: '350950' },
  { salary: '9000,00', cbo: '225125', uf: '26', region: '2', municipality: '261160', age: '55' },
  { salary: '2000,00', balance: '-1' },
].flatMap((line) => Array.from({ length: 5 }, () => line));

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  served = await serve(installation);
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const search = (filters: object, rest: object = {}) =>
  served.call('CLIENT', { method: 'POST', url: '/api/search', payload: { filters, ...rest } });
const answer = async (filters: object, rest: object = {}) =>
  SearchAnswer.parse((await search(filters, rest)).json());
const get = async (url: string) => (await served.call('CLIENT', { url })).json();
const salaries = async (filters: object) =>
  (await answer(filters)).distribution.centavos.map((centavos) => centavos / 100);

describe('POST /api/search', () => {
  test.each([
    [{}, [1500, 1600, 1700, 1800, 9000]],
    [{ cbo: '521110' }, [1500, 1600, 1700, 1800]],
    [{ cbo: 521110 }, [1500, 1600, 1700, 1800]],
    [{ cbo: '5211-10' }, [1500, 1600, 1700, 1800]],
    [{ searchQuery: 'comercio varejista vendedores' }, [1500, 1600, 1700, 1800]],
    [{ searchQuery: 'vendedro varejista' }, [1500, 1600, 1700, 1800]],
    [{ searchQuery: 'astronauta de marte' }, []],
    [{ regiao: 2 }, [9000]],
    [{ regiao: '3' }, [1500, 1600, 1700, 1800]],
    [{ uf: 'pe' }, [9000]],
    [{ municipios: ['350950'] }, [1800]],
    [{ municipios: ['3509502', 261160] }, [1800, 9000]],
    [{ uf: 'SP', municipios: ['sao paulo'] }, [1500, 1600, 1700]],
    [{ genero: 'F' }, [1700]],
    [{ escolaridade: '5' }, [1500, 1600, 1800, 9000]],
    [{ escolaridade: 7 }, [1700]],
    [{ faixaEtaria: '26-35' }, [1500, 1700, 1800]],
    [{ faixaEtaria: '46-55' }, [9000]],
    [{ faixaEtaria: '55+' }, [1600]],
    [{ salarioMin: 1600, salarioMax: '1700.00' }, [1600, 1700]],
    [{ movimentacao: 'desligamento' }, [2000]],
    [{ movimentacao: 'todas', cbo: '521110' }, [1500, 1600, 1700, 1800, 2000]],
    [{ periodoInicio: '202308' }, []],
    [
      { cbo: '', uf: null, municipios: [], salarioMax: null, genero: '' },
      [1500, 1600, 1700, 1800, 9000],
    ],
  ])('%j', async (filters, expected) => {
    expect(await salaries(filters)).toEqual(expected);
  });

  test('answers what it says, with the first records', async () => {
    const whole = await answer({}, { pageSize: 2 });
    expect(whole).toMatchObject({ totalCount: 25, page: 1, pageSize: 2 });
    expect(whole.results).toHaveLength(2);
    expect(whole.statistics).toMatchObject({
      count: 25,
      average: 3120,
      median: 1700,
      min: 1500,
      max: 9000,
      p10: 1500,
      p25: 1600,
      p75: 1800,
      p90: 9000,
      // The 8th and the 18th of 25.
      medianInterval: { lower: 1600, upper: 1800 },
    });
    expect(whole.method).toMatchObject({
      rule: 'mte',
      series: 'ajustada',
      movement: 'admissao',
      period: { from: '202307', to: '202307' },
      release: { number: 1, isSynthetic: false },
    });
    expect(whole.debug.version).toBe('test');
  });

  test('has the requested page of records', async () => {
    const { results } = await answer({}, { pageSize: 20 });
    const second = await answer({}, { page: 2, pageSize: 8 });
    expect(second).toMatchObject({ totalCount: 25, page: 2, pageSize: 8 });
    expect(second.results).toEqual(results.slice(8, 16));
    // A record of the whole history can be on the ten millionth page.
    for (const page of [5, 10_000_000])
      expect((await answer({}, { page, pageSize: 8 })).results).toEqual([]);
    expect((await search({}, { page: 0 })).json()).toMatchObject({ field: 'page' });
    const payload = { filters: {}, page: 2, pageSize: 8 };
    const viewer = await served.call('VIEWER', { method: 'POST', url: '/api/search', payload });
    expect(viewer.json()).toMatchObject({ totalCount: 25, page: 2, results: [] });
  });

  test('has the gender of a record as a letter and its age as a number', async () => {
    const { results } = await answer({ genero: 'F' }, { pageSize: 1 });
    expect(results).toMatchObject([{ salario: '1700.00', genero: 'F', sexo: '3', idade: 30 }]);
  });

  test('states which occupations a text matched, with their records', async () => {
    const { occupations, text } = await answer({ searchQuery: 'medico' });
    expect(occupations[0]).toMatchObject({ cbo: '225125', titulo: 'Médico clínico', count: 5 });
    expect(occupations.length).toBeGreaterThan(10);
    expect(text).toEqual({ leftOut: [], alike: [], areas: [] });
    const everything = await answer({});
    expect([everything.occupations, everything.text]).toEqual([[], null]);
  });

  test('counts what has most of the words of a text, and states the others', async () => {
    const { occupations, text } = await answer({ searchQuery: 'medico qwertyuiop' });
    expect(occupations[0]).toMatchObject({ cbo: '225125', count: 5 });
    expect(text?.leftOut).toEqual(['qwertyuiop']);
    const beside = await answer({ searchQuery: 'qwertyuiop', cbos: ['521110'] });
    expect(beside.occupations.map(({ cbo }) => cbo)).toEqual(['521110']);
    expect(beside.text?.leftOut).toEqual(['qwertyuiop']);
  });

  test('takes a code that comes as text', async () => {
    for (const searchQuery of ['521110', '5211-10']) {
      const { occupations, text } = await answer({ searchQuery });
      expect(occupations.map(({ cbo }) => cbo)).toEqual(['521110']);
      expect(text).toBeNull();
    }
  });

  test('counts nothing for a text of which no word is known, and states how to go on', async () => {
    const alike = await answer({ searchQuery: 'Diretortfinancirjo' });
    expect([alike.totalCount, alike.occupations]).toEqual([0, []]);
    expect(alike.text?.alike[0]).toMatchObject({ codigo: '123115', parecida: true });
    expect(alike.text?.areas[0]).toEqual({ codigo: '123', nome: 'Diretores de áreas de apoio' });
    const odd = await answer({ searchQuery: 'xyzw' });
    expect(odd.text?.areas.map(({ codigo }) => codigo).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, code) => String(code)),
    );
  });

  test('leaves out the occupations that are taken out of a text or a family', async () => {
    const codes = async (filters: object) =>
      (await answer(filters)).occupations.map(({ cbo }) => cbo);
    const all = await codes({ searchQuery: 'medico' });
    expect(await codes({ searchQuery: 'medico', semCbos: ['225170'] })).toEqual(
      all.filter((code) => code !== '225170'),
    );
    expect((await answer({ searchQuery: 'medico', semCbos: ['225125'] })).totalCount).toBe(0);
    // Occupations that the query names one by one are not excluded.
    expect(await codes({ cbo: '225125', semCbos: ['225125'], familiaCbo: '2251' })).toContain(
      '225125',
    );
    const family = await answer({ familiaCbo: '2251' });
    const less = await answer({ familiaCbo: '2251', semCbos: ['225125'] });
    expect(family.totalCount - less.totalCount).toBe(5);
    expect(less.occupations.map(({ cbo }) => cbo)).not.toContain('225125');
    const refused = await search({ semCbos: ['225125'] });
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'semCbos']);
  });

  test.each([
    [{ cbo: '12' }, 'cbo'],
    [{ uf: 'XX' }, 'uf'],
    [{ uf: 'São Paulo' }, 'uf'],
    [{ regiao: 6 }, 'regiao'],
    [{ municipios: ['Campinas'] }, 'municipios'],
    [{ municipios: ['Lugar Nenhum'], uf: 'SP' }, 'municipios'],
    [{ municipios: 'Campinas' }, 'municipios'],
    [{ genero: 'X' }, 'genero'],
    [{ escolaridade: '11' }, 'escolaridade'],
    [{ faixaEtaria: '18' }, 'faixaEtaria'],
    [{ salarioMin: 'mil' }, 'salarioMin'],
    [{ salarioMin: -1 }, 'salarioMin'],
    [{ salarioMin: true }, 'salarioMin'],
    [{ salarioMin: 1500.001 }, 'salarioMin'],
    [{ salarioMax: '1.518,00' }, 'salarioMax'],
    [{ cbo: ['521110'] }, 'cbo'],
    [{ regiao: ['3'] }, 'regiao'],
    [{ salarioMin: 10, salarioMax: 5 }, 'salarioMax'],
    [{ periodoInicio: '202313' }, 'periodoInicio'],
    [{ periodoInicio: '202307', periodoFim: '202306' }, 'periodoFim'],
    [{ metodo: 'x' }, 'metodo'],
    [{ serie: 'x' }, 'serie'],
    [{ movimentacao: 'x' }, 'movimentacao'],
    [{ cbos: ['12'] }, 'cbos'],
    [{ cbos: '521110' }, 'cbos'],
    [{ cbos: Array.from({ length: 21 }, (_, index) => String(521_100 + index)) }, 'cbos'],
    [{ familiaCbo: '52111' }, 'familiaCbo'],
    [{ porte: 'MEI' }, 'porte'],
    [{ secao: 'V' }, 'secao'],
    [{ cnaes: ['47113'] }, 'cnaes'],
    [{ cnaes: Array.from({ length: 21 }, (_, index) => String(4_711_300 + index)) }, 'cnaes'],
    [{ horas: '44' }, 'horas'],
    [{ contrato: 'pj' }, 'contrato'],
    [{ nivelEscolaridade: '5' }, 'nivelEscolaridade'],
    [{ raca: '9' }, 'raca'],
    [{ deficiencia: '7' }, 'deficiencia'],
    [{ senha: 'x' }, 'senha'],
  ])('refuses %j, naming %s', async (filters, field) => {
    const response = await search(filters);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_value', field });
  });

  test('is closed without a session', async () => {
    const request = { method: 'POST', url: '/api/search', payload: { filters: {} } } as const;
    const response = await served.call(null, request);
    expect(response.statusCode).toBe(401);
    expect(response.json().message).toBe('Você precisa fazer login primeiro.');
    expect((await served.call('VIEWER', request)).statusCode).toBe(200);
  });
});

describe('what filters are chosen from', () => {
  test('regions, states and municipalities', async () => {
    expect(await get('/api/reference/regions')).toHaveLength(5);
    expect(await get('/api/reference/states')).toHaveLength(27);
    expect(await get('/api/reference/states?region=4')).toHaveLength(3);
    expect(await get('/api/reference/municipalities?uf=DF')).toEqual([
      { codigo: '530010', nome: 'Brasília' },
    ]);
  });

  test('occupations by code and by title', async () => {
    expect(await get('/api/reference/cbo/5211-10')).toEqual({
      codigo: '521110',
      titulo: 'Vendedor de comércio varejista',
    });
    expect(await get('/api/reference/cbo/999999')).toMatchObject({ code: 'unknown_occupation' });
    const suggestions = await get('/api/reference/cbo-by-title?search=vendedor%20varej');
    expect(suggestions[0]).toEqual({ codigo: '521110', titulo: 'Vendedor de comércio varejista' });
  });

  test('occupations and filters by one text', async () => {
    const text = encodeURIComponent('vendedor varejista em Campinas, últimos 2 meses, xyz');
    const read = await get(`/api/reference/typed-question?search=${text}`);
    expect(read).toMatchObject({
      filtros: { uf: 'SP', municipios: ['350950'] },
      naoLidas: ['últimos 2 meses', 'xyz'],
    });
    expect(read.sugestoes[0]).toMatchObject({
      ocupacao: { codigo: '521110' },
      nota: 'Campinas (SP)',
    });
  });

  test('the published data', async () => {
    expect(await get('/api/release')).toMatchObject({
      number: 1,
      isSynthetic: false,
      months: ['202307'],
    });
  });
});

test('with a full disk a search is answered without a receipt, and says so', async () => {
  const { db } = installation.store;
  const pragma = async (name: string) =>
    Number(
      Object.values(
        (await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {},
      )[0],
    );
  const most = await pragma('max_page_count');
  const free = await pragma('freelist_count');
  await sql`create table ballast (filling blob)`.execute(db);
  await pragma(`max_page_count = ${await pragma('page_count')}`);
  const fill = () => sql`insert into ballast values (zeroblob(1024))`.execute(db);
  await expect(
    (async () => {
      for (let row = 0; row < 100 * (free + 100); row += 1) await fill();
    })(),
  ).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  let result: SearchAnswer | undefined;
  // The free space of the last pages may hold some more.
  for (let turn = 0; result?.receipt !== null && turn < 200; turn += 1) {
    result = await answer({ salarioMin: 1000 + turn });
  }
  expect(result?.receiptNote).toContain('sem espaço em disco');
  expect(result?.totalCount).toBe(25);
  await pragma(`max_page_count = ${most}`);
  await sql`drop table ballast`.execute(db);
  expect(await answer({ salarioMin: 900 })).toMatchObject({
    receipt: { path: expect.any(String) },
  });
});

const rank = async (filters: object, salario: number) => {
  const payload = { filters, salario };
  return served.call('VIEWER', { method: 'POST', url: '/api/search/rank', payload });
};

describe('the distribution, sent separately from the answer', () => {
  const path = '/api/search/distribution?cbo=521110';
  test('a search without it is the same response but for it', async () => {
    const { distribution, ...whole } = await answer({ cbo: '521110' });
    expect(distribution.counts).toEqual([5, 5, 5, 5]);
    const separate = await search({ cbo: '521110' }, { distribution: 'separate' });
    expect(separate.json()).toEqual(whole);
    expect(whole.histogram).toMatchObject({
      below: 0,
      above: 0,
      medianRank: { below: 10, upTo: 10 },
    });
    expect(whole.histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect((await search({}, { distribution: 'none' })).json()).toMatchObject({
      field: 'distribution',
    });
  });

  test('comes packed, from the search’s own computation, and has not to come twice', async () => {
    const before = served.answerService.figures.computed;
    await search({ cbo: '521110', uf: 'SP' }, { pageSize: 50, distribution: 'separate' });
    const first = await served.call('VIEWER', { url: `${path}&uf=SP` });
    expect(first.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, no-cache',
    });
    expect(unpackedLists(first.rawPayload)).toEqual({
      centavos: [150_000, 160_000, 170_000, 180_000],
      counts: [5, 5, 5, 5],
    });
    expect((await rank({ cbo: '521110', uf: 'SP' }, 1600)).json()).toEqual({
      rank: { below: 5, upTo: 10 },
    });
    expect(served.answerService.figures.computed).toBe(before + 1);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    const again = await served.call('VIEWER', { url: `${path}&uf=SP`, headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test.each([
    ['no records', { uf: 'AC' }],
    ['a race with fewer than 30', { raca: '1' }],
  ])('of %s is empty', async (_, filters) => {
    const { distribution, histogram } = await answer(filters);
    expect([distribution.centavos, histogram]).toEqual([[], null]);
    const query = new URLSearchParams(Object.entries(filters)).toString();
    const { rawPayload } = await served.call('CLIENT', {
      url: `/api/search/distribution?${query}`,
    });
    expect(unpackedLists(rawPayload)).toEqual({ centavos: [], counts: [] });
    expect((await rank(filters, 1600)).json()).toEqual({ rank: null });
  });

  test('refuses what a search refuses', async () => {
    const url = '/api/search/distribution?uf=SP&regiao=2';
    expect((await served.call('CLIENT', { url })).statusCode).toBe(400);
    expect((await rank({}, -1)).statusCode).toBe(400);
    expect((await served.call('CLIENT', { url: `${path}&release=99` })).statusCode).toBe(404);
  });
});
