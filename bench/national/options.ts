import { parseArgs } from 'node:util';
import { kinds, type Kind } from './questions.ts';
import { rivalNames, type RivalName } from './rivals/rival.ts';

/** What a run of the benchmark does; the usual values end within minutes on a small machine. */
export interface BenchOptions {
  /** How many months are loaded, and the lines of MOV and FOR in a month of the mean. */
  readonly months: number;
  readonly lines: number;
  readonly seed: string;
  /** Where the data stay for the next run; without it they are made in a temporary folder and removed. */
  readonly keep: string | undefined;
  /** The kinds of questions that are measured one by one and beside the rivals; the users ask all kinds. */
  readonly kinds: readonly Kind[];
  /** Questions of each kind, asked warm, and how many of them are also asked cold. */
  readonly questions: number;
  readonly coldQuestions: number;
  /** How many users search at once, one round after another, and how long a round takes. */
  readonly users: readonly number[];
  readonly seconds: number;
  /** Seconds that each of them thinks before the next question. */
  readonly thinkSeconds: number;
  /** How long a server may take to answer popular questions ahead; 0 leaves the rounds after that out. */
  readonly aheadSeconds: number;
  /** How long it then has nothing to do before its memory at rest is read. */
  readonly restSeconds: number;
  /** Distinct questions that the users ask, by Zipf's law. */
  readonly pool: number;
  readonly rivals: readonly RivalName[];
  /** Questions of each kind that the rivals are asked too. */
  readonly rivalQuestions: number;
  /** What PostgreSQL may take over one question; once those of a kind took as long, it is asked no more of them. */
  readonly postgresSeconds: number;
  /** Lines of the month that is loaded beside the engine's bare INSERT; 0 leaves that out. */
  readonly loadLines: number;
  readonly port: number;
  /** Where the JSON goes; without it into bench/results. */
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

/** Reads `--months 12 --lines 4400000 --keep folder …`. Throws for an unknown name or a value that is no number. */
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

/** A whole number that was given by name. */
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
