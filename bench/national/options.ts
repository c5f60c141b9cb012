import { parseArgs } from 'node:util';
import { kinds, type Kind } from './questions.ts';
import { rivalNames, type RivalName } from './rivals/rival.ts';

/** The options of a benchmark run; with the defaults it takes minutes on a small machine. */
export interface BenchOptions {
  /** Number of loaded months, and the mean number of MOV and FOR lines per month. */
  readonly months: number;
  readonly lines: number;
  readonly seed: string;
  /** A folder that retains the data for the next run; without it, the data are in a temporary folder and deleted. */
  readonly keep: string | undefined;
  /** The kinds of queries that are measured individually and on the rivals; the users send all kinds. */
  readonly kinds: readonly Kind[];
  /** Queries of each kind with warm caches, and how many of them also run with cold caches. */
  readonly questions: number;
  readonly coldQuestions: number;
  /** Numbers of concurrent users, one round for each, and the seconds of a round. */
  readonly users: readonly number[];
  readonly seconds: number;
  /** Seconds that each user waits before the next query. */
  readonly thinkSeconds: number;
  /** Maximum seconds for the server's precomputation; 0 skips the rounds after it. */
  readonly aheadSeconds: number;
  /** Idle seconds after that, before reading the memory at rest. */
  readonly restSeconds: number;
  /** Number of distinct queries that the users send, by Zipf's law. */
  readonly pool: number;
  readonly rivals: readonly RivalName[];
  /** Queries of each kind that the rivals run too. */
  readonly rivalQuestions: number;
  /**
   * Timeout of a query on PostgreSQL, in seconds. Once the queries of a kind have taken this time in total, it gets no
   * more of them.
   */
  readonly postgresSeconds: number;
  /** Lines of the month whose load is compared with the engine's bare INSERT; 0 skips this. */
  readonly loadLines: number;
  readonly port: number;
  /** Path of the JSON report; bench/results by default. */
  readonly json: string | undefined;
}

export const usualOptions: BenchOptions = {
  months: 12,
  lines: 50_000,
  seed: 'national',
  keep: undefined,
  kinds,
  questions: 20,
  coldQuestions: 2,
  users: [1, 10, 100],
  seconds: 5,
  thinkSeconds: 0,
  aheadSeconds: 60,
  restSeconds: 0,
  pool: 400,
  rivals: rivalNames,
  rivalQuestions: 5,
  postgresSeconds: 60,
  loadLines: 300_000,
  port: 4330,
  json: undefined,
};

/** Reads `--months 12 --lines 4400000 --keep folder …`. Throws for an unknown name or a value that is not a number. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      months: { type: 'string' },
      lines: { type: 'string' },
      seed: { type: 'string' },
      keep: { type: 'string' },
      kinds: { type: 'string' },
      questions: { type: 'string' },
      cold: { type: 'string' },
      users: { type: 'string' },
      seconds: { type: 'string' },
      think: { type: 'string' },
      ahead: { type: 'string' },
      rest: { type: 'string' },
      pool: { type: 'string' },
      rivals: { type: 'string' },
      'rival-questions': { type: 'string' },
      'postgres-seconds': { type: 'string' },
      'load-lines': { type: 'string' },
      port: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const usual = usualOptions;
  return {
    months: whole('months', values.months, usual.months),
    lines: whole('lines', values.lines, usual.lines),
    seed: values.seed ?? usual.seed,
    keep: values.keep,
    kinds: values.kinds?.split(';').map(kindNamed) ?? usual.kinds,
    questions: whole('questions', values.questions, usual.questions),
    coldQuestions: whole('cold', values.cold, usual.coldQuestions),
    users: listed(values.users)?.map((count) => whole('users', count, 1)) ?? usual.users,
    seconds: whole('seconds', values.seconds, usual.seconds),
    thinkSeconds: whole('think', values.think, usual.thinkSeconds),
    aheadSeconds: whole('ahead', values.ahead, usual.aheadSeconds),
    restSeconds: whole('rest', values.rest, usual.restSeconds),
    pool: whole('pool', values.pool, usual.pool),
    rivals: listed(values.rivals)?.map(rivalNamed) ?? usual.rivals,
    rivalQuestions: whole('rival-questions', values['rival-questions'], usual.rivalQuestions),
    postgresSeconds: whole('postgres-seconds', values['postgres-seconds'], usual.postgresSeconds),
    loadLines: whole('load-lines', values['load-lines'], usual.loadLines),
    port: whole('port', values.port, usual.port),
    json: values.json,
  };
}

/** Parses a whole number for a named option. */
export function whole(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} takes a whole number, not "${text}".`);
  return number;
}

const listed = (text: string | undefined) =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'none');

function rivalNamed(text: string): RivalName {
  const found = rivalNames.find((name) => name === text);
  if (found === undefined) throw new Error(`--rivals takes ${rivalNames.join(', ')} or none.`);
  return found;
}

function kindNamed(text: string): Kind {
  const found = kinds.find(({ name }) => name === text.trim());
  if (found === undefined)
    throw new Error(`--kinds takes some of "${kinds.map(({ name }) => name).join('; ')}".`);
  return found;
}
