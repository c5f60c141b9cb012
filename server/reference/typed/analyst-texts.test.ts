import { expect, test } from 'vitest';
import { readTypedQuery } from './read-typed-query.ts';

/** Texts of analysts whose whole meaning must be read, or listed as unread: a wrong filter is worse than none. */

const months = Array.from({ length: 30 }, (_, at) => {
  const month = 2023 * 12 + 9 + at;
  return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
});
const read = (text: string) => readTypedQuery(text, { months });

test.each([
  'não concluiu o ensino médio',
  'que não terminou o ensino fundamental',
  'sem concluir a faculdade',
  'sem o ensino médio completo',
  'não possui ensino superior',
  'largou a faculdade',
  'mais que ensino médio',
  'mínimo ensino médio',
  'ensino médio ou mais',
  'ensino médio no mínimo',
  'do fundamental ao médio',
  'fundamental/médio',
  'ensino médio completo ou incompleto',
  'nem homem',
  'excluídas as mulheres',
  'tirando São Paulo',
  'sem ser de São Paulo',
  'que não trabalha em SP',
  'sem contar aprendizes',
  'que não tenha pessoa com deficiência',
  'nunca abaixo de 2 mil',
  'não menos que R$ 2.000',
  'bairro Pinheiros',
  'Zona Sul',
  '2023 e 2025',
  'janeiro e março de 2025',
  'janeiro, fevereiro e março de 2025',
  '1º e 3º trimestre de 2025',
  '3k',
  '2 mil e 500',
  'até R$ 15 por hora',
  'R$ 1500 a 2000 por hora',
  'salário anual acima de 50 mil',
  'mais de R$ 100 por dia',
  'até 25 funcionários',
  'mais de 20 anos de casa',
  'tempo de casa 20 anos',
  'há 25 anos',
  'nascido em 2005',
  'pequena ou média empresa',
  'empresas até médio porte',
])('no part of "%s" is a filter or a job', (text) => {
  const { cargo, filtros, naoLidas } = read(`vendedor ${text}`);
  expect([cargo, filtros, naoLidas]).toEqual(['vendedor', {}, [text]]);
});

test.each([
  ['homem x mulher', ['homem', 'x mulher']],
  ['homem/mulher', ['homem', 'mulher']],
  ['ensino médio ou com faculdade', ['ou com faculdade', 'ensino médio']],
  ['2024 vs 2025', ['2024', 'vs 2025']],
  ['2023, 2024 e 2025', ['2024 e 2025', '2023']],
  ['março de 2025 x março de 2026', ['março de 2025', 'x março de 2026']],
])('neither side of "%s" is a filter', (text, unread) => {
  const { cargo, filtros, naoLidas } = read(`vendedor ${text}`);
  expect([cargo, filtros, naoLidas]).toEqual(['vendedor', {}, unread]);
});

test.each([
  ['com faculdade não concluída', { escolaridade: '6' }],
  ['ensino superior trancado', { escolaridade: '6' }],
  ['fazendo faculdade', { escolaridade: '6' }],
  ['terminando o ensino médio', { escolaridade: '4' }],
  ['cursando o 2º grau', { escolaridade: '4' }],
  ['ganhando menos que 2 mil', { salarioMax: 2000 }],
  ['até 3k', { salarioMax: 3000 }],
  ['entre 2,5k e 5k', { salarioMin: 2500, salarioMax: 5000 }],
  ['3-5k', { salarioMin: 3000, salarioMax: 5000 }],
  ['até 1 mil e 500 reais', { salarioMax: 1500 }],
  ['acima de 3 mil mensais', { salarioMin: 3000 }],
  ['R$ 1500 a 2024', { salarioMin: 1500, salarioMax: 2024 }],
  ['últimos 2 anos', { periodoInicio: '202404', periodoFim: '202603' }],
  ['nos últimos seis meses', { periodoInicio: '202510', periodoFim: '202603' }],
  ['em 202501', { periodoInicio: '202501', periodoFim: '202501' }],
  ['em 2025-01', { periodoInicio: '202501', periodoFim: '202501' }],
  ['de 202105 a 202110', { periodoInicio: '202105', periodoFim: '202110' }],
  ['até 202503', { periodoFim: '202503' }],
  ['jan/24 a mar/24', { periodoInicio: '202401', periodoFim: '202403' }],
  ['jan-mar/2025', { periodoInicio: '202501', periodoFim: '202503' }],
  ['entre 2023 e 2025', { periodoInicio: '202301', periodoFim: '202512' }],
  ['1º ao 3º trimestre de 2025', { periodoInicio: '202501', periodoFim: '202509' }],
  ['desde março de 2024 até 2 mil', { periodoInicio: '202403', salarioMax: 2000 }],
  ['em Brodósqui', { regiao: '3', uf: 'SP', municipios: ['350780'] }],
  ['em Açu', { regiao: '2', uf: 'RN', municipios: ['240020'] }],
  ['em Barão de Monte Alto', { regiao: '3', uf: 'MG', municipios: ['310550'] }],
  ['em Poá', { regiao: '3', uf: 'SP', municipios: ['353980'] }],
  ['Cel. Fabriciano', { regiao: '3', uf: 'MG', municipios: ['311940'] }],
  ['Nossa Sra do Socorro', { regiao: '2', uf: 'SE', municipios: ['280480'] }],
  ['Taboão', { regiao: '3', uf: 'SP', municipios: ['355280'] }],
  ['grande BH', { regiao: '3', uf: 'MG', regiaoIbge: '310001' }],
  ['na grande SP', { regiao: '3', uf: 'SP', regiaoIbge: '350001' }],
  ['região metropolitana do RJ', { regiao: '3', uf: 'RJ', regiaoIbge: '330001' }],
  ['rm de SP', { regiao: '3', uf: 'SP', regiaoIbge: '350001' }],
  ['cidade de SP', { regiao: '3', uf: 'SP', municipios: ['355030'] }],
  ['capital SP', { regiao: '3', uf: 'SP', municipios: ['355030'] }],
  ['na capital do Ceará', { regiao: '2', uf: 'CE', municipios: ['230440'] }],
  ['São Paulo (estado)', { regiao: '3', uf: 'SP' }],
  ['em Muquém de São Francisco', { regiao: '2', uf: 'BA', municipios: ['292225'] }],
])('"%s" is read', (text, filters) => {
  const { cargo, filtros, naoLidas } = read(`vendedor ${text}`);
  expect([cargo, filtros, naoLidas]).toEqual(['vendedor', filters, []]);
});

