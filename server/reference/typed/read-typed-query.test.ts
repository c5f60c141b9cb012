import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTypedTitles } from '../../../bench/titles/typed-titles.ts';
import { timesKnownWork } from '../../../tests/support/processor-time.ts';
import { readTypedQuery } from './read-typed-query.ts';

const months = ['202601', '202602', '202603'];
const read = (text: string) => readTypedQuery(text, { months });
const offered = (text: string) =>
  read(text).sugestoes.map(({ ocupacao, nota }) => `${ocupacao?.codigo ?? 'todas'}: ${nota}`);

// `read-typed-query.slow.test.ts` reads the other files.
test('labelled texts are read as they are meant', () => {
  const file = new URL('../../../bench/titles/typed-held-out.txt', import.meta.url);
  const { requested, missed } = readTypedTitles(readFileSync(file, 'utf8'));
  expect(requested).toBeGreaterThanOrEqual(340);
  expect(missed.length / requested, missed.join('\n')).toBeLessThanOrEqual(0.02);
});

test('each part is named, with the text without it, and so are the words that say nothing', () => {
  expect(read('vendedor em Campinas, mulher, ensino médio, xyz')).toMatchObject({
    cargo: 'vendedor xyz',
    partes: [
      { texto: 'Campinas (SP)', sem: 'vendedor, mulher, ensino médio, xyz' },
      { texto: 'mulheres', sem: 'vendedor em Campinas, ensino médio, xyz' },
      { texto: 'ensino médio completo', sem: 'vendedor em Campinas, mulher, xyz' },
    ],
    naoLidas: ['xyz'],
  });
  expect(read('vendedor júnior, 20 a 30 anos').naoLidas).toEqual(['20 a 30 anos', 'junior']);
  expect(read('vendedor em Campinas e Recife').naoLidas).toEqual(['Recife']);
  expect(read('vendedor')).toMatchObject({ cargo: 'vendedor', partes: [], naoLidas: [] });
});

test.each([
  ['mais de 53 anos', '55+'],
  ['acima de 55', '55+'],
  ['a partir de 54 anos', '55+'],
  ['mais de 58 anos', undefined],
  ['mais de 52 anos', undefined],
  ['menos de 25 anos', '18-25'],
])('%s is the band %s: its first age is at most two years away', (text, faixaEtaria) => {
  expect(read(`vendedor ${text}`).filtros).toEqual(
    faixaEtaria === undefined ? {} : { faixaEtaria },
  );
});

test.each([
  ['Santana do Livramento', 'RS', '431710'],
  ['Parati', 'RJ', '330380'],
])('the usual spelling %s is the city, not another of a similar name', (city, uf, code) => {
  expect(read(`vendedor em ${city}`).filtros).toMatchObject({ uf, municipios: [code] });
});

test.each([
  ['com superior incompleto', '6'],
  ['com faculdade incompleta', '6'],
  ['curso superior em andamento', '6'],
  ['cursando o ensino superior', '6'],
  ['graduando', '6'],
  ['com superior completo', '7'],
  ['com pós-graduação', '8'],
  ['ensino médio em andamento', '4'],
  ['cursando o ensino médio', '4'],
  ['nível médio incompleto', '4'],
  ['cursando ensino fundamental', '2'],
])('%s is the schooling %s, completed or not as the text says', (text, escolaridade) => {
  expect(read(`vendedor ${text}`)).toMatchObject({
    cargo: 'vendedor',
    filtros: { escolaridade },
    naoLidas: [],
  });
});

test.each([
  'menores de 18 anos',
  'maior que 50 anos',
  'menor que 30 anos',
  'superior a 40 anos',
  'abaixo dos 30 anos',
  'depois dos 40 anos',
  'superior a 30 horas',
  'menor que 40 horas',
  '40 horas ou mais',
  'mestrado incompleto',
  'mestrando',
  'cursando doutorado',
  'pós-graduação incompleta',
  'até ensino médio',
  'pelo menos ensino médio',
  'no mínimo o ensino médio completo',
  'até nível superior',
  'acima do ensino médio',
  'até mestrado',
  'até superior incompleto',
  'a partir do ensino fundamental',
])('%s is no filter: none has these limits', (text) => {
  expect(read(`vendedor ${text}`)).toMatchObject({
    cargo: 'vendedor',
    filtros: {},
    naoLidas: [text],
  });
});

test('twenty hours or less is a band', () => {
  expect(read('vendedor 20 horas ou menos')).toMatchObject({
    filtros: { horas: 'ate-20' },
    naoLidas: [],
  });
});

