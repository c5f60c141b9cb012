import { setImmediate } from 'node:timers/promises';
import { keysOf } from '../../../../shared/codes/keys.ts';
import {
  MovementCounts,
  movementKinds,
  type MovementKind,
  type MovementPanel,
  type MovementPay,
  type PanelRatio,
} from '../../../../shared/contracts/deferred-panels.ts';
import type { Bounds } from '../../../../shared/contracts/equality.ts';
import type { GroupFigures } from '../../../../shared/contracts/panels.ts';
import {
  areEnough,
  comparableEstimate,
} from '../../../../shared/statistics/interval-difference.ts';
import { medianRatio } from '../../../../shared/statistics/median-ratio.ts';
import { MixTally } from '../../../../shared/statistics/mix-difference.ts';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import { cancelTogether } from '../../../platform/warehouse/cancel-together.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { movementKindSql } from '../../query/dimensions.ts';
import { cellSums } from '../../query/engine/cell-sums.ts';
import { groupedPay } from '../../query/engine/grouped-pay.ts';
import type { PayGroup } from '../../query/engine/pay-group.ts';
import { queryMonths, type SalaryQuery } from '../../query/salary-query.ts';
import { countedRows, countedSteps, selectionOf } from '../../query/selection-sql.ts';
import { areComparable, groupFigures } from '../panels/figures.ts';
import type { PaySource } from '../../query/engine/counted-pay.ts';

const sides = ['admissao', 'desligamento'] as const;
type Side = (typeof sides)[number];
const keyOfSide = (side: Side) => sides.indexOf(side) + 1;
const keyOfMonth = (side: Side, month: number | string) =>
  keyOfSide(side) * 1_000_000 + Number(month);
const kinds = keysOf(movementKinds);
const separationKinds = kinds.filter((kind) => kind !== 'admissao');
/** The code of a kind in `movementKind`. */
const codeOf = (kind: MovementKind) => kinds.indexOf(kind) + 1;

/**
 * Admissions against separations by kind and month, whatever movement the query selects. Without its salary bounds: the
 * counts of a kind with few records under moving bounds would reveal each salary, and a bound cuts the compared medians.
 */
export async function movementPanel(
  source: PaySource,
  requested: SalaryQuery,
  limits: QueryLimits,
): Promise<MovementPanel> {
  const { warehouse } = source;
  const query: SalaryQuery = { ...requested, movement: 'todas', salaryFrom: null, salaryTo: null };
  const ofSeparations: SalaryQuery = { ...query, movement: 'desligamento' };
  const byKind = { dimension: 'movementKind', query: ofSeparations } as const;
  const [admissao, desligamento, separated, moved, mix] = await cancelTogether(limits, (limited) =>
    Promise.all([
      countedSide(source, { ...query, movement: 'admissao' }, limited),
      countedSide(source, ofSeparations, limited),
      groupedPay(warehouse, ofSeparations, [byKind], limited),
      movementCounts(warehouse, query, limited),
      sameMix(warehouse, query, limited),
    ]),
  );
  const counted = { admissao, desligamento };
  const months = queryMonths(query);
  const compare = comparison(query);
  const isAboutAll = requested.movement === 'todas';
  const sideFigures = groupFigures(
    query,
    new Map(sides.map((side) => [keyOfSide(side), counted[side].all])),
    isAboutAll ? [new Set(sides.map(keyOfSide))] : [],
  );
  const kindSets = [new Set((isAboutAll ? kinds : separationKinds).map(codeOf))];
  const kindFigures = groupFigures(
    query,
    new Map([[codeOf('admissao'), admissao.all], ...(separated.get(byKind.dimension) ?? [])]),
    kindSets,
    requested.movement === 'admissao' ? [] : kindSets,
  );
  const monthsOf = (of: readonly Side[]) =>
    new Set(of.flatMap((side) => months.map((month) => keyOfMonth(side, month))));
  const monthFigures = groupFigures(
    query,
    new Map(
      sides.flatMap((side) =>
        counted[side].months.map(([month, pay]) => [keyOfMonth(side, month), pay] as const),
      ),
    ),
    isAboutAll ? [monthsOf(sides)] : sides.map((side) => monthsOf([side])),
    [monthsOf(requested.movement === 'todas' ? sides : [requested.movement])],
  );
  const count = (of: readonly MovementKind[], month?: string) =>
    moved
      .filter((one) => of.includes(one.kind) && (month === undefined || one.month === month))
      .reduce((sum, { records }) => sum + records, 0);
  const admissions = sideFigures(keyOfSide('admissao'));
  const separations = sideFigures(keyOfSide('desligamento'));
  return {
    admissoes: payOf(count(['admissao']), admissions),
    desligamentos: {
      ...payOf(count(separationKinds), separations),
      razao: compare(admissions, separations),
    },
    tipos: separationKinds.map((kind) => ({
      tipo: kind,
      nome: movementKinds[kind],
      ...payOf(count([kind]), kindFigures(codeOf(kind))),
      razao: compare(admissions, kindFigures(codeOf(kind))),
    })),
    parte_a_pedido: partOf(count(['a_pedido']), count(separationKinds)),
    mesma_composicao: mix,
    meses: months.map((month) => {
      const own = monthFigures(keyOfMonth('admissao', month));
      const other = monthFigures(keyOfMonth('desligamento', month));
      return {
        mes: month,
        admissoes: payOf(count(['admissao'], month), own),
        desligamentos: {
          ...payOf(count(separationKinds, month), other),
          razao: compare(own, other),
        },
        tipos: MovementCounts.parse(
          Object.fromEntries(kinds.map((kind) => [kind, count([kind], month)])),
        ),
        parte_a_pedido: partOf(count(['a_pedido'], month), count(separationKinds, month)),
      };
    }),
    falta: missingRatio(query, admissions, separations),
  };
}

