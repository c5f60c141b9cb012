import { expect, test } from 'vitest';
import type { QueryNames } from '../filters/filter.ts';
import { tidyOccupations } from '../filters/occupations.ts';
import { describeQuery, queryName, queryPhrases, setFilters, subjectText } from './query-text.ts';
import { SearchFilters } from '../contracts/search.ts';

const names: QueryNames = {
  occupations: new Map([['521110', 'Vendedor de comércio varejista']]),
  municipalities: new Map([['350950', 'Campinas']]),
  ibgeRegions: new Map<string, string>(),
  cnaes: new Map([['4711301', 'Hipermercados']]),
};
const requested = (filters: object) => SearchFilters.parse(filters);
const reais = (text: string) => text.replaceAll('\u00a0', ' ');

const everything = requested({
  cbo: '521110',
  cbos: ['999999', '521110'],
  searchQuery: 'vendedor',
  familiaCbo: '5211',
  regiao: '3',
  uf: 'SP',
  municipios: ['350950', '359999'],
  salarioMin: 1700.5,
  salarioMax: 2500,
  genero: 'F',
  escolaridade: '5',
  nivelEscolaridade: 'medio',
  faixaEtaria: '55+',
  raca: '3',
  deficiencia: '1',
  porte: 'MEDIA',
  secao: 'G',
  cnaes: ['4711301', '9999998'],
  horas: '40-44',
  contrato: 'parcial',
  periodoInicio: '202508',
  periodoFim: '202607',
  movimentacao: 'desligamento',
  metodo: 'bruto',
  serie: 'declarada',
});

test('an excluded occupation is worded as an exclusion, and does not name the query', () => {
  const less = { semCbos: ['521110', '999999'] };
  expect(subjectText(requested({ searchQuery: 'vendedor', ...less }), names)).toBe(
    '“vendedor”, menos 2',
  );
  expect(subjectText(requested({ searchQuery: 'vendedor', semCbos: ['521110'] }), names)).toBe(
    '“vendedor”, menos 1',
  );
  expect(subjectText(requested({ familiaCbo: '5211', cbos: ['999999'], ...less }), names)).toBe(
    '999999 e mais 1, menos 2',
  );
  expect(
    setFilters(requested({ familiaCbo: '5211', ...less }), names).map(({ text }) => text),
  ).toEqual(['menos 521110 - Vendedor de comércio varejista', 'menos 999999', 'Família 5211']);
});

const place = (filters: object) => describeQuery(requested(filters), names)[1];

test('many municipalities without their state are of one state or of several, by their codes', () => {
  const municipios = ['350950', '354850', '354780', '351380', '352940', '355030'];
  expect(place({ municipios })).toBe('6 municípios de um só estado');
  expect(place({ municipios: [...municipios, '330455'] })).toBe('7 municípios de vários estados');
  expect(place({ municipios, uf: 'SP' })).toBe('6 municípios de SP');
});

const tidy = (filters: object) => tidyOccupations(requested(filters)).semCbos;

test('no exclusions are stated for occupations that are named one by one, nor without occupations', () => {
  expect(tidy({ searchQuery: 'vendedor', semCbos: ['521110'] })).toEqual(['521110']);
  expect(tidy({ familiaCbo: '5211', cbos: ['521110'], semCbos: ['521110'] })).toBeUndefined();
  expect(tidy({ cbo: '521110', semCbos: ['521125'] })).toBeUndefined();
  expect(tidy({ semCbos: ['521125'] })).toBeUndefined();
});

test('an unknown schooling names what is unknown', () => {
  const texts = setFilters(requested({ genero: 'F', escolaridade: '80' }), names).map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['Feminino', 'Escolaridade: não informado']);
});

test('every filter is reported, and codes without a name by their code', () => {
  expect(setFilters(everything, names).map(({ text }) => reais(text))).toEqual([
    '“vendedor”',
    '521110 - Vendedor de comércio varejista',
    '999999',
    'Família 5211',
    'Sudeste',
    'SP',
    'Campinas',
    '359999',
    'Salário de R$ 1.700,50 a R$ 2.500,00',
    'Feminino',
    '55+ (56 anos ou mais)',
    'Médio Completo',
    'Nível: médio',
    'Raça ou cor: parda',
    'Deficiência: física',
    'Porte: média',
    'Seção G: Comércio, Reparação de Veículos Automotores e Motocicletas',
    '4711-3/01 - Hipermercados',
    '9999-9/98',
    'Contrato: tempo parcial',
    'De 40 a 44 horas',
    'ago/2025 a jul/2026',
    'Desligamentos',
    'Método: bruto',
    'Série: declarada',
  ]);
});

test('removing all filters one after the other leaves none, in any order', () => {
  for (const pick of [0, -1]) {
    let filters = everything;
    for (let turn = 0; turn < 40; turn++) {
      const set = setFilters(filters, names).at(pick);
      if (set === undefined) break;
      const before = setFilters(filters, names).map(({ key }) => key);
      filters = requested({ ...filters, ...set.without });
      const after = setFilters(filters, names).map(({ key }) => key);
      expect(after).not.toContain(set.key);
      expect(after.every((key) => before.includes(key))).toBe(true);
    }
    expect(filters).toEqual(requested({}));
  }
});

