import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { filters as catalogue } from '../../../shared/filters/catalogue.ts';
import {
  choiceChange,
  contradictionOf,
  countSetFilters,
  defaultPeriod,
  formOf,
  formValues,
  entriesBeforeNewMonths,
  isLastYear,
  queryOf,
  withPeriod,
} from './search-form.ts';

const months = Array.from({ length: 12 }, (_, index) => String(202501 + index)).concat('202601');
const loaded = (all: string[], firstMonth = all[0] ?? null) => ({ months: all, firstMonth });
const blank = formOf(SearchFilters.parse({}), loaded(months));

test('another section does not keep the activities of the one before', () => {
  const control = catalogue.section.form?.control;
  if (control?.kind !== 'choice') throw new Error('No list.');
  const requested = SearchFilters.parse({ secao: 'G', cnaes: ['4711301'] });
  expect({ ...requested, ...choiceChange(control, 'secao', 'C') }).toEqual(
    SearchFilters.parse({ secao: 'C' }),
  );
  expect(choiceChange({}, 'genero', '')).toEqual({ genero: undefined });
});

test('the default period is the last twelve months', () => {
  expect(defaultPeriod(loaded(months))).toEqual({ from: '202502', to: '202601' });
  expect(defaultPeriod(loaded(['202601']))).toEqual({ from: '202601', to: '202601' });
  expect(defaultPeriod(loaded([]))).toBeUndefined();
});

test('a link with its end alone means the twelve months up to it', () => {
  const until = withPeriod(
    SearchFilters.parse({ periodoFim: '202508' }),
    loaded([...months, '202602']),
  );
  expect([until.periodoInicio, until.periodoFim]).toEqual(['202501', '202508']);
  const form = formOf(SearchFilters.parse({ periodoFim: '202512' }), loaded([...months, '202602']));
  expect(contradictionOf(form)).toBeNull();
});

/** Whether the default query of these months counts as the last year. */
const isUsualLastYear = (all: string[], firstMonth?: string) => {
  const period = defaultPeriod(loaded(all, firstMonth));
  const requested = { periodoInicio: period?.from, periodoFim: period?.to };
  return isLastYear(SearchFilters.parse(requested), loaded(all, firstMonth));
};

test('twelve months with one missing among them, or fewer, are not called the last twelve', () => {
  expect(isUsualLastYear(months)).toBe(true);
  expect(isUsualLastYear(['202412', ...months.filter((month) => month !== '202506')])).toBe(false);
  expect(isUsualLastYear(months.slice(-3))).toBe(false);
  expect(isUsualLastYear(months, '202503')).toBe(false);
  const earlier = { periodoInicio: '202501', periodoFim: '202512' };
  expect(isLastYear(SearchFilters.parse(earlier), loaded(months))).toBe(false);
});

test('empty fields are omitted', () => {
  expect(queryOf(blank, '')).toEqual({
    filters: SearchFilters.parse({ periodoInicio: '202502', periodoFim: '202601' }),
  });
});

test('a form filled from a query gives the same query', () => {
  const filters = SearchFilters.parse({
    cbo: '521110',
    uf: 'SP',
    municipios: ['355030'],
    salarioMin: 1518.5,
    salarioMax: 9000,
    genero: 'M',
    cbos: ['225125', '999999'],
    familiaCbo: '5211',
    porte: 'MEDIA',
    secao: 'G',
    cnaes: ['4711301'],
    contrato: 'comum',
    horas: '40-44',
    nivelEscolaridade: 'medio',
    raca: '3',
    deficiencia: 'sim',
    periodoInicio: '202501',
    periodoFim: '202503',
    serie: 'declarada',
  });
  expect(queryOf(formOf(filters, loaded(months)), '521110 - Vendedor')).toEqual({ filters });
});

test('invalid amounts and periods are refused at their field', () => {
  expect(queryOf({ ...blank, salarioMin: 'mil' }, '')).toHaveProperty('errors.salarioMin');
  expect(queryOf({ ...blank, salarioMin: '2.000', salarioMax: '1.999,99' }, '')).toHaveProperty(
    'errors.salarioMax',
  );
  expect(queryOf({ ...blank, periodoInicio: '202601', periodoFim: '202512' }, '')).toHaveProperty(
    'errors.periodoFim',
  );
});

