import {
  countAtOrBelow,
  percentile,
  type PreparedDistribution,
} from '../../../../shared/statistics/percentile.ts';
import { type Book, type PreparedSelection, nameEnding } from './book.ts';
import { cellName, columnName } from './cells.ts';
import type { ValueFormat } from './formats.ts';
import type { Sheet } from './sheet.ts';

const lines = [
  'Percentil, de 0 a 100 (digite aqui)',
  'Posição do registro, a partir do menor',
  'Fração até a posição seguinte',
  'Salário nesta posição',
  'Salário na posição seguinte',
  'Salário deste percentil',
  '',
  'Salário em reais (digite aqui)',
  'Registros com até este salário',
  'Percentil deste salário',
] as const;
const place = {
  percentile: 0,
  rank: 1,
  fraction: 2,
  below: 3,
  above: 4,
  percentileResult: 5,
  salary: 7,
  reached: 8,
  salaryResult: 9,
} as const;

const median = 50;

/**
 * Writes two live formulas with a typed input: the salary at a percentile, and the percentile of a salary. Each
 * selection has a column. Returns the row after it.
 */
export function writeCalculator(
  book: Book,
  sheet: Sheet,
  prepared: readonly PreparedSelection[],
  top: number,
): number {
  const { formats, model } = book;
  sheet.write(top, 0, 'Calculadora de percentis', formats.header.left);
  sheet.widen(0, 40);
  for (const [index, line] of lines.entries()) {
    const isAnswer = index === place.percentileResult || index === place.salaryResult;
    sheet.write(top + 1 + index, 0, line, formats[isAnswer ? 'strong' : 'value'].text);
  }
  for (const [index, one] of prepared.entries()) {
    const header = model.selections.length > 1 ? one.selection.label : 'Valor';
    sheet.write(top, 1 + index, header, formats.header.right);
    sheet.widen(1 + index, 18);
    writeAnswers(book, sheet, one, { row: top + 1, column: 1 + index });
  }
  const lastColumn = columnName(prepared.length);
  const typed = (row: number) => `B${top + 2 + row}:${lastColumn}${top + 2 + row}`;
  sheet.validate({
    cells: typed(place.percentile),
    from: 0,
    to: 100,
    promptTitle: 'Percentil',
    prompt: 'Digite um número de 0 a 100: 50 é a mediana.',
    error: 'O percentil é um número de 0 a 100.',
  });
  sheet.validate({
    cells: typed(place.salary),
    from: 0,
    to: 1_000_000_000,
    promptTitle: 'Salário',
    prompt: 'Digite um salário mensal em reais.',
    error: 'O salário é um número em reais, a partir de 0.',
  });
  const note = 'Percentis como PERCENTIL.INC, sobre a distribuição exata à direita.';
  sheet.write(top + 1 + lines.length, 0, note, formats.note);
  return top + 2 + lines.length;
}

