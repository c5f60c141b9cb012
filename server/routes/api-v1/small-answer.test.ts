import { expect, test } from 'vitest';
import { sampleEstimate } from '../../../tests/support/sample-estimate.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { smallAnswerResponse } from './small-answer.ts';

test('an answer of few records has its wider places, nearby municipalities and estimate', () => {
  const wider = {
    label: 'Todo o Brasil',
    filters: SearchFilters.parse({ cbo: '521110', uf: 'MG' }),
    count: 44,
  };
  const figures = { median: 1500, medianInterval: { lower: 1450, upper: 1600 } };
  const found = smallAnswerResponse({
    relaxed: [
      { ...wider, figures },
      { ...wider, figures: { ...figures, medianInterval: null } },
      { ...wider, figures: null },
    ],
    nearby: [
      { codigo: '315670', nome: 'Sabará', uf: 'MG', kilometres: 21, count: 80, median: 1700 },
    ],
    estimate: sampleEstimate,
  });
  const sameFor = found.mais_amplas.map(({ rotulo, registros, filtros }) => [
    rotulo,
    registros,
    filtros['uf'],
  ]);
  expect(sameFor).toEqual(Array.from({ length: 3 }, () => ['Todo o Brasil', 44, 'MG']));
  expect(
    found.mais_amplas.map(({ mediana, mediana_de, mediana_ate }) => [
      mediana,
      mediana_de,
      mediana_ate,
    ]),
  ).toEqual([
    [1500, 1450, 1600],
    [1500, null, null],
    [null, null, null],
  ]);
  expect(found.proximos).toEqual([
    {
      municipio: '315670',
      nome: 'Sabará',
      uf: 'MG',
      distancia_km: 21,
      registros: 80,
      mediana: 1700,
    },
  ]);
  expect(found.estimativa).toMatchObject({
    nome: 'Caeté (MG)',
    mediana: 1690,
    de: 1610,
    ate: 1780,
    registros: 12,
    peso_proprio: 0.25,
  });
  expect(found.estimativa?.explicacao).toContain('12');
  expect(smallAnswerResponse({ relaxed: [], nearby: [], estimate: null })).toEqual({
    mais_amplas: [],
    proximos: [],
    estimativa: null,
  });
});
