import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Method } from '../../../shared/contracts/search.ts';
import { MethodDetails } from './method-panel.tsx';

const method: Method = {
  rule: 'mte',
  ruleLabel: 'MTE',
  ruleDescription: 'A regra do ministério.',
  series: 'ajustada',
  movement: 'admissao',
  period: null,
  completeness: { state: 'complete', months: 0, withoutMov: [] },
  structure: 'ranked',
  release: null,
  designEffect: 1,
  funnel: [],
  minimumWage: null,
};

const shown = (structure: Method['structure']) =>
  renderToStaticMarkup(<MethodDetails method={{ ...method, structure }} />);

test('states how the lines were counted', () => {
  expect(shown('ranked')).toMatch(/Contado em.*Todas as linhas, em ordem de salário/);
  expect(shown('lines')).toMatch(/Contado em.*Todas as linhas, uma a uma/);
});
