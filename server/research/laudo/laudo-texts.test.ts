import { expect, test } from 'vitest';
import type { Statistics } from '../../../shared/contracts/search.ts';
import { realRecordsOfMonths } from '../../../shared/statistics/deflation.ts';
import { withRanks } from '../../../shared/statistics/percentile.ts';
import { inpcCorrection } from './inpc-correction.ts';
import {
  amountsCsv,
  correctionOf,
  distributionCsv,
  inpcCsv,
  queryText,
  resultOf,
} from './laudo-texts.ts';

type Words = Parameters<typeof queryText>[0];

const textOf = (
  medianInterval: Statistics['medianInterval'],
  method: Partial<Words['receipt']['method']> = {},
  corrected: Words['corrected'] = null,
) =>
  queryText({
    receipt: {
      id: 'Ob5saXqj7rgjWu8Tnx8arw',
      query: { subject: 'Vendedor', parts: ['SP'] },
      createdAt: '2026-11-25T12:00:00.000Z',
      release: {
        number: 1234,
        publishedAt: '2026-11-20T12:00:00.000Z',
        isSynthetic: false,
        isCurrent: true,
        isKept: true,
      },
      method: {
        rule: 'mte',
        ruleLabel: 'Regra do MTE',
        ruleDescription: '',
        series: 'ajustada',
        movement: 'admissao',
        period: { from: '202307', to: '202307' },
        completeness: { state: 'complete', months: 1, withoutMov: [] },
        structure: 'lines',
        designEffect: 1,
        release: null,
        funnel: [],
        minimumWage: null,
        ...method,
      },
      statistics: {
        count: 60,
        average: 1518,
        median: 1518,
        min: 1400,
        max: 1660,
        p10: 1408,
        p25: 1518,
        p75: 1518,
        p90: 1651,
        standardDeviation: 60,
        medianInterval,
      },
    },
    address: 'https://caged.example/receipt/x',
    corrected,
  }).replaceAll('\u00a0', ' ');

test('an interval that repeated salaries fill does not apply', () => {
  const heap =
    'Intervalo de 95 % da mediana: não se aplica: muitos salários iguais a R$ 1.518,00\n';
  expect(textOf({ lower: 1518, upper: 1518 })).toContain(heap);
  expect(textOf({ lower: 1517.99, upper: 1518, heap: 1518 })).toContain(heap);
  expect(textOf({ lower: 1500, upper: 1530 })).toContain(
    'Intervalo de 95 % da mediana, em valores nominais: R$ 1.500,00 a R$ 1.530,00\n',
  );
});

test('95 % belongs to the method, and to hires of which the counted ones are all that happened', () => {
  const text = textOf(null).replaceAll(/\s+/g, ' ');
  expect(text).toContain('não uma amostra, e a mediana deles é exata.');
  expect(text).toContain(
    'vem de um método que, repetido, contém a mediana de todos eles em 95 de cada 100 vezes.',
  );
});

test('an interval is written to the centavo', () => {
  // In doubles, 1100.14 times 100 is 110,014.00…1, and 2048.18 times 100 is 204,817.99….
  expect(textOf({ lower: 1100.14, upper: 2048.18 })).toContain(': R$ 1.100,14 a R$ 2.048,18\n');
});

test('the text has the months, the missing files and the lines of each step', () => {
  const whole = textOf(null);
  expect(whole).toContain('\nValores nominais (de 07/2023):\n  Média: R$ 1.518,00\n');
  expect(whole).toMatch(
    /^Vendedor · SP\n\nRegra: Regra do MTE\. \nDados: versão 1234, publicada em 20\/11\/2026[^\n]*\nRecibo: Ob5saXqj7rgjWu8Tnx8arw, de 25\/11\/2026[^\n]* https:\/\/caged\.example\/receipt\/x\n\nRegistros: 60\n/,
  );
  expect(whole).toContain(
    '\n  Máximo: R$ 1.660,00\n  Intervalo de 95 % da mediana: não há, com 60 registros\n',
  );
  expect(whole).not.toContain('ATENÇÃO');
  expect(whole).not.toContain('INPC');
  const text = textOf(null, {
    period: { from: '202306', to: '202307' },
    completeness: { state: 'partial', months: 2, withoutMov: ['202306'] },
    funnel: [
      { step: 'selecao', label: 'Linhas', reason: '', removed: 0, remaining: 1061 },
      { step: 'zero', label: 'Acima de zero', reason: '', removed: 1, remaining: 1060 },
    ],
  });
  expect(text).toContain('\nValores nominais (de cada mês, 06/2023 a 07/2023):\n');
  expect(text).toContain(
    '\nATENÇÃO. Dados incompletos: falta o arquivo principal (MOV) de 1 dos 2 meses: 06/2023.\n',
  );
  expect(text).toContain('\n  Linhas: 1.061\n  Acima de zero: 1.060 (menos 1)\n');
});

test('a corrected amount stands beside the nominal one, and states its month', () => {
  const correction = inpcCorrection({ from: '202207', to: '202207' }, '202209');
  if (correction === null) throw new Error('The indexes of 2022 are known.');
  const records = realRecordsOfMonths([
    {
      distribution: withRanks({ centavos: [200_000], counts: [60] }),
      total: 12_000_000n,
      factor: { numerator: 2n, denominator: 1n },
    },
  ]);
  const text = textOf(null, {}, { correction, records });
  expect(text).toContain(
    '\nValores nominais (de 07/2023), e de salários corrigidos pelo INPC:\n  Média: R$ 1.518,00; em 09/2022: R$ 4.000,00\n',
  );
  expect(text).toContain('  Cada salário é corrigido do seu mês até 09/2022, e só depois');
});

