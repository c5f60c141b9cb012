import { describe, expect, test } from 'vitest';
import { julyRelease } from '../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import type { SelectableMonths } from '../../../shared/filters/data.ts';
import { estimatedRows, resolveQuery } from './salary-query.ts';

const months = [
  '202301',
  '202302',
  '202303',
  '202304',
  '202305',
  '202306',
  '202307',
  '202308',
  '202309',
  '202310',
  '202311',
  '202312',
  '202401',
  '202402',
];
const release = { ...julyRelease, months, firstMonth: '202301' };
const period = (filters: object, loaded: Partial<SelectableMonths> = {}) =>
  resolveQuery(SearchFilters.parse(filters), { ...release, ...loaded }).period;

describe('the period', () => {
  test.each([
    ['the last 12 loaded months', {}, { from: '202303', to: '202402' }],
    ['12 months up to an end', { periodoFim: '202312' }, { from: '202301', to: '202312' }],
    [
      'from a beginning to the last month',
      { periodoInicio: '202401' },
      { from: '202401', to: '202402' },
    ],
    ['months yet to come', { periodoInicio: '202405' }, { from: '202405', to: '202405' }],
    [
      'what is requested',
      { periodoInicio: 202302, periodoFim: 202303 },
      { from: '202302', to: '202303' },
    ],
    ['an end before everything', { periodoFim: '202201' }, { from: '202201', to: '202201' }],
  ])('%s', (_, filters, expected) => {
    expect(period(filters)).toEqual(expected);
  });

  test('with fewer than 12 months, all of them; with none, none', () => {
    expect(period({}, { months: ['202301', '202305'] })).toEqual({ from: '202301', to: '202305' });
    expect(period({}, { months: [], firstMonth: null })).toBeNull();
  });

  test('begins with the first month that has its main file, unless another beginning is requested', () => {
    const late = { firstMonth: '202310' };
    expect(period({}, late)).toEqual({ from: '202310', to: '202402' });
    expect(period({ periodoFim: '202312' }, late)).toEqual({ from: '202310', to: '202312' });
    expect(period({ periodoInicio: '202302' }, late)).toEqual({ from: '202302', to: '202402' });
    // Without a main file up to the end, the months of late declarations stay.
    expect(period({ periodoFim: '202309' }, late)).toEqual({ from: '202301', to: '202309' });
    expect(period({}, { firstMonth: null })).toEqual({ from: '202303', to: '202402' });
  });
});

test('a municipality that is named twice is one municipality', () => {
  const municipios = ['São Paulo', '355030', '3550308', 'Campinas'];
  const query = resolveQuery(SearchFilters.parse({ uf: 'SP', municipios }), release);
  expect(query.municipalities).toEqual([355030, 350950]);
});

const costOf = (filters: object) =>
  estimatedRows(
    resolveQuery(SearchFilters.parse({ cbo: '521110', ...filters }), release),
    new Map([['521110', 1000]]),
  );

test('long lists of municipalities and of subclasses cost more than other filters', () => {
  const alone = costOf({});
  expect(alone).toBeGreaterThan(0);
  expect(costOf({ genero: 'F', uf: 'SP' })).toBe(alone);
  const municipios = Array.from({ length: 60 }, (_, at) => String(350_010 + at));
  expect(costOf({ uf: 'SP', municipios: municipios.slice(0, 20) })).toBe(1.5 * alone);
  expect(costOf({ uf: 'SP', municipios, cnaes: ['4711301'] })).toBe(2.525 * alone);
});

test('a query costs the lines of its occupations in its months', () => {
  const counts = new Map([
    ['521110', 1400],
    ['521125', 700],
    ['411010', 2800],
  ]);
  const rowsOf = (filters: object, known: typeof counts, of = release) =>
    estimatedRows(resolveQuery(SearchFilters.parse(filters), of), known);
  const everyMonth = { periodoInicio: '202301', periodoFim: '202402' };
  expect(rowsOf({ ...everyMonth, cbo: '521110' }, counts)).toBe(1400);
  expect(rowsOf({ ...everyMonth, familiaCbo: '5211' }, counts)).toBe(2100);
  expect(rowsOf(everyMonth, counts)).toBe(4900);
  // Two of the fourteen months.
  expect(rowsOf({ cbo: '521110', periodoInicio: '202401' }, counts)).toBe(200);
  expect(rowsOf({ cbo: '521110' }, new Map())).toBe(0);
  expect(rowsOf({}, new Map())).toBe(Infinity);
  expect(rowsOf({}, new Map(), { ...release, number: null, months: [] })).toBe(0);
});

test('salaries in reais become whole centavos', () => {
  const query = resolveQuery(
    SearchFilters.parse({ salarioMin: 1518.29, salarioMax: '2990' }),
    release,
  );
  expect([query.salaryFrom, query.salaryTo]).toEqual([151_829, 299_000]);
  // In binary, 1.15 · 100 is 114.99999999999999.
  const small = resolveQuery(SearchFilters.parse({ salarioMin: 1.15 }), release);
  expect([small.salaryFrom, small.salaryTo]).toEqual([115, null]);
});

const request = (filters: object) => () => resolveQuery(SearchFilters.parse(filters), release);
const refusal = (field: string) => expect.objectContaining({ status: 400, field });

test('limits in the wrong order are refused by their field; equal ones are one salary or one month', () => {
  expect(request({ salarioMin: 2000.01, salarioMax: 2000 })).toThrow(refusal('salarioMax'));
  expect(request({ salarioMin: 2000, salarioMax: 2000 })()).toMatchObject({ salaryTo: 200_000 });
  expect(request({ periodoInicio: '202304', periodoFim: '202303' })).toThrow(refusal('periodoFim'));
  const month = request({ periodoInicio: '202304', periodoFim: '202304' })();
  expect(month.period).toEqual({ from: '202304', to: '202304' });
});

describe('places', () => {
  test.each([
    [{ regiao: '1', uf: 'SP' }, 'uf'],
    [{ regiao: '9', uf: 'SP' }, 'uf'],
    [{ uf: 'SP', municipios: ['355030', '330455'] }, 'municipios'],
    [{ regiao: '2', municipios: ['3550308'] }, 'municipios'],
    [{ uf: 'RJ', regiaoIbge: '3510' }, 'regiaoIbge'],
    [{ regiaoIbge: '3510', municipios: ['355030'] }, 'municipios'],
  ])('%j contradict each other, and the field is named', (filters, field) => {
    expect(request(filters)).toThrow(refusal(field));
  });

  test('a state of another region is refused in a sentence that names both choices', () => {
    expect(() => period({ regiao: '1', uf: 'SP' })).toThrow(
      'São Paulo não é da região pedida. Escolha só o estado ou só a região.',
    );
  });

  test('a region of IBGE stands for its municipalities, or for those that are named', () => {
    const ofRegion = request({ regiaoIbge: '3510' })().municipalities;
    expect(ofRegion).toEqual(expect.arrayContaining([350_950, 352_590]));
    expect(ofRegion).not.toContain(355_030);
    const named = request({ regiaoIbge: '3510', municipios: ['350950'] })();
    expect(named.municipalities).toEqual([350_950]);
    expect(request({ regiaoIbge: '3599' })).toThrow(refusal('regiaoIbge'));
  });

  test.each([
    { regiao: '3', uf: 'SP', municipios: ['355030', 'campinas'] },
    { regiao: '3', municipios: ['330455', '355030'] },
    { uf: 'RJ', municipios: ['330455'] },
  ])('%j go together', (filters) => {
    expect(resolveQuery(SearchFilters.parse(filters), release).municipalities).not.toBeNull();
  });
});
