import { expect, test } from 'vitest';
import { monthsEnding } from '../../../shared/codes/months.ts';
import { readTypedQuery } from './read-typed-query.ts';

/** Texts as people say them: what is read, and what is named as unread. */

const months = monthsEnding('202607', 36);
const read = (text: string) => readTypedQuery(text, { months });
const codeOf = (text: string) => read(text).sugestoes[0]?.ocupacao?.codigo;

test.each([
  ['4110 e 4221', '4110', ['e 4221']],
  ['411010, 422105 e 5211-10 em SP', '411010', ['422105', 'e 5211-10']],
  ['cbo 4110 a 4221', '4110', ['4221']],
  ['4110 cbo 4221', '4110', ['4221']],
  ['4110 e 44 horas', '4110', []],
  ['CBO4110', '4110', []],
  ['521110,411010', '521110', ['411010']],
  ['5211–10', '521110', []],
  ['cbo5211-10 e CBO411010', '521110', ['e CBO411010']],
])('codes after the first are unread: %s', (text, cargo, unread) => {
  expect(read(text)).toMatchObject({ cargo, naoLidas: unread });
});

test.each([
  ['vendedor 411010', '411010', ['vendedor']],
  ['5211 10 remoto', '5211', ['10', 'remoto']],
  ['cbo 411010 júnior', '411010', ['junior']],
  ['521110 - Vendedor de comércio varejista', '521110', []],
  ['código 5211 vendedoras', '5211', []],
])('words beside a code are unread, except those of its names: %s', (text, cargo, unread) => {
  expect(read(text)).toMatchObject({ cargo, naoLidas: unread });
});

test('the class of an activity is no code of an occupation', () => {
  expect(read('vendedor cnae 4110')).toMatchObject({ cargo: 'vendedor', naoLidas: ['cnae 4110'] });
  expect(codeOf('vendedor divisão 47 da cnae em SP')).toBe('521110');
});

test.each([
  ['motorista que não seja de caminhão', 'motorista', ['que não seja de caminhão']],
  ['enfermeiro sem ser do trabalho em MG', 'enfermeiro', ['sem ser do trabalho']],
  ['professor menos universitário', 'professor', ['menos universitário']],
  ['técnico de enfermagem exceto auxiliar', 'técnico de enfermagem', ['exceto auxiliar']],
  ['mais ou menos vendedor', 'vendedor', ['mais', 'menos']],
  ['cobradora de transportes coletivos (exceto trem)', 'cobradora de transportes coletivos', []],
])('what a job excludes is unread, if its title does not: %s', (text, cargo, unread) => {
  expect(read(text)).toMatchObject({ cargo, naoLidas: unread });
});

test.each([
  ['quanto tira por mês um motoboy', '519110', ['tira', 'mes']],
  ['seria eletricista', '715615', ['seria']],
  ['pensei em contratar um jardineiro', '622010', ['pensei', 'contratar']],
  ['trabalho de porteiro', '517410', ['trabalho']],
  ['prefeitura de Recife gari', '514215', ['prefeitura']],
  ['minha empregada doméstica', '512105', ['minha']],
  ['residente médico', '225125', ['residente']],
  ['servente na construção', '717020', []],
  ['mecânico com curso técnico', '914405', ['curso', 'tecnico']],
  ['loja vendedor', '521110', []],
])('a word that begins no name is no job: %s', (text, code, unread) => {
  expect([codeOf(text), read(text).naoLidas]).toEqual([code, unread]);
});

test.each([
  ['tratorista usina', '641015', ['usina']],
  ['operário fazenda', '784205', ['fazenda']],
  ['engenheiro de segurança shopping', '214915', ['shopping']],
  ['mecânico de ar condicionado fábrica', '911205', ['fabrica']],
  ['prof educação infantil creche', '231105', ['creche']],
  ['farmacêutico drogaria', '223405', ['drogaria']],
  ['auxiliar de produção frigorífico', '784205', ['frigorifico']],
  ['enfermeiro em hospital particular', '223505', ['hospital', 'particular']],
  ['servente fábrica', '514320', ['fabrica']],
  ['operador de caixa supermercado', '421125', ['supermercado']],
])('a workplace is no job where another word is one: %s', (text, code, unread) => {
  expect([codeOf(text), read(text).naoLidas]).toEqual([code, unread]);
});

