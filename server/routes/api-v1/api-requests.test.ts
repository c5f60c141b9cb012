import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openResearch, type Research } from '../../../tests/support/research.ts';
import { ApiAnswer, ApiComparison, ApiProblem } from '../../../shared/contracts/api-v1.ts';
import { firstPageSize } from '../../../shared/contracts/search.ts';

/** Addresses, formats and headers of the API for programs. */

let research: Research;
let key: string;
beforeAll(async () => {
  research = await openResearch({});
  // By hand: 40 salaries from 1500 to 3450; the tenth percentile is 1500 + 0.1 * 39 * 50.
  await research.publish(Array.from({ length: 40 }, (_, index) => `${1500 + index * 50},00`));
  key = await research.apiKey();
});
afterAll(() => research.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  research.served.app.inject({
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const post = (path: string, payload: object) =>
  research.served.app.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload,
  });

test('an address answers what a body answers, from the same cache', async () => {
  const filtros = { cbos: ['521110', '521140'], uf: 'SP', salario_min: 1500.5 };
  const byBody = (await post('estatisticas', { filtros })).json();
  const { computed } = research.served.answerService.figures;
  for (const address of [
    'estatisticas?cbos=521110,521140&uf=SP&salario_min=1500.5',
    'estatisticas?cbos=521110&cbos=521140&uf=sp&salario_min=1500.50&versao=1',
  ])
    expect([address, (await get(address)).json()]).toEqual([address, byBody]);
  expect((await post('pesquisa', { filtros })).json()).toEqual(byBody);
  expect(research.served.answerService.figures.computed).toBe(computed);
  const lines = (await get('distribuicao?cbo=521110&formato=csv')).body.trimEnd().split('\r\n');
  expect(lines).toHaveLength(41);
});

test('a program gets what the search screen computed', async () => {
  const user = await research.person('CLIENT');
  await user.search({ cbo: '521110', uf: 'SP' }, { pageSize: firstPageSize });
  const { computed } = research.served.answerService.figures;
  const answer = await get('estatisticas?cbo=521110&uf=SP');
  expect(answer.json().registros).toBe(40);
  expect(research.served.answerService.figures.computed).toBe(computed);
});

test('the names of earlier versions are accepted, and the answer has the names in force', async () => {
  const old = await post('estatisticas', {
    filtros: { searchQuery: 'vendedor', salarioMax: 2000 },
  });
  const now = await get('estatisticas?busca=vendedor&salario_max=2000');
  expect(old.json()).toEqual(now.json());
  expect(ApiAnswer.parse(now.json()).metadados.filtros).toMatchObject({
    busca: 'vendedor',
    salario_max: 2000,
  });
  const both = await post('estatisticas', { filtros: { salarioMin: 1, salario_min: 2 } });
  expect([both.statusCode, both.json().campo]).toEqual([400, 'salario_min']);
});

test('a request with a wrong or unknown field is refused by its name', async () => {
  for (const [path, field] of [
    ['estatisticas?cbo=521110&estado=SP', 'estado'],
    ['estatisticas?cbo=521110&constructor=x', 'constructor'],
    ['estatisticas?salario_min=muito', 'salario_min'],
    ['estatisticas?formato=xml', 'formato'],
    ['estatisticas?decimal=dot', 'decimal'],
    ['distribuicao?periodo_inicio=2023', 'periodo_inicio'],
    ['estatisticas?versao=99', 'versao'],
    ['ocupacoes?nome=vendedor', 'nome'],
    ['versao?nome=x', 'nome'],
    ['filtros?nome=x', 'nome'],
    ['openapi.json?nome=x', 'nome'],
    ['recibos/x?nome=x', 'nome'],
    // An empty value, such as an unset variable of a script, never stands for all.
    ['estatisticas?cbo=', 'cbo'],
    ['estatisticas?cbo=521110&municipios=', 'municipios'],
    ['estatisticas?cbos=,', 'cbos'],
    ['estatisticas?cbos=521110,', 'cbos'],
    ['estatisticas?cbo=521110&__proto__=x', '__proto__'],
    ['entradas-e-saidas?cbo=521110&__proto__=x', '__proto__'],
    ['estatisticas?cbo=521110&municipios=%20', 'municipios'],
    ['entradas-e-saidas?cnaes=,', 'cnaes'],
    ['estatisticas?cbo=521110&salario_min=', 'salario_min'],
    ['entradas-e-saidas?cbo=521110&busca=', 'busca'],
    ['estatisticas?cbo=521110&formato=', 'formato'],
    ['estatisticas?cbo=521110&versao=', 'versao'],
    ['ocupacoes?busca=', 'busca'],
    ['municipios?uf=', 'uf'],
    ['lugares?busca=', 'busca'],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.statusCode, answer.json().campo]).toEqual([
      path,
      path.includes('versao=99') ? 404 : 400,
      field,
    ]);
  }
});

