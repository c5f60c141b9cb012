import { describe, expect, test } from 'vitest';
import { cboOf, dayOf, hoursUnitOf, sexOf, parseHours, parseSalary } from './cell-values.ts';

describe('a salary', () => {
  test.each([
    ['R$ 2.310,00', 231_000],
    ['R$\u00a02.310,55', 231_055],
    ['2310', 231_000],
    // Five digits without a separator are a salary here, although a workbook's day number has five as well.
    ['12000', 1_200_000],
    ['2.310', 231_000],
    ['2310,5', 231_050],
    ['2310.50', 231_050],
    ['2,310.50', 231_050],
    ['R$ 2,310.50', 231_050],
    // Three digits before the point and more than three after it: a double, and no thousands.
    ['950.123456789', 95_012],
    ['2310.5500000000002', 231_055],
    ['2310.555', 231_056],
    ['2 310,50', 231_050],
    ['1\u00a0234\u00a0567.8', 123_456_780],
    ['2310 ,50', 231_050],
    ['1234567.891', 123_456_789],
    ['1.5E3', 150_000],
    ['10.000.000,00', 1_000_000_000],
    // A copied cell may have characters that no screen shows.
    ['\u202d2.310,00\u202c\u200b', 231_000],
  ])('%s', (cell, centavos) => {
    expect(parseSalary(cell)).toEqual({ value: centavos });
  });

  test.each([
    ['', 'o salário está vazio: preencha-o'],
    ['2.000,00 / 2.500,00', 'há mais de um valor no salário (“2.000,00 / 2.500,00”): deixe um só'],
    ['2000 + 300', 'há mais de um valor no salário (“2000 + 300”): deixe um só'],
    ['950 1200', 'há mais de um valor no salário (“950 1200”): deixe um só'],
    ['1234 567', 'há mais de um valor no salário (“1234 567”): deixe um só'],
    ['2310x', 'o salário “2310x” não foi entendido: use a forma 2.310,00'],
    ['2,310.005', 'o salário “2,310.005” não foi entendido: use a forma 2.310,00'],
    ['1234,567.50', 'o salário “1234,567.50” não foi entendido: use a forma 2.310,00'],
    ['dois mil', 'o salário “dois mil” não foi entendido: use a forma 2.310,00'],
    ['-2310', 'o salário não é maior que zero: informe o do contrato'],
    ['R$ -1.234,56', 'o salário não é maior que zero: informe o do contrato'],
    ['(1.234,56)', 'o salário não é maior que zero: informe o do contrato'],
    ['1500-2000', 'há mais de um valor no salário (“1500-2000”): deixe um só'],
    ['0,00', 'o salário não é maior que zero: informe o do contrato'],
    ['05/08/2026', 'o salário “05/08/2026” é uma data: mude a coluna ou o formato da célula'],
    ['#REF!', 'o salário é “#REF!”: corrija a fórmula na planilha'],
    ['99999999', 'o salário “99999999” passa de R$ 10.000.000,00'],
  ])('that is %j is none', (cell, problem) => {
    expect(parseSalary(cell)).toEqual({ problem });
  });
});