test('a text that is searched as it is typed counts the same job as its first suggestion', () => {
  expect(read('enfermeiro em hospital particular').cargo).toBe('enfermeiro');
  expect(read('seria eletricista').cargo).toBe('eletricista');
  expect(read('auxiliar de enfermagem de hospital').cargo).toBe(
    'auxiliar de enfermagem de hospital',
  );
});

test.each([
  ['sdr inside sales', '354125'],
  ['auxiliar de armazém usina', '414110'],
])('the end of a job is no town: %s', (text, code) => {
  expect([codeOf(text), read(text).filtros]).toEqual([code, {}]);
});

test.each([
  ['trabalhadores da construção no Ceará', { regiao: '2', uf: 'CE', secao: 'F' }, []],
  ['empregados de bancos', { secao: 'K' }, []],
  ['trabalhadores da cultura do fumo', {}, ['622620']],
  ['trabalhadores rurais', {}, ['621005']],
])('the workers of a sector are no occupation: %s', (text, filters, codes) => {
  const { filtros, sugestoes } = read(text);
  expect(filtros).toEqual(filters);
  expect(sugestoes.slice(0, 1).flatMap(({ ocupacao }) => ocupacao?.codigo ?? [])).toEqual(codes);
});

test('a job before "em" is no town of that name', () => {
  expect(read('pescador no Pantanal')).toMatchObject({ filtros: {}, naoLidas: ['pantanal'] });
  expect(read('engenheiro em Minas')).toMatchObject({ cargo: 'engenheiro', filtros: { uf: 'MG' } });
  expect(codeOf('engenheiro de minas')).toBe('214705');
  expect(read('pedreiro em Pescador MG').filtros.municipios).toEqual(['315000']);
});

test('a sector beside another occupation is one', () => {
  expect(read('servente na indústria').filtros).toEqual({ secao: 'C' });
  expect(read('engenheiro na construção civil').filtros).toEqual({ secao: 'F' });
});

const [sp, rj] = [
  { regiao: '3', uf: 'SP' },
  { regiao: '3', uf: 'RJ' },
];
test.each([
  ['Rio de Janeiro, Niterói', { ...rj, municipios: ['330455', '330330'] }, []],
  ['São Paulo/Osasco', { ...sp, municipios: ['355030', '353440'] }, []],
  ['Osasco, São Paulo', { ...sp, municipios: ['353440'] }, []],
  ['SP, Osasco', { ...sp, municipios: ['353440'] }, []],
  ['em Goiás, Anápolis', { regiao: '5', uf: 'GO', municipios: ['520110'] }, []],
  ['Anápolis e Goiás', { regiao: '5', uf: 'GO', municipios: ['520110'] }, []],
  ['em SP e RJ', sp, ['RJ']],
  ['de Curitiba em Joinville', { regiao: '4', uf: 'SC', municipios: ['420910'] }, ['curitiba']],
  ['BH e Recife', { regiao: '3', uf: 'MG', municipios: ['310620'] }, ['Recife']],
])('the places of "%s"', (text, filters, unread) => {
  expect(read(`vendedor ${text}`)).toMatchObject({ filtros: filters, naoLidas: unread });
});

test('a word of a job is no town while a sure place is elsewhere', () => {
  expect(read('instalador de painel solar em Montes Claros')).toMatchObject({
    filtros: { municipios: ['314330'] },
    naoLidas: [],
  });
});