test('a value that the contract refuses is reported at its field', () => {
  expect(queryOf(blank, 'x'.repeat(121))).toEqual({
    errors: { text: 'Use até 120 caracteres na pesquisa.' },
  });
  expect(queryOf({ ...blank, salarioMax: '2.000.000.000' }, '')).toEqual({
    errors: { salarioMax: 'O salário informado é alto demais.' },
  });
  const municipios = Array.from({ length: 201 }, (_, index) => String(350_000 + index));
  expect(queryOf({ ...blank, municipios }, '')).toEqual({
    errors: { text: 'Escolha até 200 municípios.' },
  });
});

test('counts the filters that are set, apart from the main field and the period', () => {
  const occupations = { cbo: '521110', cbos: ['225125'], familiaCbo: '5211' };
  expect(countSetFilters(SearchFilters.parse({ ...occupations, periodoFim: '202601' }))).toBe(0);
  expect(countSetFilters(SearchFilters.parse({ uf: 'SP', genero: 'F', metodo: 'bruto' }))).toBe(3);
  const city = { regiao: '3', uf: 'SP', municipios: ['350950'] };
  expect(countSetFilters(SearchFilters.parse({ ...city, genero: 'F' }))).toBe(2);
});

test.each([
  [{ contrato: 'intermitente', metodo: 'mte' }, 'bruto'],
  [{ contrato: 'intermitente', metodo: 'integral' }, 'bruto'],
  [{ contrato: 'intermitente', metodo: 'bruto' }, undefined],
  [{ contrato: 'aprendiz', metodo: 'integral' }, 'mte'],
  [{ contrato: 'aprendiz', metodo: 'mte' }, undefined],
  [{ horas: '30-39', metodo: 'integral' }, 'mte'],
  [{ horas: '40-44', metodo: 'integral' }, undefined],
  [{ horas: 'ate-20', metodo: 'mte' }, undefined],
  [{ metodo: 'integral' }, undefined],
])('%j is undone by the rule %s', (requested, metodo) => {
  expect(contradictionOf(requested)?.change.metodo).toBe(metodo);
});

test('filters of a text become form values, and a place replaces the whole place', () => {
  expect(formValues({ regiao: '3', uf: 'SP', genero: 'F', salarioMin: 2500.5 })).toEqual({
    regiao: '3',
    uf: 'SP',
    regiaoIbge: '',
    municipios: [],
    genero: 'F',
    salarioMin: '2500,5',
  });
  expect(formValues({ genero: 'F' })).toEqual({ genero: 'F' });
  expect(formValues({ secao: 'F' })).toEqual({ secao: 'F', cnaes: [] });
});

test('months that arrive while the user types change the period alone; another link is another query', () => {
  const usual = { periodoInicio: '202507', periodoFim: '202606' };
  const seller = SearchFilters.parse({ cbo: '521110', ...usual });
  const form = {
    ...formOf(seller, loaded(months)),
    text: 'vendedor',
    genero: 'F',
    salarioMin: '3000',
  };
  const before = { filters: seller, latest: '202606', form };
  const moved = { ...seller, periodoInicio: '202508', periodoFim: '202607' };
  const now = { filters: moved, latest: '202607' };
  const { periodoInicio: _from, periodoFim: _to, ...entered } = form;
  expect(entriesBeforeNewMonths(before, now)).toEqual(entered);
  const chosen = { ...form, periodoInicio: '202601' };
  expect(entriesBeforeNewMonths({ ...before, form: chosen }, now)).toEqual(chosen);
  const unknown = { filters: SearchFilters.parse({ cbo: '521110' }), latest: undefined };
  const early = { ...form, periodoInicio: '', periodoFim: '' };
  expect(entriesBeforeNewMonths({ ...unknown, form: early }, now)).toEqual(entered);
  expect(entriesBeforeNewMonths(before, before)).toEqual({});
  expect(entriesBeforeNewMonths(before, { filters: moved, latest: '202606' })).toEqual({});
  expect(entriesBeforeNewMonths(before, { ...now, filters: { ...moved, uf: 'SP' } })).toEqual({});
});

test('the words that a picked suggestion leaves out are no filter', () => {
  const filters = SearchFilters.parse({});
  expect(
    queryOf({ ...formOf(filters, { months: [], firstMonth: null }), unread: ['paulista'] }, ''),
  ).toEqual({ filters });
});
