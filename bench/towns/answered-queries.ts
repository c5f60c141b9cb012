import type { AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { areEnough } from '../../shared/statistics/interval-difference.ts';
import type { Installation } from '../../tests/support/installation.ts';
import { seededRandom } from '../../tests/support/random.ts';
import { cellsOf, digits, townSearcher } from './hidden-cells.ts';

interface AnsweredQueries {
  readonly queries: number;
  /** Answers with an exact figure of enough records, with a wider one, with an estimate, and with none of them. */
  readonly exact: number;
  readonly wider: number;
  readonly estimated: number;
  readonly without: readonly string[];
}

/** Draws pairs of a municipality and an occupation of the release, each independently, and searches for each pair. */
export async function answeredQueries(
  installation: Installation,
  { queries, seed }: { readonly queries: number; readonly seed: string },
): Promise<AnsweredQueries> {
  const cells = await cellsOf(installation, 1);
  const random = seededRandom(seed);
  const drawn = () => cells[Math.floor(random() * cells.length)];
  const send = await townSearcher(installation);
  const found = { exact: 0, wider: 0, estimated: 0 };
  const without: string[] = [];
  for (let query = 0; query < queries; query++) {
    const cbo = digits(drawn()?.occupation ?? 0);
    const municipality = digits(drawn()?.municipality ?? 0);
    const answer = await send({ cbo, municipality });
    const isExact = hasExact(answer);
    const isWider = answer.relaxed.some(
      ({ figures, count }) => count > 0 && figures !== null && figures.medianInterval !== null,
    );
    found.exact += Number(isExact);
    found.wider += Number(!isExact && isWider);
    found.estimated += Number(answer.estimate !== null);
    if (!isExact && !isWider && answer.estimate === null) without.push(`${cbo} ${municipality}`);
  }
  return { queries, ...found, without };
}

const hasExact = ({ statistics, method }: AnswerWithoutReceipt) =>
  areEnough(statistics.count, method.designEffect) && statistics.medianInterval !== null;