test('a number of minimum wages is no amount in reais, and an amount after "salário até" is no year', () => {
  for (const [text, unread] of [
    ['até 2 salários mínimos', 'até 2 salários mínimos'],
    ['padeiro ganhando de 1,5 a 3 salários mínimos', 'ganhando de 1,5 a 3 salários mínimos'],
    ['padeiro, mais de dois SM', 'mais de dois SM'],
    ['padeiro no salário mínimo', 'no salário mínimo'],
  ] as const)
    expect(read(text)).toMatchObject({ filtros: {}, naoLidas: [unread] });
  expect(read('padeiro salário mínimo de R$ 2.000').filtros).toEqual({ salarioMin: 2000 });
  expect(read('padeiro salário até 2000').filtros).toEqual({ salarioMax: 2000 });
  expect(read('salário de padeiro em 2024').filtros).toEqual({
    periodoInicio: '202401',
    periodoFim: '202412',
  });
});

test.each([
  ['vendedor até março de 2024', { periodoFim: '202403' }],
  ['vendedor até 2024', { periodoFim: '202412' }],
  ['vendedor até o fim do ano de 2024', { periodoFim: '202412' }],
  ['vendedor até o 1º semestre de 2024', { periodoFim: '202406' }],
  ['vendedor salário até março de 2024', { periodoFim: '202403' }],
  ['vendedor a partir do ano de 2024', { periodoInicio: '202401' }],
  ['vendedor desde 2023 até março de 2024', { periodoInicio: '202301', periodoFim: '202403' }],
  ['vendedor 40 a 44 horas', { horas: '40-44' }],
  ['vendedor até 2 mil', { salarioMax: 2000 }],
  ['vendedor superior a 2 mil', { salarioMin: 2000 }],
  ['vendedor salário inferior a 2000', { salarioMax: 2000 }],
  ['vendedor pelo menos R$ 2 mil', { salarioMin: 2000 }],
  ['vendedor com 2 mil reais ou mais', { salarioMin: 2000 }],
  ['vendedor faixa etária de 36 a 45 anos', { faixaEtaria: '36-45' }],
  ['vendedor entre 36 e 45 anos de idade', { faixaEtaria: '36-45' }],
  ['vendedor até R$ 2024', { salarioMax: 2024 }],
  ['vendedor até 2024 reais', { salarioMax: 2024 }],
  ['vendedor até 3.000 reais', { salarioMax: 3000 }],
  ['vendedor salário a partir de 2000', { salarioMin: 2000 }],
  ['vendedor a partir de 2000 reais', { salarioMin: 2000 }],
  ['vendedor ao menos 55 anos', { faixaEtaria: '55+' }],
  ['vendedor desde março de 2024 até 3 mil', { periodoInicio: '202403', salarioMax: 3000 }],
  ['vendedor a partir de 2024 até 3 mil', { periodoInicio: '202401', salarioMax: 3000 }],
  ['vendedor desde 2024 e 18 a 25 anos', { periodoInicio: '202401', faixaEtaria: '18-25' }],
  ['vendedor até 2024 e 40 horas', { periodoFim: '202412', horas: '40-44' }],
])('a limit is part of its period, hours or amount: %s', (text, filters) => {
  const { cargo, filtros, naoLidas } = read(text);
  expect([cargo, filtros, naoLidas]).toEqual(['vendedor', filters, []]);
});

const [year, hours] = [{ periodoInicio: '202401', periodoFim: '202412' }, { horas: '40-44' }];
test.each([
  ['auxiliar 44h/sem até 3 mil', { ...hours, salarioMax: 3000 }],
  ['auxiliar 44 horas sem até 3 mil', { ...hours, salarioMax: 3000 }],
  ['auxiliar 44h/sem R$ 2.000 a 3.000', { ...hours, salarioMin: 2000, salarioMax: 3000 }],
  ['auxiliar 40h/sem 2024', { ...hours, ...year }],
  ['auxiliar 40hs sem 2024', { ...hours, ...year }],
  ['auxiliar 40 hrs sem, 2024', { ...hours, ...year }],
  ['auxiliar 40h/sem janeiro de 2024', { ...hours, ...year, periodoFim: '202401' }],
  ['auxiliar 40 horas, sem ensino superior', hours],
  ['pedreiro 7152-10 - 44h', hours],
  ['7152-10 - 44h', hours],
  ['7152-10 e 44 horas', hours],
  ['CBO 7152-10 - 40 horas SP', { ...hours, regiao: '3', uf: 'SP' }],
  ['vendedor 18 a 25 e 40 horas', { ...hours, faixaEtaria: '18-25' }],
  ['vendedor entre 18 e 25 e 40 horas', { ...hours, faixaEtaria: '18-25' }],
  ['vendedor 18 a 25 - 40 horas', { ...hours, faixaEtaria: '18-25' }],
  ['vendedor 26-35 e 44h', { ...hours, faixaEtaria: '26-35' }],
  ['vendedor idade 26 a 35 e 40 horas', { ...hours, faixaEtaria: '26-35' }],
  ['vendedor até 25 e 40 horas', { ...hours, faixaEtaria: '18-25' }],
  ['vendedor acima de 55 e 40 horas', { ...hours, faixaEtaria: '55+' }],
  ['vendedor menos de 25 e 40 horas', { ...hours, faixaEtaria: '18-25' }],
  ['assistente 2 - 44h', hours],
  ['professor 1 - 40h', hours],
  ['médico 2 e 40 horas', hours],
  ['vendedor entre 40 e 44 horas', hours],
  ['vendedor 40-44h', hours],
  ['vendedor mais ou menos 40 horas', hours],
  ['vendedor mais ou menos 30 anos', { faixaEtaria: '26-35' }],
  ['vendedor salário mais ou menos 3 mil a 4 mil', { salarioMin: 3000, salarioMax: 4000 }],
  ['diretor de 30 a 20 mil', {}],
  ['pedreiro 3 a 2 mil', {}],
  ['auxiliar 44 a 2 mil reais', {}],
])(
  'other words and numbers beside hours, ages and amounts are no part of them: %s',
  (text, filters) => {
    expect(read(text).filtros).toEqual(filters);
  },
);

