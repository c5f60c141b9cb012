import { isDeepStrictEqual } from 'node:util';
import type { FloorsPanel, MovementPanel } from '../../shared/contracts/deferred-panels.ts';
import { deferredPanel } from '../../server/answers/present/deferred/deferred-panels.ts';
import { readableRelease } from '../../server/answers/query/release.ts';
import { resolveQuery } from '../../server/answers/query/salary-query.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { drawnQuestions, filtersOf, refusalOfBound } from './agreement.ts';
import type { Installation } from './installation.ts';
import { seededRandom } from './random.ts';
import { minimumRecordsOf, statistics, type Asked, type Recomputation } from './recompute.ts';

/** The kinds of separation by MTE's codes, defined again. */
const kindOf = `case when "saldomovimentação" = '1' then 'admissao'
  when "tipomovimentação" = '31' then 'sem_justa_causa' when "tipomovimentação" = '40' then 'a_pedido'
  when "tipomovimentação" in ('43', '45') then 'termino' when "tipomovimentação" = '90' then 'acordo'
  else 'outros' end`;

interface DeferredRun {
  readonly compared: number;
  readonly disagreements: readonly { readonly asked: Asked; readonly found: object }[];
}

/** Compares the panels that are computed on request with the other engine's, over random queries. */
export async function compareDeferredPanels(
  { store, warehouse }: Installation,
  recomputation: Recomputation,
  { questions, seed }: { questions: number; seed: string },
): Promise<DeferredRun> {
  const draw = await drawnQuestions(recomputation, seededRandom(seed));
  const release = readableRelease(await currentRelease(store));
  const run = { compared: 0, disagreements: [] as { asked: Asked; found: object }[] };
  for (let number = 0; number < questions; number++) {
    const asked = draw();
    const query = resolveQuery(SearchFilters.parse(filtersOf(asked)), release);
    const panel = await deferredPanel('entradas-e-saidas', warehouse, query, {}).catch(
      refusalOfBound,
    );
    if (panel === null) continue;
    const floors = await deferredPanel('pisos-e-concentracoes', warehouse, query, {});
    const counted = await recomputedValues(recomputation, asked);
    const other = floors.valores.filter(
      (value) => !isDeepStrictEqual(counted(value), entryOf(value)),
    );
    run.compared += floors.valores.length;
    if (other.length > 0 || counted() !== floors.registros)
      run.disagreements.push({ asked, found: { other, records: floors.registros } });
    const expected = await recomputedMovements(recomputation, asked);
    const found = medianEntries(panel);
    const differing = Object.entries(found).filter(([name, own]) => {
      const [records, median] = expected.get(name) ?? [0, null];
      // Complementary suppression hides a median that the other engine gives.
      return own[0] !== records || (own[1] !== null && own[1] !== median);
    });
    run.compared += Object.values(found).filter(([, median]) => median !== null).length;
    if (differing.length > 0)
      run.disagreements.push({ asked, found: Object.fromEntries(differing) });
  }
  return run;
}

type Entry = readonly [records: number, median: number | null];

const medianEntries = ({ admissoes, tipos }: MovementPanel): Record<string, Entry> => ({
  admissao: [admissoes.registros, admissoes.mediana],
  ...Object.fromEntries(tipos.map(({ tipo, registros, mediana }) => [tipo, [registros, mediana]])),
});

type FloorValue = FloorsPanel['valores'][number];

const entryOf = ({ registros, primeiro_mes, ultimo_mes }: FloorValue) => ({
  registros,
  primeiro_mes,
  ultimo_mes,
});

/** Counts a value's records and its first and last month with enough of them; without a value, all records. */
async function recomputedValues(recomputation: Recomputation, asked: Asked) {
  const months = await recomputation.salariesBy(asked, '"competênciamov"');
  return (value?: FloorValue) => {
    const counts = [...months].map(([month, salaries]) => {
      const own = salaries.filter((centavos) => centavos === Math.round((value?.valor ?? 0) * 100));
      return { month, count: value === undefined ? salaries.length : own.length };
    });
    const registros = counts.reduce((sum, { count }) => sum + count, 0);
    if (value === undefined) return registros;
    const seen = counts
      .flatMap(({ month, count }) => (count >= minimumRecordsOf(asked) ? [month] : []))
      .toSorted();
    return { registros, primeiro_mes: seen[0] ?? null, ultimo_mes: seen.at(-1) ?? null };
  };
}

async function recomputedMovements(recomputation: Recomputation, asked: Asked) {
  const groups = await recomputation.salariesBy({ ...asked, movimentacao: 'todas' }, kindOf);
  return new Map(
    [...groups].map(([kind, salaries]): [string, Entry] => {
      const isFew = salaries.length < minimumRecordsOf(asked);
      return [kind, [salaries.length, isFew ? null : statistics(salaries).median]];
    }),
  );
}
