import { answerSearch } from '../../server/answers/present/answer.ts';
import type { TownModel } from '../../server/answers/present/towns/town-model.ts';
import { QueryCache } from '../../server/answers/query/query-cache.ts';
import { readableRelease } from '../../server/answers/query/release.ts';
import { resolveQuery } from '../../server/answers/query/salary-query.ts';
import { townCells } from './town-cells.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { SearchFilters, type AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { areEnough } from '../../shared/statistics/interval-difference.ts';
import type { Installation } from '../../tests/support/installation.ts';
import { preparedAnswering } from '../../tests/support/prepared-answering.ts';
import { seededRandom } from '../../tests/support/random.ts';

export interface AnsweredQueries {
  readonly queries: number;
  /** Answers with an exact figure of enough records, with a wider one, with an estimate, and with none of them. */
  readonly exact: number;
  readonly wider: number;
  readonly estimated: number;
  readonly without: readonly string[];
}

/** Draws municipalities and occupations independently from those of a release, and asks for each pair. */
export async function answeredQueries(
  installation: Installation,
  { queries, seed }: { readonly queries: number; readonly seed: string },
): Promise<AnsweredQueries> {
  const { store, warehouse, sortedIndex } = installation;
  const release = readableRelease(await currentRelease(store));
  const everything = resolveQuery(SearchFilters.parse({}), release);
  const cells = (
    await townCells(warehouse, everything, { fewest: 1, byOccupation: true }, {})
  ).filter(({ occupation, municipality }) => occupation < 999_999 && municipality % 10_000 < 9_999);
  const random = seededRandom(seed);
  const drawn = () => cells[Math.floor(random() * cells.length)];
  const prepared = await preparedAnswering({ store, warehouse, sortedIndex });
  const answering = {
    ...prepared,
    backend: { ...prepared.backend, models: new QueryCache<TownModel | null>() },
  };
  const found = { exact: 0, wider: 0, estimated: 0 };
  const without: string[] = [];
  for (let query = 0; query < queries; query++) {
    const filters = SearchFilters.parse({
      cbo: String(drawn()?.occupation).padStart(6, '0'),
      municipios: [String(drawn()?.municipality)],
    });
    const answer = await answerSearch({ filters, pageSize: 25 }, answering);
    const isExact = hasExact(answer);
    const isWider = answer.wider.some(
      ({ figures, count }) => count > 0 && figures !== null && figures.medianInterval !== null,
    );
    found.exact += Number(isExact);
    found.wider += Number(!isExact && isWider);
    found.estimated += Number(answer.estimate !== null);
    if (!isExact && !isWider && answer.estimate === null)
      without.push(`${filters.cbo} ${filters.municipios?.[0]}`);
  }
  return { queries, ...found, without };
}

const hasExact = ({ statistics, method }: AnswerWithoutReceipt) =>
  areEnough(statistics.count, method.designEffect) && statistics.medianInterval !== null;
