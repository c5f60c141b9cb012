import { keysOf } from '../../../shared/codes/keys.ts';
import { lineFilters, type LineFilterName } from '../../answers/query/filters/catalogue.ts';
import { queryMonths, type SalaryQuery } from '../../answers/query/salary-query.ts';
import { emptyCode } from '../../platform/warehouse/empty-values.ts';
import { isAdded, sharedColumns, type Column } from '../../platform/warehouse/layout.ts';
import { AppError } from '../../platform/errors.ts';
import { hasMinimumWage, minimumWageCentavos } from '../../reference/minimum-wage.ts';

type FilterNames = Readonly<Partial<Record<LineFilterName, string>>>;

/** The name of each filter in `pergunta.json`; `package/recalcular.py` and `.sql` know it by this name. */
const names = {
  occupations: 'ocupacoes',
  family: 'familiaCbo',
  region: 'regiao',
  uf: 'uf',
  municipalities: 'municipios',
  sex: 'sexo',
  schooling: 'escolaridade',
  schoolingLevel: 'nivelEscolaridade',
  age: 'idade',
  race: 'raca',
  disabilities: 'deficiencia',
  companySize: 'porte',
  section: 'secao',
  subclasses: 'subclasses',
  contract: 'contrato',
  hours: 'horas',
} as const satisfies FilterNames;

/**
 * A query that has a period, as the laudo's scripts read it. Texts and place names are already registry codes; money is
 * centavos, weekly hours are hundredths. Unset filters are omitted. Throws `AppError` 422 for a filter that the scripts do
 * not know.
 */
export function selectionOf(query: SalaryQuery, filterNames: FilterNames = names) {
  const { period, movement, rule, series, salaryFrom, salaryTo } = query;
  if (period === null) throw new Error('Nothing is published, so nothing can be recomputed.');
  const conditions = keysOf(lineFilters)
    .filter((name) => query[name] !== null)
    .map((name) => [filterNames[name] ?? unknownFilter(), written(query[name])]);
  return {
    periodo: { de: period.from, ate: period.to },
    movimentacao: movement,
    metodo: rule,
    serie: series,
    ...((salaryFrom !== null || salaryTo !== null) && {
      salario: { de: salaryFrom, ate: salaryTo },
    }),
    ...Object.fromEntries(conditions),
  };
}

function unknownFilter(): never {
  throw new AppError(
    'laudo_sem_filtro',
    422,
    'O programa do laudo ainda não conhece um dos filtros desta pesquisa. Remova o filtro e peça o laudo de novo.',
  );
}

const written = (value: SalaryQuery[LineFilterName]) =>
  typeof value === 'object' && value !== null && 'from' in value
    ? { de: value.from, ate: value.to }
    : value;

/** The minimum wages that the salary rule uses, by month. */
export const minimumWagesOf = (query: SalaryQuery) =>
  queryMonths(query)
    .filter(hasMinimumWage)
    .map((month) => ({ mes: month, centavos: minimumWageCentavos(month) }));

/**
 * The columns that the ministry added later, by header. The scripts know all others by themselves, and require them in
 * every file; these only decide which lines are equal. `limite` is the lowest number that is no code.
 */
export const columnsOfSomeMonths = () =>
  sharedColumns.filter(isAdded).map((column) => ({
    nome: column.header,
    ...formOf(column),
    desde: Number(column.since ?? '200001'),
    ate: Number(column.until ?? '209912'),
  }));

function formOf({ form, type, header }: Column) {
  if (form === 'code') return { forma: 'codigo', limite: emptyCode(type) };
  if (form === 'whole') return { forma: 'codigo', limite: 65_536 };
  if (form === 'letter') return { forma: 'letra' };
  if (form === 'hundredths') return { forma: 'valor' };
  throw new RangeError(`The scripts cannot read the added column ${header}.`);
}