test.each([
  ['nos últimos catorze meses', { periodoInicio: '202506', periodoFim: '202607' }, []],
  ['nos últimos vinte e quatro meses', { periodoInicio: '202408', periodoFim: '202607' }, []],
  ['desde o início de 2025', { periodoInicio: '202501' }, []],
  ['no fim de 2025', {}, ['no fim de 2025']],
  ['de catorze a dezesseis mil', { salarioMin: 14_000, salarioMax: 16_000 }, []],
  ['quarenta e quatro horas semanais', { horas: '40-44' }, []],
  ['duzentas e vinte horas', {}, ['duzentas e vinte horas']],
  ['até vinte horas', {}, ['até vinte horas']],
  ['plantonista 24h', {}, ['24h', 'plantonista']],
  ['até R$ 2.000/mês', { salarioMax: 2000 }, []],
  ['até R$ 20/hora', {}, ['até R$ 20/hora']],
  ['acima de 3.500,00', { salarioMin: 3500 }, []],
  ['de 1.600 a 1.900', { salarioMin: 1600, salarioMax: 1900 }, []],
  ['mais do que 2 mil', { salarioMin: 2000 }, []],
  ['>2000', {}, ['2000']],
  ['durante 2025', { periodoInicio: '202501', periodoFim: '202512' }, []],
  ['de 2025 para cá', { periodoInicio: '202501' }, []],
  ['de 2024 até hoje', { periodoInicio: '202401' }, []],
  ['de março pra cá', {}, ['de março pra cá']],
  ['escala 6 por 1', {}, ['escala 6 por 1']],
  ['24 horas', {}, ['24 horas']],
  ['24h semanais', { horas: '20-30' }, []],
  ['que pagam mais de 4 mil', { salarioMin: 4000 }, []],
])('numbers of "%s"', (text, filters, unread) => {
  const { filtros, naoLidas } = read(`vendedor ${text}`);
  expect([filtros, naoLidas]).toEqual([filters, unread]);
});

test.each([
  ['pedidos de demissão de enfermeiros', { movimentacao: 'desligamento' }, []],
  ['auxiliar administrativo cadeirante', { deficiencia: '1' }, []],
  ['analista de admissão e demissão', {}, ['de admissão', 'e demissão']],
])('the worker and the movement of "%s"', (text, filters, unread) => {
  const { filtros, naoLidas } = read(text);
  expect([filtros, naoLidas]).toEqual([filters, unread]);
});

test.each([
  ['vagas na área da saúde', { secao: 'Q' }, []],
  ['profissões da área de tecnologia', { secao: 'J' }, []],
  ['cuidador de cadeirante', {}, ['cadeirante']],
  ['recepcionista trinta a quarenta horas', {}, ['trinta a quarenta horas']],
])('a sector, clients and a range of hours are no job and no other filter: %s', (...expected) => {
  const [text] = expected;
  const { filtros, naoLidas } = read(text);
  expect([text, filtros, naoLidas]).toEqual(expected);
});

test('the hours of a shift leave the job before them', () => {
  expect(read('médico plantonista de 12 horas SP').cargo).toBe('médico plantonista');
  expect(codeOf('plantonista 24h')).toBe('225125');
});

test.each([
  'operadora de caixa em todos os meses',
  'operadora de caixa, todo o período',
  'operadora de caixa desde o início',
  'operadora de caixa no período todo',
  'operadora de caixa em todo o país, todos os meses',
])('the whole period is all months of the release: %s', (text) => {
  const filtros = { periodoInicio: months[0], periodoFim: months.at(-1) };
  expect(read(text)).toMatchObject({ cargo: 'operadora de caixa', filtros, naoLidas: [] });
});

test('all months of a year are that year', () => {
  const filtros = { periodoInicio: '202401', periodoFim: '202412' };
  for (const text of ['vendedor todos os meses de 2024', 'vendedor 2024, todos os meses'])
    expect(read(text)).toMatchObject({ cargo: 'vendedor', filtros, naoLidas: [] });
});

test.each(['vendedores no Recife jovens', 'moça do caixa no Recife jovens', 'vendedores idosos'])(
  'an age in words after the job is a word that the search leaves out: %s',
  (text) => {
    const [word = ''] = text.split(' ').slice(-1);
    expect(read(text).naoLidas).toEqual([word]);
    expect(read(text).sugestoes[0]?.ocupacao?.ignoradas).toEqual([word]);
  },
);
