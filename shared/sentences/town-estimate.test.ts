import { expect, test } from 'vitest';
import { sampleEstimate } from '../../tests/support/sample-estimate.ts';
import { estimateExplanation, estimateText, smallAnswerTexts } from './town-estimate.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('an estimate is called one, with its interval, and explained in two sentences', () => {
  expect(plain(estimateText(sampleEstimate))).toBe(
    'Estimativa para Caeté (MG): R$ 1.690 (entre R$ 1.610 e R$ 1.780)',
  );
  expect(plain(estimateExplanation(sampleEstimate))).toBe(
    'A estimativa combina 12 registros do município (peso de 25,0 %) com os salários da família da ocupação nos municípios do estado, pelo modelo de Fay e Herriot. Não é uma contagem: em cerca de 95 % dos casos, a mediana real está entre os dois valores.',
  );
  // A weight above zero is never written as zero.
  expect(plain(estimateExplanation({ records: 12, ownWeight: 0.0004 }))).toContain(
    'A estimativa combina 12 registros do município (peso de < 0,1 %) com',
  );
  expect(estimateExplanation({ records: 0, ownWeight: 0 })).toMatch(/^Sem registros no município/);
  expect(estimateExplanation({ records: 1, ownWeight: 0 })).toMatch(
    /^Com apenas 1\u00a0registro no município, a estimativa usa só os salários/,
  );
  // With race or disability as a filter, fewer than 30 records have no part in the estimate.
  expect(estimateExplanation({ records: 29, ownWeight: 0 })).toMatch(
    /^Com apenas 29\u00a0registros no município, a estimativa usa só os salários/,
  );
});

test('a document distinguishes the estimate, wider places and nearby municipalities', () => {
  const texts = smallAnswerTexts({
    estimate: sampleEstimate,
    relaxed: [
      {
        label: 'Toda a região de Belo Horizonte',
        filters: { movimentacao: 'admissao', metodo: 'mte', serie: 'ajustada' },
        count: 212,
        figures: { median: 1720, medianInterval: { lower: 1650, upper: 1800 } },
      },
      {
        label: 'Todo o estado',
        filters: { movimentacao: 'admissao', metodo: 'mte', serie: 'ajustada' },
        count: 214,
        figures: null,
      },
    ],
    nearby: [
      { codigo: '315670', nome: 'Sabará', uf: 'MG', kilometres: 21, count: 80, median: 1700 },
    ],
  }).map(plain);
  expect(texts).toEqual([
    expect.stringMatching(/^Estimativa para Caeté \(MG\): R\$ 1\.690/),
    'Pesquisas mais amplas: Toda a região de Belo Horizonte: mediana R$ 1.720,00 (de R$ 1.650,00 a R$ 1.800,00), 212 registros.',
    'Municípios mais próximos com dados: Sabará, a 21 km: mediana R$ 1.700,00, 80 registros.',
  ]);
  expect(smallAnswerTexts({ estimate: null, relaxed: [], nearby: [] })).toEqual([]);
});

test('a document names the salary that fills the interval of a wider place', () => {
  const texts = smallAnswerTexts({
    estimate: null,
    relaxed: [
      {
        label: 'Toda a região Nordeste',
        filters: { movimentacao: 'admissao', metodo: 'mte', serie: 'ajustada' },
        count: 64,
        figures: { median: 1320, medianInterval: { lower: 1320, upper: 1320 } },
      },
    ],
    nearby: [],
  }).map(plain);
  expect(texts).toEqual([
    'Pesquisas mais amplas: Toda a região Nordeste: mediana R$ 1.320,00 (muitos salários iguais a R$ 1.320,00), 64 registros.',
  ]);
});