test('a body with an empty filter, and an address beside a body with an unknown field, are refused', async () => {
  const filtros = { cbo: '521110' };
  const selecoes = [filtros, { ...filtros, uf: '' }];
  for (const [path, payload, field] of [
    ['estatisticas', { filtros: { ...filtros, uf: '' } }, 'uf'],
    ['estatisticas', { filtros: { cbos: [] } }, 'cbos'],
    ['estatisticas', { filtros: { cbos: ['521110', ''] } }, 'cbos'],
    ['estatisticas', { filtros, versao: '' }, 'versao'],
    ['distribuicao', { filtros, versao: ' ' }, 'versao'],
    ['comparacao', { selecoes: [filtros, filtros], versao: '' }, 'versao'],
    ['comparacao', { selecoes }, 'uf'],
    ['comparacao?nome=x', { selecoes: [filtros, filtros] }, 'nome'],
    ['recibos/x/conferencia?nome=x', {}, 'nome'],
  ] as const) {
    const answer = await post(path, payload);
    expect([path, answer.statusCode, answer.json().campo]).toEqual([path, 400, field]);
  }
  expect((await post('estatisticas', { filtros: { ...filtros, uf: null } })).statusCode).toBe(200);
});

test('the metadata of a panel has the filters that the panel applies', async () => {
  const requested = 'cbo=521110&movimentacao=desligamento&salario_min=1&salario_max=2000';
  const common = { cbo: '521110', metodo: 'mte', serie: 'ajustada' };
  const { metadados: movements } = (await get(`entradas-e-saidas?${requested}`)).json();
  expect(movements.filtros).toEqual({ ...common, movimentacao: 'todas' });
  expect(movements.pergunta).toBe(
    '521110 - Vendedor de comércio varejista · Brasil · jul/2023 · Admissões e desligamentos · Regra do MTE · Série ajustada',
  );
  const { metadados: floors } = (await get(`pisos-e-concentracoes?${requested}`)).json();
  expect(floors.filtros).toEqual({
    ...common,
    movimentacao: 'desligamento',
    salario_min: 1,
    salario_max: 2000,
  });
});

test('CSV has P10, P90, period, version and receipt, with the chosen decimal mark', async () => {
  const answer = ApiAnswer.parse((await get('estatisticas?cbo=521110&uf=SP')).json());
  const { recibo } = answer.metadados;
  const brazilian = (await get('estatisticas?cbo=521110&uf=SP&formato=csv')).body;
  const [header, whole] = brazilian.replace('\uFEFF', '').split('\r\n');
  expect(brazilian.startsWith('\uFEFF"painel";')).toBe(true);
  expect(header?.replaceAll('"', '').split(';')).toEqual(
    'painel codigo nome registros parte media percentil_10 percentil_25 mediana percentil_75 percentil_90 omitido aviso periodo_de periodo_ate versao recibo'.split(
      ' ',
    ),
  );
  expect(whole?.replaceAll('"', '').split(';')).toEqual(
    `tudo tudo _ 40 1,0000 2475,00 1695,00 1987,50 2475,00 2962,50 3255,00 _ _ 202307 202307 1 ${recibo}`
      .split(' ')
      .map((cell, index) =>
        index === 2 ? 'Todos os registros da pergunta' : cell === '_' ? '' : cell,
      ),
  );
  const programs = (await get('estatisticas?cbo=521110&uf=SP&formato=csv&decimal=ponto')).body;
  expect(programs.split('\r\n')[1]).toContain('"40","1.0000","2475.00","1695.00","1987.50"');
});