const lastMonth = { periodoInicio: '202603', periodoFim: '202603' };
test.each([
  ['vendedor no último mês até março de 2024', lastMonth, ['até março de 2024']],
  [
    'vendedor nos últimos 6 meses até março de 2024',
    { periodoFim: '202403' },
    ['nos últimos 6 meses'],
  ],
  ['vendedor até 2023, desde 2024', {}, ['até 2023', 'desde 2024']],
])('no period starts after its end: %s', (text, filters, unread) => {
  const { filtros, naoLidas } = read(text);
  expect([filtros, naoLidas]).toEqual([filters, unread]);
});

test('"de Fora" of a municipality is no negation', () => {
  const { filtros, naoLidas } = read('vendedor em Juiz de Fora, mulheres');
  expect(filtros).toMatchObject({ municipios: ['313670'], genero: 'F' });
  expect(naoLidas).toEqual([]);
});

test.each([
  ['vendedor entre 18 e 25 anos salário', { faixaEtaria: '18-25' }],
  ['vendedor acima de 55 anos quanto ganha', { faixaEtaria: '55+' }],
  ['auxiliar de limpeza até 20 horas salário', { horas: 'ate-20' }],
  ['vendedoras até 25 anos com salário até 2000', { faixaEtaria: '18-25', salarioMax: 2000 }],
])('a number with another unit is no amount of money: %s', (text, filters) => {
  expect(read(text).filtros).toEqual(filters);
});

test.each([
  ['soldador salário entre 1,5 e 2 mil', { salarioMin: 1500, salarioMax: 2000 }],
  ['soldador salário até 2.5 mil', { salarioMax: 2500 }],
  ['soldador de 1.500 a 2.000,50 reais', { salarioMin: 1500, salarioMax: 2000.5 }],
  ['soldador entre 800 e 2 mil', { salarioMin: 800, salarioMax: 2000 }],
  ['soldador R$2000-3000', { salarioMin: 2000, salarioMax: 3000 }],
])('decimals, thousands and years are distinguished: %s', (text, filters) => {
  expect(read(text).filtros).toEqual(filters);
});

test.each([
  ['vendedor sem ensino superior', ['sem ensino superior']],
  ['vendedor exceto mulheres', ['exceto mulheres']],
  ['vendedor exceto em São Paulo e Recife', ['exceto em São Paulo', 'e Recife']],
  ['vendedor que não seja homem', ['que não seja homem']],
  ['vendedor que não tenha ensino superior', ['que não tenha ensino superior']],
  ['motorista exceto caminhão', ['exceto caminhão']],
  ['motorista exceto 2024', ['exceto 2024']],
  ['motorista sem 2024', ['sem 2024']],
  ['médico antes de 2024', ['antes de 2024']],
  ['vendedor após março de 2024', ['após março de 2024']],
  ['vendedor depois do 1º trimestre de 2024', ['depois do 1º trimestre de 2024']],
  ['enfermeiro até 36 horas', ['até 36 horas']],
  ['vendedor menos de 40 horas', ['menos de 40 horas']],
  ['vendedor pelo menos 40 horas', ['pelo menos 40 horas']],
  ['vendedor entre 30 e 40 horas', ['entre 30 e 40 horas']],
  ['vendedor ao menos 40 horas', ['ao menos 40 horas']],
  ['vendedor ao menos 30 anos', ['ao menos 30 anos']],
  ['vendedor pelo menos 30 anos', ['pelo menos 30 anos']],
  ['vendedor ano passado', ['ano passado']],
  ['vendedor neste mês', ['neste mês']],
  ['vendedor homens e mulheres', ['homens', 'e mulheres']],
  ['vendedor ensino médio ou superior', ['ensino médio ou superior']],
])('what no filter can say sets none and is listed: %s', (text, unread) => {
  const { filtros, naoLidas, sugestoes } = read(text);
  expect([filtros, naoLidas]).toEqual([{}, unread]);
  const [job = ''] = text.split(' ');
  expect(sugestoes[0]?.ocupacao).toMatchObject({
    codigo: read(job).sugestoes[0]?.ocupacao?.codigo,
  });
});