describe('hours', () => {
  test.each([
    ['44', 4400],
    ['44,5', 4450],
    ['36h', 3600],
    ['44:30', 4450],
    ['40 horas semanais', 4000],
    ['40 HORAS', 4000],
    // 220 hours a month are 44 hours a week.
    ['220', 4400],
    ['180', 3600],
    // 60 are still a week, and 300 a month.
    ['60', 6000],
    ['300', 6000],
    // 50 hours a month are 10 a week, whatever few hours without a unit are.
    ['50 h/mês', 1000],
    ['50 horas mensais', 1000],
    ['50 h/semana', 5000],
    ['44 hrs/sem.', 4400],
    ['44h30min', 4450],
    ['220 horas por mês', 4400],
    ['', null],
  ])('%s', (cell, hundredths) => {
    expect(parseHours(cell, 'week')).toEqual({ value: hundredths });
  });

  test('in a column of hours a month are a week only where the cell says so', () => {
    const cells = ['220', '50', '12 h semanais', ''];
    expect(cells.map((cell) => parseHours(cell, hoursUnitOf('Horas/mês', cells)))).toEqual(
      [4400, 1000, 1200, null].map((value) => ({ value })),
    );
    expect(hoursUnitOf('Horas mensais', ['44', '36', ''])).toBe('week');
    expect(hoursUnitOf('Horas mensais', ['60'])).toBe('week');
    expect(hoursUnitOf('Horas mensais', ['60', '61'])).toBe('month');
    expect(hoursUnitOf('Horas', ['220', '50'])).toBe('week');
  });

  // 75 minutes are none, and hours below half a hundredth would divide a salary by zero.
  test.each([
    'zero',
    '0',
    '-44',
    '300,1',
    '44:75',
    '12x36',
    '0x20',
    '8h/dia',
    '0,004',
    '0,02 h/mês',
    // From one hour of the day to another.
    '08:00 às 17:00',
    '17:00 - 08:00',
  ])('that are %j are none', (cell) => {
    expect(parseHours(cell, 'week')).toHaveProperty('problem');
  });
});

test('sex, occupation and day as people and workbooks write them', () => {
  expect(['F', 'feminino', 'Fem.', 'Mulher', '3'].map(sexOf)).toEqual(Array(5).fill('F'));
  expect(['M', 'Masculino', '1'].map(sexOf)).toEqual(Array(3).fill('M'));
  expect(['F - Feminino', '3-Feminino', 'Feminina'].map(sexOf)).toEqual(Array(3).fill('F'));
  expect(['1 - Masculino', '1 - Feminino', '2 - Feminino'].map(sexOf)).toEqual(['M', null, null]);
  expect(['F/M', 'M/F'].map(sexOf)).toEqual([null, null]);
  expect(['', 'outro', '2', 'constructor'].map(sexOf)).toEqual([null, null, null, null]);
  expect(['5211-10', '521110', '5211.10', '521110.0', '521110 - Vendedor'].map(cboOf)).toEqual(
    Array(5).fill('521110'),
  );
  // The ".05" is no rounding noise of a workbook.
  expect(cboOf('4110.05')).toBe('411005');
  // The number 5211.10 in a workbook; a family has no last digits.
  expect([cboOf('5211.1'), cboOf('5211.0')]).toEqual(['521110', null]);
  expect([cboOf('10205'), cboOf('5211'), cboOf('')]).toEqual(['010205', null, null]);
  expect(['CBO 5211-10', "'521110", 'Vendedor 521110'].map(cboOf)).toEqual(Array(3).fill('521110'));
  // Of two codes, none counts; one that is written twice is one.
  const pairs = ['5211-10 / 4110-05', '521110, 411005', '521110 Vendedor\n4110.05'];
  expect(pairs.map(cboOf)).toEqual([null, null, null]);
  expect(cboOf('5211-10 (521110)')).toBe('521110');
  // A CPF is no CBO.
  expect(cboOf('521.110.305-11')).toBeNull();
  expect(['31/07/2023', '31-7-2023', '2023-07-31', '45138', '45138.5'].map(dayOf)).toEqual(
    Array(5).fill('2023-07-31'),
  );
  expect(dayOf('3/2/2020')).toBe('2020-02-03');
  // A year is no number of days, which would be in 1905; a month has six digits.
  expect([dayOf('2023'), dayOf('202307'), dayOf('45138x')]).toEqual([null, null, null]);
  expect([dayOf(''), dayOf('ontem'), dayOf('45/99/2023')]).toEqual([null, null, null]);
  expect(['31/02/2020', '2021-02-29', '29/02/2020'].map(dayOf)).toEqual([null, null, '2020-02-29']);
});
