import { expect, test } from 'vitest';
import { readTypedQuery } from './read-typed-query.ts';

/** Everyday words that no filter can express, and names that contain the words of a filter. */

const read = (text: string) => readTypedQuery(text, { months: ['202601', '202602', '202603'] });

test.each([
  ['vendedor até 2 salários', 'até 2 salários'],
  ['vendedor de 1 a 2 salários', 'de 1 a 2 salários'],
  ['vendedor 5 salários', '5 salários'],
  ['vendedor salário 2000', '2000'],
  ['vendedor 44 horas salário de 2010', '2010'],
  ['vendedor ganhando 2024', '2024'],
  ['vendedor 2000 por mês', '2000'],
  ['vendedor acima de 2000', '2000'],
  ['vendedor até 2000', '2000'],
  ['vendedor piso 2000', '2000'],
  ['médico R$ 5 mil', 'R$ 5 mil'],
  ['médico cerca de 5 mil reais', 'cerca de 5 mil reais'],
  ['vendedor de 18 a 25 ganhando 2 mil', '2 mil'],
  ['vendedor de janeiro a março', 'de janeiro a março'],
  ['vendedor em março', 'em março'],
  ['vendedor no interior paulista', 'no interior paulista'],
  ['vendedor na capital paulista', 'na capital paulista'],
  ['vendedor no triângulo mineiro', 'no triângulo mineiro'],
  ['vendedor no litoral norte', 'no litoral norte'],
  ['vendedor capital', 'capital'],
])('no filter is guessed for a pay, month or region that none can express: %s', (text, unread) => {
  const { filtros, naoLidas } = read(text);
  expect([
    filtros.periodoInicio,
    filtros.periodoFim,
    filtros.salarioMin,
    filtros.salarioMax,
    filtros.uf,
    filtros.regiao,
  ]).toEqual(Array(6).fill(undefined));
  expect(naoLidas).toContain(unread);
});

test.each([
  ['quantos pedreiros foram contratados em 2025', 'pedreiros', { movimentacao: 'admissao' }],
  ['quantas demissões de pedreiro em 2025', 'pedreiro', { movimentacao: 'desligamento' }],
  ['pedreiros demitidos sem justa causa em 2025', 'pedreiros', { movimentacao: 'desligamento' }],
  ['mediana de pedreiro em 2025', 'pedreiro', {}],
  ['pedreiro mediana em 2025', 'pedreiro', {}],
  ['maiores salários do Brasil em 2025', '', {}],
  ['salários mais altos em 2025', '', {}],
])('a word of a query is neither place nor job: %s', (text, cargo, filtros) => {
  const period = { periodoInicio: '202501', periodoFim: '202512' };
  expect(read(text)).toMatchObject({ cargo, filtros: { ...filtros, ...period } });
  expect(Object.keys(read(text).filtros)).not.toContain('uf');
});

test('a working scheme is no word of a job', () => {
  for (const scheme of ['220 horas', 'escala 5x2', '6x1', 'terceirizado'])
    expect([scheme, read(`auxiliar ${scheme}`).sugestoes[0]?.ocupacao?.codigo]).toEqual([
      scheme,
      read('auxiliar').sugestoes[0]?.ocupacao?.codigo,
    ]);
});

test.each([
  ['Jacaré dos Homens AL', '270340'],
  ['Lauro Müller', '420960'],
  ['Americano do Brasil', '520085'],
  ['Cidade Ocidental GO', '520549'],
  ['Cidade Gaúcha', '410560'],
])('a word of a place sets no filter: %s', (place, code) => {
  const { cargo, filtros, naoLidas } = read(`vendedor em ${place}`);
  expect([cargo, filtros.municipios, filtros.genero, naoLidas]).toEqual([
    'vendedor',
    [code],
    undefined,
    [],
  ]);
});

test.each([
  ['costureira para fábrica de roupas', 'costureira para fábrica de roupas', undefined],
  ['salário para pedreiro', 'pedreiro', undefined],
  ['motorista para entregas em SP', 'motorista para entregas', 'SP'],
  ['vendedor para', 'vendedor', 'PA'],
  ['vendedor no para', 'vendedor', 'PA'],
  ['vendedor Pará mulher', 'vendedor', 'PA'],
])('"para" before a word of the job is no state: %s', (text, cargo, uf) => {
  expect([read(text).cargo, read(text).filtros.uf]).toEqual([cargo, uf]);
});

test.each([
  ['Professor de física (ensino superior)', '234205'],
  ['Pedreiro (mineração)', '715225'],
  ['economista do setor público', '251225'],
  ['Médico de mulheres', '225250'],
  ['Florista (comércio varejista)', '141410'],
])('an official name is the occupation alone: %s', (text, code) => {
  const { filtros, sugestoes } = read(text);
  expect([filtros, sugestoes[0]?.ocupacao?.codigo]).toEqual([{}, code]);
});

test('the whole country is no word of a job', () => {
  expect(read('salário médio do Brasil')).toMatchObject({ cargo: '', sugestoes: [] });
  expect(read('vendedor em todo o Brasil')).toMatchObject({ cargo: 'vendedor', naoLidas: [] });
  expect(read('vendedor no Rio de Janeiro').filtros).toMatchObject({ uf: 'RJ' });
  expect(read('vendedor em Marco CE').filtros).toMatchObject({ municipios: ['230780'] });
  expect(read('vendedor em março de 2025').filtros).toEqual({
    periodoInicio: '202503',
    periodoFim: '202503',
  });
});

test.each([
  ['jovem aprendiz', { contrato: 'aprendiz' }],
  ['menor aprendiz', { contrato: 'aprendiz' }],
  ['aprendiz administrativo', { contrato: 'aprendiz' }],
  ['pedreiro em Marco, Ceará', { regiao: '2', uf: 'CE', municipios: ['230780'] }],
  ['pedreiro em Marco (CE)', { regiao: '2', uf: 'CE', municipios: ['230780'] }],
  ['pedreiro em Marco - CE', { regiao: '2', uf: 'CE', municipios: ['230780'] }],
  ['pedreiro no Brasil Novo', { regiao: '1', uf: 'PA', municipios: ['150172'] }],
  ['auxiliar acima de 50 reais', { salarioMin: 50 }],
  ['auxiliar até R$ 90', { salarioMax: 90 }],
  ['auxiliar acima de 3000', { salarioMin: 3000 }],
  ['auxiliar até 1800', { salarioMax: 1800 }],
  ['auxiliar de 2000 a 4000', { salarioMin: 2000, salarioMax: 4000 }],
  ['auxiliar desde 2024 até 15000', { periodoInicio: '202401', salarioMax: 15_000 }],
])('the words of a filter, of a town and of a small pay: %s', (text, filters) => {
  expect(read(text).filtros).toEqual(filters);
});

test('a bound of hours that no filter has leaves no word to the job', () => {
  expect(read('motorista acima de 100 horas').cargo).toBe('motorista');
});
