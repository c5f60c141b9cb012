import type {
  FloorsPanel,
  MovementPanel,
  PanelRatio,
} from '../../shared/contracts/deferred-panels.ts';
import { deferredPanel } from '../../server/answers/present/deferred/deferred-panels.ts';
import type { PaySource } from '../../server/answers/query/engine/counted-pay.ts';
import { designEffectOf } from '../../server/answers/query/design-effects.ts';
import type { Release } from '../../server/answers/query/release.ts';
import { resolveQuery } from '../../server/answers/query/salary-query.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { compositionOf, recomputedComposition } from './composition-agreement.ts';
import {
  compared,
  hiddenCells,
  isWhole,
  month,
  monthsOf,
  reach,
  sidesOf,
  type About,
  type Differences,
} from './deferred-expectations.ts';
import { drawnQueries, filtersOf, refusalOfBound } from './agreement.ts';
import { seededRandom } from './random.ts';
import {
  minimumRecordsOf,
  statistics,
  withoutBounds,
  type RawFilters,
  type Recomputation,
} from './recompute.ts';
import { recomputedMix } from './recompute-mix.ts';
import { medianEnds } from './recompute-panels.ts';

/** The kinds of separation by MTE's codes, defined again. */
const kindOf = `case when "saldomovimentação" = '1' then 'admissao'
  when "tipomovimentação" = '31' then 'sem_justa_causa' when "tipomovimentação" = '40' then 'a_pedido'
  when "tipomovimentação" in ('43', '45') then 'termino' when "tipomovimentação" = '90' then 'acordo'
  else 'outros' end`;
const kinds = ['sem_justa_causa', 'a_pedido', 'termino', 'acordo', 'outros'] as const;
const allKinds = ['admissao', ...kinds] as const;

interface DeferredRun {
  /**
   * Numbers of answered queries, of values of the panel of floors, of ratios at the same composition, and of changes
   * over time.
   */
  readonly answered: number;
  readonly floors: number;
  readonly mixes: number;
  readonly changes: number;
  readonly disagreements: readonly { readonly raw: RawFilters; readonly found: object }[];
}

/** Compares the panels that are computed on request with the other engine's, over random queries. */
export async function compareDeferredPanels(
  { release, ...source }: PaySource & { readonly release: Release },
  recomputation: Recomputation,
  { queries, seed }: { queries: number; seed: string },
): Promise<DeferredRun> {
  const draw = await drawnQueries(recomputation, seededRandom(seed));
  const loaded = new Set(
    release.files.flatMap((file) => (file.kind === 'MOV' ? [file.month] : [])),
  );
  const run = { answered: 0, floors: 0, mixes: 0, changes: 0 };
  const disagreements: { raw: RawFilters; found: object }[] = [];
  for (let number = 0; number < queries; number++) {
    const raw = draw();
    const query = resolveQuery(SearchFilters.parse(filtersOf(raw)), release);
    const floors = await deferredPanel('pisos-e-concentracoes', source, query, {}).catch(
      refusalOfBound,
    );
    if (floors === null) continue;
    const about: About = {
      raw,
      loaded,
      known: release.months,
      effect: designEffectOf(query),
    };
    const panel = await deferredPanel('entradas-e-saidas', source, query, {});
    const composition = await deferredPanel('salario-ou-composicao', source, query, {});
    const found = {
      ...(await differingValues(floors, recomputation, raw)),
      ...(await differingMovements(panel, recomputation, about)),
      ...compositionOf(composition, await recomputedComposition(recomputation, about)),
    };
    run.answered += 1;
    run.floors += floors.valores.length;
    run.mixes += panel.mesma_composicao === null ? 0 : 1;
    run.changes += composition.mudanca === null ? 0 : 1;
    if (Object.keys(found).length > 0) disagreements.push({ raw, found });
  }
  return { ...run, disagreements };
}

/** A value's records and its first and last month with enough of them, and all records. */
async function differingValues(floors: FloorsPanel, recomputation: Recomputation, raw: RawFilters) {
  const months = await recomputation.salariesBy(raw, month);
  const countsOf = (wanted?: number) =>
    [...months].map(([name, salaries]) => ({
      name,
      count: salaries.filter((one) => wanted === undefined || one === wanted).length,
    }));
  const total = (counts: ReturnType<typeof countsOf>) =>
    counts.reduce((sum, { count }) => sum + count, 0);
  const all = total(countsOf());
  const found = floors.valores.map(({ valor, registros, parte, primeiro_mes, ultimo_mes }) => ({
    valor,
    registros,
    parte,
    primeiro_mes,
    ultimo_mes,
  }));
  const expected = found.map(({ valor }) => {
    const counts = countsOf(Math.round(valor * 100));
    const seen = counts
      .flatMap(({ name, count }) => (count >= minimumRecordsOf(raw) ? [name] : []))
      .toSorted();
    return {
      valor,
      registros: total(counts),
      parte: total(counts) / all,
      primeiro_mes: seen[0] ?? null,
      ultimo_mes: seen.at(-1) ?? null,
    };
  });
  return compared({ records: floors.registros, values: found }, { records: all, values: expected });
}

function reasonOf(isFewIn: boolean, isFewOut: boolean): MovementPanel['falta'] {
  if (isFewIn) return isFewOut ? 'poucos_registros' : 'poucas_entradas';
  return isFewOut ? 'poucas_saidas' : null;
}