test('"capital" in a job is no city, and only a state named as its capital is the city', () => {
  expect(read('diretor de mercado de capital SP').filtros).toEqual({ regiao: '3', uf: 'SP' });
  expect(read('vendedor na cidade de Minas').filtros).toEqual({ regiao: '3', uf: 'MG' });
});

test.each([
  ['Santos', { regiao: '3', uf: 'SP', municipios: ['354850'] }],
  ['Palmas', { regiao: '1', uf: 'TO', municipios: ['172100'] }],
  ['Santa Maria', { regiao: '4', uf: 'RS', municipios: ['431690'] }],
  ['Distrito Federal', { regiao: '5', uf: 'DF' }],
])('"%s" alone is a place, although names of jobs have the word', (text, filters) => {
  expect(read(text)).toMatchObject({ cargo: '', filtros: filters });
});

test('a city that is a job is the job', () => {
  expect(['Pescador', 'Vigia', 'Mineiros'].map((text) => read(text).cargo)).toEqual([
    'Pescador',
    'Vigia',
    'Mineiros',
  ]);
});

test.each([
  ['vendedor de roupas femininas', undefined],
  ['operador de linha branca', undefined],
  ['intérprete de surdos', undefined],
  ['cuidador de pessoas com deficiência', undefined],
  ['auxiliar de classe para alunos com deficiência', undefined],
  ['auxiliar de produção para pessoas com deficiência', 'deficiencia'],
  ['gerente de loja branco', 'raca'],
  ['faxineira preta', 'raca'],
  ['vendedor pardo', 'raca'],
  ['pardos', 'raca'],
  // No value of the filter is both.
  ['negros e pardos', undefined],
  ['operadora de caixa feminina', 'genero'],
  ['contratação de deficientes', 'deficiencia'],
])('a quality is of the worker or of what the job is for: %s', (text, name) => {
  const { movimentacao: _m, ...filters } = read(text).filtros;
  expect(Object.keys(filters)).toEqual(name === undefined ? [] : [name]);
});

test.each([
  ['inspetor de ensaios não destrutivos em SP', 'inspetor de ensaios não destrutivos'],
  ['vendedor não fumante em SP', 'vendedor'],
  ['motorista sem experiência em SP', 'motorista sem experiência'],
  ['técnico em raio x em SP', 'técnico em raio x'],
])('a negation of another word excludes no place: %s', (text, job) => {
  const { cargo, filtros } = read(text);
  expect([cargo, filtros.uf]).toEqual([job, 'SP']);
});

test('a person of a place, or a part of a longer name, is not the town that is spelt like it', () => {
  for (const text of ['vendedora paulista', 'vendedora em Chapadão'])
    expect([text, read(text).filtros.municipios]).toEqual([text, undefined]);
  expect(read('vendedora em Paulista').filtros.uf).toBe('PE');
});

test('a limit beside a whole period is unread', () => {
  expect(read('vendedor nos últimos 6 meses ou desde 2024')).toMatchObject({
    filtros: { periodoInicio: '202510', periodoFim: '202603' },
    naoLidas: ['ou desde 2024'],
  });
});

test('six digits are a month after "em" and a code alone', () => {
  expect(read('engenheiro em 202105').filtros).toMatchObject({ periodoInicio: '202105' });
  expect([read('202105').cargo, read('202105').filtros]).toEqual(['202105', {}]);
});
