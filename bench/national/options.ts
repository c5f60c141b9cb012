import { parseArgs } from 'node:util';
import { kinds, type Kind } from './queries.ts';
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
  readonly queries: number;
  readonly cold: number;
  /** Numbers of concurrent users, one round for each, and the seconds of a round. */
  readonly users: readonly number[];
  readonly seconds: number;
  /** Seconds that each user waits before the next query. */
  readonly think: number;
  /** Maximum seconds for the server's precomputation; 0 skips the rounds after it. */
  readonly precompute: number;
  /** Idle seconds after that, before reading the memory at rest. */
  readonly rest: number;
  readonly rivals: readonly RivalName[];
  /**
   * Timeout of a query on PostgreSQL, in seconds. Once the queries of a kind have taken this time in total, it gets no
   * more of them.
   */
  readonly 'postgres-seconds': number;
  /** Lines of the month whose load is compared with the engine's bare INSERT; 0 skips this. */
  readonly 'load-lines': number;
}

const usualNumbers = {
  months: 12,
  lines: 50_000,
  queries: 20,
  cold: 2,
  seconds: 5,
  think: 0,
  precompute: 60,
  rest: 0,
  'postgres-seconds': 60,
  'load-lines': 300_000,
};

export const usualOptions: BenchOptions = {
  ...usualNumbers,
  seed: 'national',
  keep: undefined,
  kinds,
  users: [1, 10, 100],
  rivals: rivalNames,
};

/** Reads `--months 12 --lines 4400000 --keep folder …`. Throws for an unknown name or a value that is not a number. */
export function readOptions(args: readonly string[]): BenchOptions {
  const names = ['keep', 'users', 'rivals', ...Object.keys(usualNumbers)];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { keep, users, rivals, ...numbers } = parseArgs({ args: [...args], options }).values;
  return {
    ...usualOptions,
    ...Object.fromEntries(
      Object.entries(numbers).map(([name, text]) => [name, whole(name, text ?? '')]),
    ),
    keep,
    ...(users !== undefined && { users: listed(users).map((count) => whole('users', count)) }),
    ...(rivals !== undefined && { rivals: listed(rivals).map(rivalNamed) }),
  };
}

/** Parses a whole number for a named option. */
export function whole(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} takes a whole number, not "${text}".`);
  return number;
}

const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'none');

function rivalNamed(text: string): RivalName {
  const found = rivalNames.find((name) => name === text);
  if (found === undefined) throw new Error(`--rivals takes ${rivalNames.join(', ')} or none.`);
  return found;
}