async function differingMovements(
  panel: MovementPanel,
  recomputation: Recomputation,
  about: About,
): Promise<Differences> {
  const raw: RawFilters = { ...withoutBounds(about.raw), movimentacao: 'todas' };
  const paid = await recomputation.salariesBy(raw, kindOf);
  const moved = await recomputation.movementsBy(raw, `${kindOf} || ' ' || ${month}`);
  const movedOf = (kind: string, of?: string) =>
    [...moved]
      .filter(([name]) =>
        of === undefined ? name.startsWith(`${kind} `) : name === `${kind} ${of}`,
      )
      .reduce((sum, [, count]) => sum + count, 0);
  const minRecords = minimumRecordsOf(raw);
  const out = kinds.flatMap((kind) => paid.get(kind) ?? []).toSorted((a, b) => a - b);
  const inside = paid.get('admissao') ?? [];
  // A response about all movements has the exact distribution of admissions and separations together.
  const isAboutAll = about.raw.movimentacao === 'todas';
  const countOf = (kind: string) => paid.get(kind)?.length ?? 0;
  const hidden = hiddenCells(
    new Map((isAboutAll ? allKinds : kinds).map((kind) => [codeOf(kind), countOf(kind)])),
    { minRecords, isDistributed: about.raw.movimentacao !== 'admissao' },
  );
  const hiddenSides = isAboutAll
    ? hiddenCells(new Map([['1', inside.length] as const, ['2', out.length] as const]), {
        minRecords,
        isDistributed: true,
      })
    : new Map<string, string>();
  const medianOf = (salaries: readonly number[], side?: string) =>
    salaries.length < minRecords || (side !== undefined && hiddenSides.get(side) === 'all')
      ? null
      : statistics(salaries).median;
  const isFew = ({ length }: readonly number[]) => length < Math.max(minRecords, 30 * about.effect);
  const ratioOf = (own: readonly number[], other: readonly number[], isHidden = false) => {
    if (isFew(own) || isFew(other) || isHidden || !isWhole(about)) return null;
    // Repeated salaries: an interval without width has no ratio.
    const intervals = [own, other].map((salaries) => medianEnds(salaries, about.effect));
    if (intervals.some(([lower, upper]) => lower === upper)) return null;
    return (medianOf(own) ?? 0) / (medianOf(other) ?? 0);
  };
  const outOf = (of?: string) => kinds.reduce((sum, kind) => sum + movedOf(kind, of), 0);
  const expected: Record<string, unknown> = {
    admissao: [movedOf('admissao'), inside.length, medianOf(inside, '1')],
    desligamento: [outOf(), out.length, medianOf(out, '2')],
    razao: ratioOf(inside, out),
    a_pedido: outOf() === 0 ? null : movedOf('a_pedido') / outOf(),
    falta: isWhole(about) ? reasonOf(isFew(inside), isFew(out)) : 'incompleto',
  };
  const found: Record<string, unknown> = {
    admissao: entryOf(panel.admissoes),
    desligamento: entryOf(panel.desligamentos),
    razao: valueOf(panel.desligamentos.razao),
    a_pedido: panel.parte_a_pedido,
    falta: panel.falta,
  };
  for (const kind of kinds) {
    const own = paid.get(kind) ?? [];
    const isHidden = hidden.get(codeOf(kind)) === 'all';
    expected[kind] = [movedOf(kind), own.length, isHidden ? null : medianOf(own)];
    expected[`${kind} razao`] = ratioOf(inside, own, isHidden);
    const shown = panel.tipos.find(({ tipo }) => tipo === kind);
    found[kind] = shown && entryOf(shown);
    found[`${kind} razao`] = shown && valueOf(shown.razao);
  }
  expected['meses'] = monthsOf(about)
    .filter((one) => about.known.includes(one))
    .map((one) => [one, movedOf('admissao', one), ...kinds.map((kind) => movedOf(kind, one))]);
  found['meses'] = panel.meses.map(({ mes, tipos }) => [
    mes,
    tipos.admissao,
    ...kinds.map((kind) => tipos[kind]),
  ]);
  const [first, second] = await sidesOf(recomputation, raw, `"saldomovimentação"`, ['1', '-1']);
  const mix = isWhole(about) ? recomputedMix(first, second, about.effect) : null;
  const shown = panel.mesma_composicao;
  return {
    ...compared(found, expected),
    ...compared(
      shown === null || shown.razao === null
        ? { mix: null }
        : {
            mix: shown.celulas,
            matched: shown.parte_pareada,
            ratio: shown.razao.valor,
            ratioFrom: shown.razao.de,
            ratioTo: shown.razao.ate,
          },
      mix === null
        ? { mix: null }
        : {
            mix: mix.cells,
            matched: mix.matched,
            ratio: mix.ratio,
            ratioFrom: mix.ratio - reach * mix.ratioError,
            ratioTo: mix.ratio + reach * mix.ratioError,
          },
    ),
  };
}

const valueOf = (ratio: PanelRatio) => ratio?.valor ?? null;

/** Of two cells with the same records suppression takes the first kind in the order of the panel. */
const codeOf = (kind: (typeof allKinds)[number]) => String(allKinds.indexOf(kind));

const entryOf = ({
  movimentacoes,
  registros,
  mediana,
}: MovementPanel['admissoes']): readonly unknown[] => [movimentacoes, registros, mediana];
