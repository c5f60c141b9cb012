import { randomUUID } from 'node:crypto';
import { type Deadline, endsWithin, waitUnlessAborted } from './deadline.ts';
import type { Loan, Pool } from './pool.ts';

/** A running query, and its two ends: for its caller and for the engine. */
export interface RunningQuery<Answer> {
  readonly tag: string;
  /** Rejects at once when the deadline passes. */
  readonly answer: Promise<Answer>;
  /** Resolves when the engine has actually stopped working on it, later than the rejection of `answer`. */
  readonly ended: Promise<void>;
}

export interface QueryStart<Item, Answer> {
  readonly pool: Pool<Item>;
  readonly deadline: Deadline;
  /** Runs the query on the engine, under a tag by which it can be found while it runs. */
  readonly work: (item: Item, tag: string) => Promise<Answer>;
  /** Requests that the engine stop the query with this tag; called again until it has ended. */
  readonly kill: (tag: string) => Promise<void>;
}

const killAgainMs = 250;

/** Starts a query. If it fails or is aborted, the lent item is retired. */
export function startQuery<Item, Answer>(start: QueryStart<Item, Answer>): RunningQuery<Answer> {
  const { signal } = start.deadline;
  const tag = randomUUID();
  const lending = start.pool.lend(signal);
  const work = lending.then((loan) => start.work(loan.item, tag));
  const ended = lending.then(
    (loan) => returnLoan(loan, work, signal),
    () => {},
  );
  const killUntilEnded = async () => {
    // Repeats the kill, since it does not find a query that the engine has not started yet.
    for (let waitMs = 0; !(await endsWithin(ended, waitMs)); waitMs = killAgainMs) {
      await start.kill(tag);
    }
  };
  const onAbort = () => void killUntilEnded();
  signal.addEventListener('abort', onAbort, { once: true });
  void ended.then(() => signal.removeEventListener('abort', onAbort));
  return { tag, answer: waitUnlessAborted(work, signal), ended };
}

async function returnLoan<Item>(
  loan: Loan<Item>,
  work: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await work;
  } catch {
    return loan.retire();
  }
  if (signal.aborted) loan.retire();
  else loan.giveBack();
}
