import { expect, test } from 'vitest';
import { julyRelease } from '../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { resolveQuery } from '../query/salary-query.ts';
import { funnelOf } from './funnel.ts';

const stepsFor = (filters: object) =>
  funnelOf(
    resolveQuery(SearchFilters.parse(filters), julyRelease),
    new Map([
      ['selecao', 100],
      ['serie', 90],
      ['movimentacao', 60],
      ['zero', 60],
      ['piso', 55],
    ]),
  );

test('each step states the lines that it removes of those that the step before left', () => {
  expect(stepsFor({}).map(({ step, removed, remaining }) => [step, removed, remaining])).toEqual([
    ['selecao', 0, 100],
    ['serie', 10, 90],
    ['movimentacao', 30, 60],
    ['zero', 0, 60],
    ['piso', 5, 55],
  ]);
});

const wordsFor = (filters: object) =>
  stepsFor(filters)
    .slice(1, 3)
    .map(({ label, reason }) => [label, reason]);
expect(wordsFor({})).toEqual([
  [
    'Menos as exclusões',
    'Cada exclusão (EXC) retira uma linha igual a ela, declarada antes por engano.',
  ],
  ['Só admissões', 'Os desligamentos não entram nesta pesquisa.'],
]);

test('the words of a step follow the series and the movement', () => {
  expect(wordsFor({ serie: 'declarada', movimentacao: 'desligamento' })).toEqual([
    [
      'Só as declaradas no prazo',
      'A série declarada não tem as declarações fora do prazo (FOR) nem as exclusões.',
    ],
    ['Só desligamentos', 'Os registros de admissão não entram nesta pesquisa.'],
  ]);
});
