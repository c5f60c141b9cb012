import { expect, test } from 'vitest';
import { monthFigures } from '../../tests/support/sample-panels.ts';
import { yearChange, yearOnYear } from './year-on-year.ts';

/** From `from` on, `length` months of 50 records around a median of 2.000,00. */
function monthsFrom(from: string, length: number, requested = 12) {
  const [year, first] = [Number(from.slice(0, 4)), Number(from.slice(4))];
  return Array.from({ length }, (_, at) => {
    const index = first - 1 + at;
    return {
      month: String(year + Math.floor(index / 12)) + String((index % 12) + 1).padStart(2, '0'),
      isRequested: at >= length - requested,
      isComparable: true,
      ...monthFigures(50, 2000, 1.1),
    };
  });
}
const trendOf = (months: ReturnType<typeof monthsFrom>, designEffect = 1) => ({
  designEffect,
  realMonth: '202412',
  months,
});
const years = monthsFrom('202301', 24);
const replaced = (changes: Readonly<Record<string, object>>) =>
  trendOf(years.map((one) => ({ ...one, ...changes[one.month] })));

test('is of the last month, against the same month a year before', () => {
  // 2.100,00 ± 20,00 after 2.000,00 ± 20,00: 5 % more, and the intervals are far apart.
  const last = replaced({ 202412: monthFigures(50, 2100, 1) });
  const change = yearChange(last, 'nominal');
  expect(change).toMatchObject({ month: '202412', mayBeChance: false });
  expect('change' in change && change.change).toBeCloseTo(0.05, 12);
  // In real money 2.100,00 after 2.200,00.
  const real = yearChange(last, 'real');
  expect('change' in real && real.change).toBeCloseTo(2100 / 2200 - 1, 12);
});

test('is of an earlier month where the last one or its partner has too little', () => {
  expect(yearChange(replaced({ 202412: monthFigures(29, 2100, 1) }), 'nominal')).toMatchObject({
    month: '202411',
  });
  expect(yearChange(replaced({ 202312: monthFigures(29, 2100, 1) }), 'nominal')).toMatchObject({
    month: '202411',
  });
  expect(yearChange(replaced({ 202412: { isComparable: false } }), 'nominal')).toMatchObject({
    month: '202411',
  });
  expect(yearChange(replaced({ 202312: { isComparable: false } }), 'nominal')).toMatchObject({
    month: '202411',
  });
  expect(yearChange(replaced({ 202412: { real: null } }), 'real')).toMatchObject({
    month: '202411',
  });
  expect(yearChange(replaced({ 202312: monthFigures(30, 2100, 1) }), 'nominal')).toMatchObject({
    month: '202412',
  });
});

const missing = (...given: Parameters<typeof yearChange>) => {
  const change = yearChange(...given);
  return 'missing' in change ? change.missing.replaceAll('\u00a0', ' ') : change;
};

const isOld = ({ month }: { readonly month: string }) => month < '202401';

test('says why there is none', () => {
  expect(missing(trendOf([]), 'nominal')).toBe('nenhum mês carregado');
  expect(missing(trendOf(years.slice(1)), 'nominal')).toBe('há 23 dos 24 meses necessários');
  // Late declarations of nine months before the first main file do not make them months to compare.
  const late = years.slice(3).map((one) => ({ ...one, isComparable: !isOld(one) }));
  expect(missing(trendOf(late), 'nominal')).toBe('há 12 dos 24 meses necessários');
  // A query of three years needs the year before the last twelve months, which is among its own.
  expect(yearChange(trendOf(monthsFrom('202201', 36, 36)), 'nominal')).toMatchObject({
    month: '202412',
  });
  const every = (change: (one: (typeof years)[number]) => object, designEffect = 1) =>
    trendOf(
      years.map((one) => ({ ...one, ...change(one) })),
      designEffect,
    );
  // January alone has its partner.
  expect(yearChange(trendOf([years[0]!, ...years.slice(12)]), 'nominal')).toMatchObject({
    month: '202401',
  });
  expect(missing(trendOf([monthsFrom('202212', 1, 0)[0]!, ...years.slice(12)]), 'nominal')).toBe(
    'falta o mesmo mês do ano anterior',
  );
  expect(
    missing(
      every((one) => (isOld(one) ? { isComparable: false } : {})),
      'nominal',
    ),
  ).toBe('falta o arquivo principal (MOV) de um dos dois meses');
  expect(
    missing(
      every((one) => (isOld(one) ? {} : { real: null })),
      'real',
    ),
  ).toBe('falta o INPC de um dos dois meses');
  expect(
    missing(
      every((one) => (isOld(one) ? monthFigures(29, 2000, 1) : {})),
      'nominal',
    ),
  ).toBe('poucos registros');
  // With a design effect of 2, the month with most records has 50, worth 25.
  expect(
    missing(
      every((one) => (isOld(one) && one.month !== '202306' ? monthFigures(40, 2000, 1) : {}), 2),
      'nominal',
    ),
  ).toContain('equivalem a 25 independentes');
  expect(
    missing(
      every((one) => (isOld(one) ? { median: null } : {})),
      'nominal',
    ),
  ).toBe('a comparação revelaria um valor omitido');
});

test('in a table it is stated by the same rule, and beyond chance', () => {
  const last = replaced({ 202412: monthFigures(50, 2100, 1) });
  expect(yearOnYear(last, '202412', 'nominal')).toBeCloseTo(0.05, 12);
  expect(yearOnYear(last, '202412', 'real')).toBeCloseTo(2100 / 2200 - 1, 12);
  // 2.010,00 ± 20,00 after 2.000,00 ± 20,00 may be chance.
  const near = replaced({ 202412: monthFigures(50, 2010, 1) });
  expect(yearChange(near, 'nominal')).toMatchObject({ mayBeChance: true });
  expect(yearOnYear(near, '202412', 'nominal')).toBeNull();
  for (const change of [monthFigures(29, 2100, 1), { isComparable: false }, { median: null }]) {
    expect(yearOnYear(replaced({ 202412: change }), '202412', 'nominal')).toBeNull();
    expect(yearOnYear(replaced({ 202312: change }), '202412', 'nominal')).toBeNull();
  }
  // Without a year before the period, no pair is stated.
  expect(yearOnYear({ ...last, months: last.months.slice(1) }, '202412', 'nominal')).toBeNull();
});