/** The records of a side, together and by month of the query. */
async function countedSide(
  { warehouse, backend }: PaySource,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<{ readonly all: PayGroup; readonly months: readonly [month: number, PayGroup][] }> {
  const { distribution, groups } = await backend.count(warehouse, query, limits);
  // A year of the whole country has 420,000 salaries.
  await setImmediate();
  const requested = new Set(queryMonths(query).map(Number));
  const months = [...groups('month')].filter(([month]) => requested.has(month));
  const total = months.reduce((sum, [, pay]) => sum + pay.total, 0n);
  return { all: { ...withRanks(distribution), total }, months };
}

/** Why admissions and separations are not compared. */
function missingRatio(
  query: SalaryQuery,
  admissions: GroupFigures,
  separations: GroupFigures,
): MovementPanel['falta'] {
  if (!areComparable(query)) return 'incompleto';
  const [isFewIn, isFewOut] = [admissions, separations].map(
    ({ count }) => !areEnough(count, designEffectOf(query)),
  );
  if (isFewIn && isFewOut) return 'poucos_registros';
  if (isFewIn) return 'poucas_entradas';
  return isFewOut ? 'poucas_saidas' : null;
}

const payOf = (movimentacoes: number, figures: GroupFigures): MovementPay => ({
  movimentacoes,
  registros: figures.count,
  omitido: figures.suppressed,
  mediana: figures.median,
  mediana_de: figures.medianInterval?.lower ?? null,
  mediana_ate: figures.medianInterval?.upper ?? null,
});

const partOf = (part: number, all: number) => (all > 0 && part >= 0 ? part / all : null);

/** The ratio of two groups' medians; null with too few records and for incomplete data. */
function comparison(query: SalaryQuery) {
  const isComparable = areComparable(query);
  const designEffect = designEffectOf(query);
  return (own: GroupFigures, other: GroupFigures): PanelRatio => {
    const [first, second] = [own, other].map((one) => comparableEstimate(one, designEffect));
    if (!isComparable || first === undefined || second === undefined) return null;
    const found = medianRatio(first, second);
    return found && ratioOf(found.ratio, found, found.mayBeChance);
  };
}

const ratioOf = (valor: number, { lower, upper }: Bounds, mayBeChance: boolean): PanelRatio => ({
  valor,
  de: lower,
  ate: upper,
  pode_ser_acaso: mayBeChance,
});

async function sameMix(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<MovementPanel['mesma_composicao']> {
  if (!areComparable(query)) return null;
  const tally = new MixTally();
  const by = { key: 'cbo', first: 'balance = 1', second: 'balance = -1' } as const;
  for await (const cells of cellSums(warehouse, countedRows(query), by, limits))
    for (const cell of cells) tally.add(cell);
  const found = tally.difference(designEffectOf(query));
  return (
    found && {
      razao: ratioOf(found.payRatio, found.payRatioInterval, found.mayBeChance),
      celulas: found.cells,
      parte_pareada: found.matched,
    }
  );
}

/** Movements of the selection with or without a salary, less the matched exclusions; MTE subtracts all exclusions. */
async function movementCounts(warehouse: Warehouse, query: SalaryQuery, limits: QueryLimits) {
  const rows = await warehouse.rows<{
    movement_kind: number;
    month: number;
    records: number;
  }>(countsSql(query), limits);
  return rows.flatMap(({ movement_kind: code, month, records }) => {
    const kind = kinds[code - 1];
    return kind === undefined ? [] : [{ kind, month: String(month), records }];
  });
}

function countsSql(query: SalaryQuery): Sql {
  const { clauses, params } = selectionOf(query);
  const series = countedSteps(query).filter(({ step }) => step === 'serie');
  const text = `
    select ${movementKindSql} as movement_kind, month, sum(weight) as records
    from movements
    where ${[...clauses, ...series.map(({ clause }) => clause)].join('\n      and ')}
    group by movement_kind, month
    order by movement_kind, month`;
  return { text, params };
}
