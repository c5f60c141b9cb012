import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { julyRelease } from '../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { isAdded, sharedColumns } from '../../platform/warehouse/layout.ts';
import { minimumWagesOf, selectionOf } from './selection.ts';

const requested = resolveQuery(SearchFilters.parse({ genero: 'F', uf: 'MG' }), julyRelease);

test('a query is described with the scripts’ names of its filters, without those that are not set', () => {
  expect(selectionOf(requested)).toEqual({
    periodo: { de: '202307', ate: '202307' },
    movimentacao: 'admissao',
    metodo: 'mte',
    serie: 'ajustada',
    uf: 31,
    sexo: 3,
  });
});

test('the movement, the rule, the series and the months are those of the query', () => {
  const query = resolveQuery(
    SearchFilters.parse({
      movimentacao: 'desligamento',
      metodo: 'bruto',
      serie: 'declarada',
      periodoInicio: '202306',
      periodoFim: '202307',
    }),
    julyRelease,
  );
  expect(selectionOf(query)).toEqual({
    periodo: { de: '202306', ate: '202307' },
    movimentacao: 'desligamento',
    metodo: 'bruto',
    serie: 'declarada',
  });
});

const ofSoutheast = (filters: object) =>
  resolveQuery(SearchFilters.parse({ regiao: '3', ...filters }), julyRelease);

test('ranges have their ends, salaries in centavos, and the minimum wages are those of the months', () => {
  expect(selectionOf(ofSoutheast({ salarioMin: 1320, faixaEtaria: '55+' }))).toMatchObject({
    regiao: 3,
    salario: { de: 132_000, ate: null },
    idade: { de: 56, ate: null },
  });
  expect(selectionOf(ofSoutheast({ salarioMax: 2500.07, faixaEtaria: '18-25' }))).toMatchObject({
    salario: { de: null, ate: 250_007 },
    idade: { de: 18, ate: 25 },
  });
  expect(minimumWagesOf(ofSoutheast({}))).toEqual([{ mes: '202307', centavos: 132_000 }]);
});

test('a filter that the scripts do not know is refused: without it they would count too many', () => {
  expect(() => selectionOf(requested, { uf: 'uf' })).toThrow(/ainda não conhece/);
});

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

test('the scripts read every column that was not added later, and no file lacks one', async () => {
  const [python = '', sql = ''] = await Promise.all(
    ['recalcular.py', 'recalcular.sql'].map((name) =>
      readFile(new URL(`package/${name}`, import.meta.url), 'utf8'),
    ),
  );
  const original = sharedColumns.filter((column) => !isAdded(column));
  expect(original.filter(({ until }) => until !== undefined)).toEqual([]);
  const unread = original.filter(
    ({ header }) => !python.includes(`"${withoutAccents(header)}"`) || !sql.includes(`'${header}'`),
  );
  expect(unread).toEqual([]);
});