function writeAnswers(
  book: Book,
  sheet: Sheet,
  { selection, distribution }: PreparedSelection,
  { row, column }: { readonly row: number; readonly column: number },
) {
  if (distribution === null) return;
  const { formats, model } = book;
  const ending = nameEnding(model, selection);
  const cell = (line: number) => cellName(row + line, column);
  const names = {
    percentile: `Percentil${ending}`,
    salary: `Salario${ending}`,
    salaries: `Distribuicao_salarios${ending}`,
    cumulative: `Distribuicao_acumulados${ending}`,
    rank: cell(place.rank),
    fraction: cell(place.fraction),
    below: cell(place.below),
    above: cell(place.above),
    reached: cell(place.reached),
  };
  const live = (line: number, { formula, result }: LiveCell, format: ValueFormat) =>
    sheet.formula(row + line, column, formula, result, formats.value[format]);
  const typedSalary = (percentile(distribution, median * 100) ?? 0) / 100;
  sheet.write(row + place.percentile, column, median, formats.input.decimal);
  sheet.write(row + place.salary, column, typedSalary, formats.input.reais);
  const byPercentile = percentileCells(distribution, median, names);
  const bySalary = salaryCells(distribution, typedSalary, names);
  live(place.rank, byPercentile.rank, 'count');
  live(place.fraction, byPercentile.fraction, 'decimal');
  live(place.below, byPercentile.below, 'reais');
  live(place.above, byPercentile.above, 'reais');
  const { formula, result } = byPercentile.result;
  sheet.formula(row + place.percentileResult, column, formula, result, formats.strong.reais);
  live(place.reached, bySalary.reached, 'count');
  const share = bySalary.result;
  sheet.formula(
    row + place.salaryResult,
    column,
    share.formula,
    share.result,
    formats.strong.decimal,
  );
  book.name(names.percentile, sheet, [row + place.percentile, column]);
  book.name(names.salary, sheet, [row + place.salary, column]);
  book.name(`Salario_do_percentil${ending}`, sheet, [row + place.percentileResult, column]);
  book.name(`Percentil_do_salario${ending}`, sheet, [row + place.salaryResult, column]);
}

/** Names of the cells that the formulas refer to. */
interface PercentileNames {
  readonly percentile: string;
  readonly salary: string;
  readonly salaries: string;
  readonly cumulative: string;
  readonly rank: string;
  readonly fraction: string;
  readonly below: string;
  readonly above: string;
  readonly reached: string;
}

interface LiveCell {
  readonly formula: string;
  /** The result for the current input. */
  readonly result: number;
}

/**
 * PERCENTIL.INC over distinct salaries and their cumulative counts. The rank uses whole-number arithmetic if the
 * percentile is a whole number, so that the result is exact to the centavo: the position is 1 + p·(n − 1)/100, and its
 * fraction is taken before dividing.
 */
function percentileCells(
  distribution: PreparedDistribution,
  typed: number,
  names: PercentileNames,
): { rank: LiveCell; fraction: LiveCell; below: LiveCell; above: LiveCell; result: LiveCell } {
  const { count } = distribution;
  const steps = typed * (count - 1);
  const rank = Math.floor(steps / 100) + 1;
  const records = `MAX(${names.cumulative})`;
  const at = (wanted: string) =>
    `INDEX(${names.salaries},IFERROR(MATCH(${wanted}-1,${names.cumulative},1),0)+1)`;
  const salaryAt = (wanted: number) => {
    const index = distribution.cumulative.findIndex((upTo) => upTo >= wanted);
    return (distribution.centavos[index] ?? 0) / 100;
  };
  return {
    rank: { formula: `=INT(${names.percentile}*(${records}-1)/100)+1`, result: rank },
    fraction: {
      formula: `=(${names.percentile}*(${records}-1)-100*(${names.rank}-1))/100`,
      result: (steps - 100 * (rank - 1)) / 100,
    },
    below: { formula: `=${at(names.rank)}`, result: salaryAt(rank) },
    above: {
      formula: `=${at(`MIN(${names.rank}+1,${records})`)}`,
      result: salaryAt(Math.min(rank + 1, count)),
    },
    result: {
      formula: `=ROUND(${names.below}+${names.fraction}*(${names.above}-${names.below}),2)`,
      result: (percentile(distribution, typed * 100) ?? 0) / 100,
    },
  };
}

/** The inverse: the number of records with at most a salary (reais), and their share in percent. */
function salaryCells(
  distribution: PreparedDistribution,
  typed: number,
  names: PercentileNames,
): { reached: LiveCell; result: LiveCell } {
  const reached = countAtOrBelow(distribution, Math.round(typed * 100));
  return {
    reached: {
      formula: `=IFERROR(INDEX(${names.cumulative},MATCH(ROUND(${names.salary},2),${names.salaries},1)),0)`,
      result: reached,
    },
    result: {
      formula: `=100*${names.reached}/MAX(${names.cumulative})`,
      result: (100 * reached) / distribution.count,
    },
  };
}
