import { seededRandom, type Random } from '../../tests/support/random.ts';
import type { AnswerContext } from '../../server/answers/present/answer.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';
import { weighted } from '../../tests/support/random.ts';
import { drawnQueries, filtersOf } from '../../tests/support/agreement.ts';
import { preparedAnswering } from '../../tests/support/prepared-answering.ts';
import { openInstallation } from '../../tests/support/installation.ts';
import { prepareData, type DataPlan } from './data.ts';
import { describeMachine, machineLine, type Machine } from './machine.ts';
import { answerOf, maybeRefusal, plainAnswerOf, structureOf, substanceOf } from './product.ts';
import { drawFrom, kinds, type Filters } from './queries.ts';
import type { Difference } from './rivals/compare.ts';
import { closeRivals, openRivals } from './rivals/open-rivals.ts';
import type { Rival } from './rivals/rival.ts';
import type { Output } from './run-bench.ts';
import { runOnRival } from './side-by-side.ts';

export interface EqualityPlan extends DataPlan {
  readonly queries: number;
  /** Percentage of queries with any combination of filters; the others follow the mixed workload. */
  readonly broadShare: number;
  /** One in this number of queries also goes to the other engine. */
  readonly foreignEvery: number;
}

/** A query with differing results. */
export interface Unequal {
  readonly filters: Filters;
  readonly structure: string;
  readonly with: 'plain SQL' | 'other engine';
  readonly differences: readonly Difference[];
}

export interface EqualityReport {
  readonly machine: Machine;
  readonly contents: string;
  readonly lines: number;
  readonly queries: number;
  /** Queries that both refuse with the same code: a salary bound on too narrow a selection. */
  readonly refused: number;
  /** Queries with at least one record; without records, equality would show little. */
  readonly answered: number;
  /** Number of groups of panels compared with the other engine. */
  readonly groups: number;
  /** Queries sent to the other engine. */
  readonly foreign: number;
  /** The failures of queries that it did not answer. */
  readonly unanswered: readonly string[];
  readonly structures: Readonly<Record<string, number>>;
  readonly unequal: readonly Unequal[];
}

const rivalTimeoutMs = 600_000;
const progressEvery = 50;

/**
 * Runs random queries three times: on the structure that the product chooses, on its plain SQL over the movements, and
 * on another engine over the exported lines, with independently written statements.
 */
export async function runEquality(plan: EqualityPlan, { print }: Output): Promise<EqualityReport> {
  const data = await prepareData(plan, print);
  const opened = new AsyncDisposableStack();
  opened.defer(() => data.remove());
  try {
    const installation = await openInstallation(data.installation);
    opened.defer(() => installation.leave());
    const { warehouse } = installation;
    const answering = await preparedAnswering(installation);
    const machine = await describeMachine(warehouse);
    print(machineLine(machine));
    const rivals = await openRivals({
      warehouse,
      release: answering.release,
      folder: data.rivals,
      names: ['duckdb'],
      isPersistent: data.isPersistent,
      print,
    });
    opened.defer(() => closeRivals(rivals));
    const [rival] = rivals;
    if (rival === undefined) throw new Error('There is no other engine.');
    const { lines } = await rival.contents();
    const requested = await runAll(plan, answering, rival, print);
    return { machine, contents: data.contents, lines, ...requested };
  } finally {
    await opened.disposeAsync();
  }
}

type AskedAll = Omit<EqualityReport, 'machine' | 'contents' | 'lines'>;

async function runAll(
  plan: EqualityPlan,
  answering: AnswerContext,
  rival: Rival,
  print: Output['print'],
): Promise<AskedAll> {
  const draw = await drawnFilters(plan, answering);
  const structures: Record<string, number> = {};
  const unequal: Unequal[] = [];
  const unanswered: string[] = [];
  let [answered, groups, foreign, refused] = [0, 0, 0, 0];
  for (let query = 1; query <= plan.queries; query++) {
    const filters = draw();
    const requested = answerOf(filters, answering);
    const refusal = await maybeRefusal(requested);
    if (refusal !== null) {
      refused += 1;
      const plainRefusal = await maybeRefusal(plainAnswerOf(filters, answering));
      if (refusal !== plainRefusal)
        unequal.push({ filters, structure: 'refused', with: 'plain SQL', differences: [] });
      continue;
    }
    const other =
      query % plan.foreignEvery === 0
        ? runOnRival(rival, filters, answering.release.months, requested, rivalTimeoutMs)
        : null;
    const answer = await requested;
    const plain = await plainAnswerOf(filters, answering);
    const structure = structureOf(answer);
    structures[structure] = (structures[structure] ?? 0) + 1;
    if (answer.totalCount > 0) answered += 1;
    const differs = (by: Unequal['with'], differences: readonly Difference[]) =>
      unequal.push({ filters, structure, with: by, differences });
    if (substanceOf(answer) !== substanceOf(plain)) differs('plain SQL', []);
    const found = await other;
    if (found !== null) {
      foreign += 1;
      groups += found.groups;
      if (found.time.failure !== undefined) unanswered.push(found.time.failure);
      if (found.differences.length > 0) differs('other engine', found.differences);
    }
    if (query % progressEvery === 0)
      print(`${query} queries, ${answered} with records, ${unequal.length} unequal`);
  }
  const { queries } = plan;
  return { queries, refused, answered, foreign, groups, unanswered, structures, unequal };
}

async function drawnFilters(
  { seed, broadShare }: EqualityPlan,
  { warehouse, release }: AnswerContext,
): Promise<() => Filters> {
  const random: Random = seededRandom(`${seed} equality`);
  const draw = await drawFrom(warehouse, release, random);
  const broad = await drawnQueries({ values: commonValues(warehouse) }, random);
  const drawnKind = weighted(kinds.map((kind) => [kind, kind.share] as const));
  return () => (random() * 100 < broadShare ? filtersOf(broad()) : drawnKind(random).filters(draw));
}

const columnNames: Readonly<Record<string, string>> = {
  competênciamov: 'month',
  cbo2002ocupação: 'cbo',
  município: 'municipality',
  uf: 'uf',
  seção: 'section',
  subclasse: 'subclass',
};

/** The most common values of a column, by its name in the files. */
const commonValues =
  (warehouse: Warehouse) =>
  async (header: string): Promise<string[]> => {
    const column = columnNames[header];
    if (column === undefined) throw new Error(`No column "${header}".`);
    const text = `
      select toString(${column}) as value
      from movements
      group by value
      order by count() desc, value
      limit 200`;
    const rows = await warehouse.rows<{ value: string }>(
      { text },
      { timeoutMs: rivalTimeoutMs, threads: 2 },
    );
    return rows.map(({ value }) => value).filter((value) => value !== '' && value.length <= 7);
  };
