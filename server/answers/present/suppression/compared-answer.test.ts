import { expect, test } from 'vitest';
import { sampleReport } from '../../../../tests/support/sample-report.ts';
import { comparedAnswer, nearlyEqualAnswer } from './compared-answer.ts';

test('a comparison has no estimate and no figures of other places', () => {
  const [selection] = sampleReport([{ salaries: [150_000, 160_000] }]).selections;
  if (selection === undefined) throw new Error('There is no selection.');
  const { filters } = selection;
  const figures = { median: 1700, medianInterval: null };
  const answer = {
    ...selection.answer,
    relaxed: [{ label: 'Todo o Brasil', filters, count: 40, figures }],
    nearby: [
      { codigo: '311000', nome: 'Caeté', uf: 'MG', kilometres: 20, count: 40, median: 1700 },
    ],
    estimate: {
      nome: 'Caeté (MG)',
      median: 1690,
      lower: 1610,
      upper: 1780,
      records: 2,
      ownWeight: 0,
    },
  };
  const without = {
    relaxed: [{ label: 'Todo o Brasil', filters, count: 40, figures: null }],
    nearby: [],
    estimate: null,
  };
  expect(comparedAnswer(answer)).toMatchObject(without);
  expect(nearlyEqualAnswer(answer)).toMatchObject(without);
});

test('a nearly equal selection does not state its records of full time', () => {
  const [selection] = sampleReport([{ salaries: [150_000, 160_000] }]).selections;
  if (selection === undefined) throw new Error('There is no selection.');
  const answer = { ...selection.answer, fullTime: 1 };
  expect(comparedAnswer(answer).fullTime).toBe(1);
  expect(nearlyEqualAnswer(answer).fullTime).toBeUndefined();
});