test('the version of the data is a number, not a quantity', () => {
  expect(textOf(null)).toContain('Dados: versão 1234, publicada em 20/11/2026');
});

const rowsOf = (csv: string) =>
  csv
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((row) => row.replaceAll('"', '').split(';'));

test('a distribution has each salary in reais with its records, however many there are', () => {
  const centavos = Array.from({ length: 2001 }, (_, at) => 5 + 101 * at);
  const counts = centavos.map((_, at) => at + 1);
  const rows = rowsOf([...distributionCsv({ centavos, counts })].join(''));
  expect(rows).toHaveLength(2002);
  expect([1, 2, 51, 1001, 2001].map((at) => rows[at])).toEqual([
    ['0,05', '1'],
    ['1,06', '2'],
    ['50,55', '51'],
    ['1010,05', '1001'],
    ['2020,05', '2001'],
  ]);
});

test('each amount stands under its own name, nominal and corrected', () => {
  const statistics = {
    count: 3,
    // As a float, 2048.18 times 100 is 204,817.99….
    average: 2048.18,
    min: 1000,
    p10: 1200,
    p25: 1500,
    median: 2000,
    p75: 2500,
    p90: 2800,
    max: 3000,
    standardDeviation: 1000,
    medianInterval: null,
  };
  expect(resultOf(statistics)).toEqual({
    registros: 3,
    media: 204_818,
    minimo: 100_000,
    p10: 120_000,
    q1: 150_000,
    mediana: 200_000,
    q3: 250_000,
    p90: 280_000,
    maximo: 300_000,
  });
  // R$ 1.000,00, 2.000,00 and 3.600,00 with prices that rose by a tenth.
  const records = realRecordsOfMonths([
    {
      distribution: withRanks({ centavos: [100_000, 200_000, 360_000], counts: [1, 1, 1] }),
      total: 660_000n,
      factor: { numerator: 11n, denominator: 10n },
    },
  ]);
  const index = { month: '202307', hundredths: 1000, source: 'IBGE' };
  const correction = { period: { from: '202306', to: '202307' }, to: '202307', months: [index] };
  expect(correctionOf(statistics, { correction, records })).toEqual({
    de: '202306',
    ate: '202307',
    indices: [{ mes: '202307', centesimosDePorCento: 1000, fonte: 'IBGE' }],
    resultado: {
      media: 242_000,
      minimo: 110_000,
      p10: 132_000,
      q1: 165_000,
      mediana: 220_000,
      q3: 308_000,
      p90: 360_800,
      maximo: 396_000,
    },
  });
  expect(rowsOf(amountsCsv(statistics, { correction, records }))).toEqual([
    ['estatistica', 'valor nominal', 'de salários corrigidos pelo INPC até 07/2023'],
    ['Média', '2048,18', '2420,00'],
    ['Mínimo', '1000,00', '1100,00'],
    ['Percentil 10', '1200,00', '1320,00'],
    ['1º quartil (percentil 25)', '1500,00', '1650,00'],
    ['Mediana (percentil 50)', '2000,00', '2200,00'],
    ['3º quartil (percentil 75)', '2500,00', '3080,00'],
    ['Percentil 90', '2800,00', '3608,00'],
    ['Máximo', '3000,00', '3960,00'],
  ]);
  expect(rowsOf(amountsCsv(statistics, null)).slice(0, 2)).toEqual([
    ['estatistica', 'valor nominal'],
    ['Média', '2048,18'],
  ]);
});

test('the factor of each month has twelve decimals, and is the product of the months after it', () => {
  const correction = inpcCorrection({ from: '202207', to: '202208' }, '202209');
  if (correction === null) throw new Error('The indexes of 2022 are known.');
  // IBGE: −0.31 % in August and −0.32 % in September 2022; a factor below 1.
  expect(correction.months.map(({ month, hundredths }) => [month, hundredths])).toEqual([
    ['202208', -31],
    ['202209', -32],
  ]);
  const [header, ...rows] = rowsOf(inpcCsv(correction));
  expect(header?.slice(0, 3)).toEqual(['mes', 'variacao em %', 'fator do mes ate 09/2022']);
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    // 0.9969 × 0.9968
    ['07/2022', '', '0,993709920000'],
    ['08/2022', '−0,31', '0,996800000000'],
    ['09/2022', '−0,32', '1,000000000000'],
  ]);
});

test('a variation of zero or above has no sign', () => {
  const correction = inpcCorrection({ from: '202412', to: '202412' }, '202502');
  if (correction === null) throw new Error('The indexes of 2025 are known.');
  // IBGE: 0.00 % in January and 1.48 % in February 2025.
  expect(
    rowsOf(inpcCsv(correction))
      .slice(1)
      .map((row) => row.slice(0, 3)),
  ).toEqual([
    ['12/2024', '', '1,014800000000'],
    ['01/2025', '0,00', '1,014800000000'],
    ['02/2025', '1,48', '1,000000000000'],
  ]);
});