test('a filter that is itself a negation is set', () => {
  expect(read('vendedor sem deficiência').filtros).toEqual({ deficiencia: 'nao' });
  expect(read('vendedor em Campinas exceto aprendiz').filtros).toMatchObject({ uf: 'SP' });
});

test('the months of a period are those of the release', () => {
  expect(read('vendedor últimos 2 meses').filtros).toEqual({
    periodoInicio: '202602',
    periodoFim: '202603',
  });
  expect(read('vendedor últimos 9 meses')).toMatchObject({
    filtros: {},
    naoLidas: ['últimos 9 meses'],
  });
});

test('a name of several places is offered for each, and one that may be a word as such', () => {
  expect(offered('vendedor em São Paulo').slice(0, 2)).toEqual([
    '521110: São Paulo (estado)',
    '521110: São Paulo (SP)',
  ]);
  expect(offered('vendedor DF')[0]).toBe('521110: Distrito Federal');
  expect(offered('bom jesus')).toHaveLength(5);
  for (const name of ['santos', 'natal', 'vitória', 'salvador', 'rio']) {
    const [place, word] = offered(`vendedor ${name}`);
    expect(place).toMatch(/^521110: .+ \([A-Z]{2}\)$/);
    expect(word).toMatch(/^521110: sem o lugar /);
  }
  // A word of a job stays one; the place of that name is offered last.
  expect(offered('vigia').at(0)).toBe('517420: ');
  expect(offered('vigia').at(-1)).toBe('todas: Vigia (PA)');
});

test('short names of departments are suggested, and a typing error alone is not', () => {
  for (const text of ['TI', 'rh', 'dp']) expect(offered(text).length).toBeGreaterThan(1);
  const titles = read('motoboy').sugestoes.map(({ ocupacao }) => ocupacao?.titulo);
  expect(titles[0]).toBe('Motofretista');
  expect(titles).not.toContain('Ministro de culto religioso');
});

test('a driving licence leads to its vehicles, and is unread beside another job', () => {
  expect(offered('carteira E')).toEqual(['782510: ']);
  expect(offered('motorista carteira E em Campinas')[0]).toBe('782510: Campinas (SP)');
  expect(offered('motorista categoria B')).toEqual(['782305: ', '782310: ']);
  expect(offered('motorista de ônibus cnh d').toSorted()).toEqual(['782405: ', '782410: ']);
  expect(read('vendedor CNH AB').naoLidas).toEqual(['cnh b']);
  expect(read('vendedor com carteira assinada')).toMatchObject({ cargo: 'vendedor', naoLidas: [] });
});

test('an intern is offered the nearest occupation, and that the registry has no interns', () => {
  const [first] = read('estagiário de direito em Campinas').sugestoes;
  expect(first).toMatchObject({
    ocupacao: { codigo: '351430', titulo: 'Auxiliar de serviços jurídicos' },
    nota: 'Campinas (SP) · estágio não entra no CAGED',
  });
  expect(first?.ocupacao?.sinonimo).toBeUndefined();
  expect(read('estagiário de RH').sugestoes[0]?.ocupacao?.codigo).toBe('411030');
  expect(read('estagiário de xyzismo').naoLidas).toEqual(['xyzismo']);
});

test.each(['', ' ', ',;()', '%$#', '\u0000', '漢字', 'em', '12 x 36'])(
  '%j is read as nothing',
  (text) => {
    expect(read(text).sugestoes).toEqual([]);
  },
);

test('is read in some milliseconds of work, however odd the text', async () => {
  const texts = [
    'vendedor em Campinas, mulher, ensino médio',
    'são '.repeat(30),
    'em xaxin em capinas em horizonti em curitba em salvado',
    '2 a 3 mil 4 a 5 mil 20 a 30 anos 6 a 7 h 2025 a 2026',
    'una ita ipe uru mari icó exu poá tefé bagé',
  ];
  for (const text of texts) read(text);
  const work = await timesKnownWork(() => {
    for (const text of texts) read(text);
  });
  expect(work / texts.length).toBeLessThan(2);
});
