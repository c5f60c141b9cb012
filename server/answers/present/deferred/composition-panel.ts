import type { CompositionPanel } from '../../../../shared/contracts/deferred-panels.ts';
import { monthsWithMov } from '../../../../shared/statistics/completeness.ts';
import {
  meanCentavos,
  noSums,
  joinedSums,
  type SideSums,
} from '../../../../shared/statistics/pay-ratio.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { MixTally } from '../../../../shared/statistics/mix-difference.ts';
import { yearBefore } from '../../../../shared/statistics/year-on-year.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { cellSums } from '../../query/engine/cell-sums.ts';
import type { PayGroups } from '../../query/engine/pay-group.ts';
import { queryMonths, type SalaryQuery } from '../../query/salary-query.ts';
import { areComparable } from '../panels/figures.ts';
import { minRecordsOf } from '../suppression/min-records.ts';
import { suppressedCells } from '../suppression/suppressed-cells.ts';
import { countedRows } from '../../query/selection-sql.ts';
import type { PaySource } from '../../query/engine/counted-pay.ts';

/**
 * The change of the mean in a year: of the last month of the query whose month a year before is loaded too. Tendências
 * shows means by month, so a mean that it suppresses has no change here.
 */
export async function compositionPanel(
  { warehouse, backend }: PaySource,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<CompositionPanel> {
  const withMov = monthsWithMov(query.release.files);
  const after = queryMonths(query).findLast(
    (month) => withMov.has(month) && withMov.has(yearBefore(month)),
  );
  if (after === undefined) return { mudanca: null, falta: 'ano_anterior' };
  if (!areComparable(query)) return { mudanca: null, falta: 'incompleto' };
  const { groups } = await backend.count(warehouse, query, limits);
  const hidden = monthsWithoutMean(query, groups('month'));
  if (hidden.has(after) || hidden.has(yearBefore(after)))
    return { mudanca: null, falta: 'poucos_registros' };
  return mixChange(warehouse, query, { before: yearBefore(after), after }, limits);
}

/** The months of the query whose mean is suppressed, as in Tendências. */
function monthsWithoutMean(query: SalaryQuery, groups: PayGroups): ReadonlySet<string> {
  const counts = new Map(
    queryMonths(query).flatMap((month) => {
      const pay = groups.get(Number(month));
      return pay === undefined ? [] : [[month, pay.count] as const];
    }),
  );
  return new Set(suppressedCells(counts, [new Set(counts.keys())], minRecordsOf(query)).keys());
}

/**
 * The change of the mean from one month to a later one, split into pay and mix, unless a month, or the cells of both,
 * have too few records. Both months must be loaded.
 */
async function mixChange(
  warehouse: Warehouse,
  query: SalaryQuery,
  { before, after }: { readonly before: string; readonly after: string },
  limits: QueryLimits,
): Promise<CompositionPanel> {
  const inBoth = {
    clause: 'month in ({before:UInt32}, {after:UInt32})',
    params: { before: Number(before), after: Number(after) },
  };
  const lines = countedRows({ ...query, period: { from: before, to: after } }, inBoth);
  const by = {
    key: 'cbo',
    first: 'month = {after:UInt32}',
    second: 'month = {before:UInt32}',
  } as const;
  const tally = new MixTally();
  let [now, then]: [SideSums, SideSums] = [noSums, noSums];
  for await (const cells of cellSums(warehouse, lines, by, limits)) {
    for (const cell of cells) {
      tally.add(cell);
      now = joinedSums(now, cell.first);
      then = joinedSums(then, cell.second);
    }
  }
  const designEffect = designEffectOf(query);
  const found = tally.difference(designEffect);
  if (found === null) {
    const hasEnough = [now, then].every(({ count }) => areEnough(count, designEffect));
    return { mudanca: null, falta: hasEnough ? 'poucos_pares' : 'poucos_registros' };
  }
  const base = meanCentavos(then);
  const mudanca = {
    de: before,
    ate: after,
    registros_de: then.count,
    registros_ate: now.count,
    media_de: base / 100,
    media_ate: meanCentavos(now) / 100,
    diferenca: found.difference / 100,
    diferenca_pode_ser_acaso: found.differenceMayBeChance,
    salario: found.pay / 100,
    composicao: found.mix / 100,
    salario_de: found.payInterval.lower / 100,
    salario_ate: found.payInterval.upper / 100,
    pode_ser_acaso: found.mayBeChance,
    percentual: found.difference / base,
    percentual_salario: found.pay / base,
    percentual_composicao: found.mix / base,
    celulas: found.cells,
    parte_pareada: found.matched,
  };
  return { mudanca, falta: null };
}
