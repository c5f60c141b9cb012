import { seededRandom } from '../../tests/support/random.ts';
import type { AnswerContext } from '../../server/answers/present/answer.ts';
import { SearchRequest, type AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { answerOf } from './product.ts';
import { drawFrom, type Draw, type Filters, type Kind } from './questions.ts';
import { compareAnswers, type Difference } from './rivals/compare.ts';
import { plainScans, plainSql } from './rivals/plain-sql.ts';
import type { Rival, RivalName } from './rivals/rival.ts';

/** One query, run on the product and on every rival in immediate succession. */
export interface Asked {
  readonly kind: string;
  readonly filters: Filters;
  readonly records: number;
  readonly ms: number;
  readonly cpuMs: number;
  readonly rivals: Partial<Readonly<Record<RivalName, RivalTime>>>;
}

export interface RivalTime {
  /** Null if it failed; `failure` states why. */
  readonly ms: number | null;
  /** Whether it was stopped at its timeout, which `ms` then holds. */
  readonly isCut?: boolean;
  readonly cpuMs: number | null;
  readonly failure?: string;
}

export interface Disagreement {
  readonly rival: RivalName;
  readonly filters: Filters;
  readonly differences: readonly Difference[];
}

export interface SideBySide {
  readonly asked: readonly Asked[];
  /** Number of compared groups of panels. */
  readonly groups: number;
  /** Must be empty: times of different results are not comparable. */
  readonly disagreements: readonly Disagreement[];
}

export interface SideBySidePlan {
  readonly kinds: readonly Kind[];
  readonly questions: number;
  readonly seed: string;
  /**
   * Timeout of a query on PostgreSQL, in seconds. Once the queries of a kind have taken this time in total, it gets no
   * more of them.
   */
  readonly postgresSeconds: number;
}

const rivalPatienceMs = 300_000;

export async function measureSideBySide(
  answering: AnswerContext,
  rivals: readonly Rival[],
  plan: SideBySidePlan,
): Promise<SideBySide> {
  const { warehouse, release } = answering;
  const draw = await drawFrom(warehouse, release, seededRandom(`${plan.seed} side by side`));
  const asked: Asked[] = [];
  const disagreements: Disagreement[] = [];
  let groups = 0;
  await warmUp(answering, rivals, draw);
  for (const kind of plan.kinds) {
    let postgresLeftMs = plan.postgresSeconds * 1000;
    for (let question = 0; question < plan.questions; question++) {
      const filters = kind.ask(draw);
      const product = await timedProduct(filters, answering);
      const times: Partial<Record<RivalName, RivalTime>> = {};
      for (const rival of inTurn(rivals, question)) {
        const isPostgres = rival.name === 'postgres';
        if (isPostgres && postgresLeftMs <= 0) continue;
        const patience = isPostgres ? plan.postgresSeconds * 1000 : rivalPatienceMs;
        const begun = performance.now();
        const found = await askRival(rival, filters, release.months, product.answer, patience);
        if (isPostgres) postgresLeftMs -= performance.now() - begun;
        times[rival.name] = found.time;
        groups += found.groups;
        if (found.differences.length > 0)
          disagreements.push({ rival: rival.name, filters, differences: found.differences });
      }
      const { ms, cpuMs, answer } = product;
      asked.push({
        kind: kind.name,
        filters,
        records: answer.totalCount,
        ms,
        cpuMs,
        rivals: times,
      });
    }
  }
  return { asked, groups, disagreements };
}

const warmingQuestions = 3;

/** The first queries of a new process would be slow on every side. */
async function warmUp(
  answering: AnswerContext,
  rivals: readonly Rival[],
  draw: Draw,
): Promise<void> {
  for (let question = 0; question < warmingQuestions; question++) {
    const filters = { cbo: draw.occupation() };
    const answer = await answerOf(filters, answering);
    for (const rival of rivals)
      await askRival(rival, filters, answering.release.months, answer, rivalPatienceMs);
  }
}

/** Rotates the rivals, so that none always comes right after the same one. */
const inTurn = (rivals: readonly Rival[], turn: number) =>
  rivals
    .map((_, place) => rivals[(place + turn) % rivals.length])
    .filter((rival) => rival !== undefined);

async function timedProduct(filters: Filters, answering: AnswerContext) {
  const begun = performance.now();
  const cpuBegun = process.cpuUsage();
  const answer = await answerOf(filters, answering);
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpuBegun);
  return { ms, cpuMs: (user + system) / 1000, answer };
}

export async function askRival(
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
    return {
      time: { ms: found.ms, cpuMs: found.cpuMs },
      ...compareAnswers(await answer, scans, found),
    };
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    const ms = performance.now() - begun;
    if (ms >= timeoutMs * 0.99)
      return { time: { ms, cpuMs: null, isCut: true }, groups: 0, differences: [] };
    return { time: { ms: null, cpuMs: null, failure }, groups: 0, differences: [] };
  }
}