test('the change that removes a value of a list removes the list: no value copies the others', () => {
  const { semCbos } = requested({ semCbos: ['521110', '999999'] });
  const changes = setFilters({ ...everything, semCbos }, names).map(({ without }) => without);
  expect(changes.flatMap((change) => Object.values(change)).filter(Array.isArray)).toEqual([]);
});

test('defaults are no filters', () => {
  expect(setFilters(requested({ movimentacao: 'admissao', cbos: [], cnaes: [] }), names)).toEqual(
    [],
  );
});

test('the subject is one occupation, a text, several or all', () => {
  expect(subjectText(requested({ cbo: '521110' }), names)).toBe(
    '521110 - Vendedor de comércio varejista',
  );
  expect(subjectText(requested({ cbo: '521199' }), names)).toBe('521199');
  expect(subjectText(requested({ searchQuery: 'médico', cbos: ['521110'] }), names)).toBe(
    '“médico” e mais 1',
  );
  expect(subjectText(requested({ familiaCbo: '5211' }), names)).toBe('Família 5211');
  expect(subjectText(requested({}), names)).toBe('Todas as ocupações');
});

test('a query in words', () => {
  expect(describeQuery(requested({}), names, { from: '202601', to: '202601' })).toEqual([
    'Todas as ocupações',
    'Brasil',
    'jan/2026',
    'Admissões',
    'Regra do MTE',
    'Série ajustada',
  ]);
  const municipios = ['350950', '355030', '3', '4', '5', '6'];
  expect(
    describeQuery(
      requested({
        cbos: ['521110', '225125'],
        uf: 'SP',
        municipios,
        genero: 'M',
        periodoInicio: 202601,
      }),
      names,
    ),
  ).toEqual([
    '521110 - Vendedor de comércio varejista; 225125',
    '6 municípios de SP',
    'Masculino',
    'desde jan/2026',
    'Admissões',
    'Regra do MTE',
    'Série ajustada',
  ]);
  expect(
    describeQuery(requested({ uf: 'SP', municipios: ['350950'], periodoFim: 202601 }), names).slice(
      1,
      3,
    ),
  ).toEqual(['Campinas (SP)', 'até jan/2026']);
});

test('an answer’s period replaces the months of a query, and no other filter', () => {
  const filters = requested({
    periodoFim: '202603',
    movimentacao: 'desligamento',
    metodo: 'bruto',
    serie: 'declarada',
  });
  expect(describeQuery(filters, names, { from: '202504', to: '202603' }).slice(2)).toEqual([
    'abr/2025 a mar/2026',
    'Desligamentos',
    'Bruto',
    'Série declarada',
  ]);
});

test('the sentence of a query has its people and its data, after the subject and the place', () => {
  const sellers = { cbo: '521110', uf: 'SP', municipios: ['350950'] };
  expect(queryPhrases(requested(sellers), names)).toEqual([
    { name: 'sex', text: 'homens e mulheres', isSet: false },
    { name: 'schooling', text: 'qualquer escolaridade', isSet: false },
  ]);
  const set = { genero: 'F', faixaEtaria: '18-25', cnaes: ['4711301', '9999998'], porte: 'MEDIA' };
  expect(queryPhrases(requested({ ...sellers, semCbos: ['521115'], ...set }), names)).toEqual([
    { name: 'sex', text: 'mulheres', isSet: true },
    { name: 'age', text: '18 a 25 anos', isSet: true },
    { name: 'schooling', text: 'qualquer escolaridade', isSet: false },
    { name: 'companySize', text: 'porte: média', isSet: true },
    { name: 'subclasses', text: '4711-3/01 - Hipermercados, 9999-9/98', isSet: true },
  ]);
});

test('the name derived from a query begins with its distinguishing parts', () => {
  const seller = { cbo: '521110', uf: 'SP', periodoInicio: '202508', periodoFim: '202607' };
  const women = requested({ ...seller, genero: 'F', escolaridade: '5' });
  expect(queryName(women, names, 120)).toBe(
    'SP · mulheres · ensino médio completo · 521110 - Vendedor de comércio varejista',
  );
  const anySeller = requested({ cbo: '521110' });
  expect(queryName(anySeller, names, 20)).toBe('Brasil · 521110 - V…');
  // The cut never leaves a space before the ellipsis, and a name of exactly the length is whole.
  expect(queryName(anySeller, names, 19)).toBe('Brasil · 521110 -…');
  const whole = 'Brasil · 521110 - Vendedor de comércio varejista';
  expect(queryName(anySeller, names, 48)).toBe(whole);
  expect(queryName(anySeller, names, 47)).toBe('Brasil · 521110 - Vendedor de comércio varejis…');
});

test('the name derived from a pasted text has no invisible characters, which names may not have', () => {
  const pasted = requested({ searchQuery: 'ven\u00addedor\u200b' });
  expect(queryName(pasted, names, 120)).toBe('Brasil · “vendedor”');
  // The cut leaves no half of a character of two units.
  const long = requested({ searchQuery: 'dev 😀😀😀' });
  expect(queryName(long, names, 19)).toBe('Brasil · “dev 😀😀…');
});
