import { seededRandom } from '../../tests/support/random.ts';
import type { AnswerContext } from '../../server/answers/present/answer.ts';
import { SearchRequest, type AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { answerOf } from './product.ts';
import type { BenchOptions } from './options.ts';
import { drawFrom, type Draw, type Filters } from './queries.ts';
import { compareAnswers, type Difference } from './rivals/compare.ts';
import { plainScans, plainSql } from './rivals/plain-sql.ts';
import type { Rival, RivalName } from './rivals/rival.ts';

/** One query, run on the product and on every rival in immediate succession. */
export interface MeasuredQuery {
  readonly kind: string;
  readonly filters: Filters;
  readonly ms: number;
  readonly rivals: Partial<Readonly<Record<RivalName, RivalTime>>>;
}

export interface RivalTime {
  /** Null if it failed; `failure` states why. */
  readonly ms: number | null;
  /** Whether it was stopped at its timeout, which `ms` then holds. */
  readonly isCut?: boolean;
  readonly failure?: string;
}

export interface Disagreement {
  readonly rival: RivalName;
  readonly filters: Filters;
  readonly differences: readonly Difference[];
}

export interface SideBySide {
  readonly measured: readonly MeasuredQuery[];
  /** Number of compared groups of panels. */
  readonly groups: number;
  /** Must be empty: times of different results are not comparable. */
  readonly disagreements: readonly Disagreement[];
}

/** Queries of each kind that the rivals run too. */
const rivalQueries = 5;
const rivalTimeoutMs = 300_000;

export async function measureSideBySide(
  answering: AnswerContext,
  rivals: readonly Rival[],
  plan: Pick<BenchOptions, 'kinds' | 'queries' | 'seed' | 'postgres-seconds'>,
): Promise<SideBySide> {
  const { warehouse, release } = answering;
  const draw = await drawFrom(warehouse, release, seededRandom(`${plan.seed} side by side`));
  const measured: MeasuredQuery[] = [];
  const disagreements: Disagreement[] = [];
  let groups = 0;
  const postgresMs = plan['postgres-seconds'] * 1000;
  await warmUp(answering, rivals, draw);
  for (const kind of plan.kinds) {
    let postgresLeftMs = postgresMs;
    for (let query = 0; query < Math.min(plan.queries, rivalQueries); query++) {
      const filters = kind.filters(draw);
      const startedAt = performance.now();
      const answer = await answerOf(filters, answering);
      const ms = performance.now() - startedAt;
      const times: Partial<Record<RivalName, RivalTime>> = {};
      for (const rival of inTurn(rivals, query)) {
        const isPostgres = rival.name === 'postgres';
        if (isPostgres && postgresLeftMs <= 0) continue;
        const timeoutMs = isPostgres ? postgresMs : rivalTimeoutMs;
        const begun = performance.now();
        const found = await runOnRival(rival, filters, release.months, answer, timeoutMs);
        if (isPostgres) postgresLeftMs -= performance.now() - begun;
        times[rival.name] = found.time;
        groups += found.groups;
        if (found.differences.length > 0)
          disagreements.push({ rival: rival.name, filters, differences: found.differences });
      }
      measured.push({ kind: kind.name, filters, ms, rivals: times });
    }
  }
  return { measured, groups, disagreements };
}

const warmingQueries = 3;

/** The first queries of a new process would be slow on every side. */
async function warmUp(
  answering: AnswerContext,
  rivals: readonly Rival[],
  draw: Draw,
): Promise<void> {
  for (let query = 0; query < warmingQueries; query++) {
    const filters = { cbo: draw.occupation() };
    const answer = await answerOf(filters, answering);
    for (const rival of rivals)
      await runOnRival(rival, filters, answering.release.months, answer, rivalTimeoutMs);
  }
}

/** Rotates the rivals, so that none always comes right after the same one. */
const inTurn = (rivals: readonly Rival[], turn: number) =>
  rivals
    .map((_, place) => rivals[(place + turn) % rivals.length])
    .filter((rival) => rival !== undefined);

export async function runOnRival(
  rival: Rival,
  filters: Filters,
  months: readonly string[],
  answer: AnswerWithoutReceipt | Promise<AnswerWithoutReceipt>,
  timeoutMs: number,
): Promise<{ time: RivalTime; groups: number; differences: readonly Difference[] }> {
  const scans = plainScans(SearchRequest.parse({ filters }).filters, months);
  const begun = performance.now();
  try {
    const found = await rival.answer(
      scans.map((scan) => plainSql(scan, rival.name)),
      timeoutMs,
    );
    return { time: { ms: found.ms }, ...compareAnswers(await answer, scans, found) };
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    const ms = performance.now() - begun;
    if (ms >= timeoutMs * 0.99) return { time: { ms, isCut: true }, groups: 0, differences: [] };
    return { time: { ms: null, failure }, groups: 0, differences: [] };
  }
}