test('the lists of months, occupations and municipalities are whole, in each format', async () => {
  expect((await get('meses?formato=csv')).body).toBe(
    '\uFEFF"mes";"arquivos";"muda_de";"muda_ate"\r\n"202307";"MOV";"";""\r\n',
  );
  const occupations = (await get('ocupacoes')).json();
  expect(occupations.length).toBeGreaterThan(2600);
  expect(occupations).toContainEqual({
    codigo: '521110',
    titulo: 'Vendedor de comércio varejista',
  });
  expect((await get('municipios')).json()).toHaveLength(5571);
  const csv = (await get('municipios?uf=ac&formato=csv&decimal=ponto')).body
    .trimEnd()
    .split('\r\n');
  expect(csv.slice(0, 2)).toEqual(['"codigo","nome","uf"', '"120001","Acrelândia","AC"']);
  expect(csv).toHaveLength(1 + 22);
});

test('the same answer is not sent twice', async () => {
  for (const path of ['estatisticas?cbo=521110', 'municipios?formato=csv', 'versao', 'filtros']) {
    const first = await get(path);
    const { etag } = first.headers;
    expect([path, first.headers['cache-control']]).toEqual([path, 'private, no-cache']);
    const again = await get(path, { 'if-none-match': `"other", ${etag}` });
    expect([path, again.statusCode, again.body, again.headers.etag]).toEqual([path, 304, '', etag]);
    expect((await get(path, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  }
  await research.publish(['1500,00', '1600,00', '1700,00', '1800,00', '1900,00']);
  const { etag } = (await get('estatisticas?cbo=521110&versao=1')).headers;
  const changed = await get('estatisticas?cbo=521110', { 'if-none-match': `${etag}` });
  expect(changed.statusCode).toBe(200);
  expect((await post('estatisticas', { filtros: {} })).headers.etag).toBeUndefined();
});

test('a comparison has one release, also if another is published while it is computed', async () => {
  const { answerService } = research.served;
  const answerOf = answerService.answer.bind(answerService);
  const publishing = vi.spyOn(answerService, 'answer').mockImplementationOnce(async (...args) => {
    const answer = await answerOf(...args);
    await research.publish(Array.from({ length: 7 }, () => '1800,00'));
    return answer;
  });
  const selecoes = [{ cbo: '521110' }, { cbo: '521110', uf: 'SP' }];
  const compared = ApiComparison.parse((await post('comparacao', { selecoes })).json());
  publishing.mockRestore();
  const [first, second] = compared.selecoes;
  expect(second?.metadados.versao).toEqual(first?.metadados.versao);
  expect(second?.estatisticas.registros).toBe(first?.estatisticas.registros);
});

const typeOf = async (accept: string, path = 'estatisticas?cbo=521110') => {
  const answer = await get(path, { accept });
  return [answer.statusCode, answer.headers['content-type']?.split(';')[0]];
};

test('the Accept header chooses the format, and the parameter before it', async () => {
  expect(await typeOf('text/csv')).toEqual([200, 'text/csv']);
  expect(await typeOf('text/html, */*;q=0.8')).toEqual([200, 'application/json']);
  expect(await typeOf('application/json;q=0.5, text/*')).toEqual([200, 'text/csv']);
  // A weight above 1 is invalid and refuses.
  expect(await typeOf('text/csv;q=5, application/json;q=0.1')).toEqual([200, 'application/json']);
  expect(await typeOf('application/xml', 'meses?formato=csv')).toEqual([200, 'text/csv']);
  for (const [accept, path] of [
    ['application/xml', 'estatisticas?cbo=521110'],
    ['application/json;q=0', 'versao'],
    ['text/csv', 'lugares?busca=rio'],
  ] as const) {
    const refused = await get(path, { accept });
    expect([path, refused.statusCode]).toEqual([path, 406]);
    expect(ApiProblem.parse(refused.json()).codigo).toBe('not_acceptable');
  }
});

test('a wrong method learns the right ones, and a caller without a key the scheme', async () => {
  const wrong = await get('comparacao');
  expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'POST']);
  expect(ApiProblem.parse(wrong.json()).codigo).toBe('wrong_method');
  const put = await research.served.app.inject({ method: 'PUT', url: '/api/v1/estatisticas' });
  expect([put.statusCode, put.headers['allow']]).toEqual([405, 'GET, POST']);
  expect((await get('nada')).statusCode).toBe(404);
  // The router takes no identifier of this length.
  expect((await get(`recibos/${'a'.repeat(300)}`)).statusCode).toBe(404);
  const closed = await get('versao', { authorization: 'Bearer caged_x' });
  expect([closed.statusCode, closed.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="API v1"',
  ]);
});
