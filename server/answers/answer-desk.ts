import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import {
  AnswerHead,
  headEndsBefore,
  type Distribution,
  type SearchRequest,
  type UnkeptAnswer,
} from '../../shared/contracts/search.ts';
import { openGzip, unpackGzip, type OpenGzip } from '../platform/open-gzip.ts';
import type { Requester } from '../platform/scheduler/fair-order.ts';
import { background, type Scheduler } from '../platform/scheduler/scheduler.ts';
import { referencesRevision } from '../reference/imported-references.ts';
import type { QueryLimits, Warehouse } from '../platform/warehouse/warehouse.ts';
import { answerSearch, type Ways } from './answer.ts';
import type { AnswerShelf, AskedAnswer } from './answer-shelf.ts';
import { linesMet } from './lines-met.ts';
import type { OccupationCounts } from './occupations/occupation-counts.ts';
import type { Release } from './release.ts';
import { askedQuestion } from './question.ts';
import { tooManySearches } from './too-many-searches.ts';
import { SharedWork, type Wanted } from './shared-work.ts';

/** A response that reports the position tells the client to come back. */
const limitsOfDesk = {
  patienceMs: 20_000,
  placesKeptOfOne: 10,
  refusal: tooManySearches,
  /** Packed, about 40 KB an answer: enough for the commonest question about every occupation. */
  maxBytes: 256 * 2 ** 20,
};

/** An answer as it is kept and sent, and what receipts keep of it. */
export interface WrittenAnswer<Gist> {
  /** JSON of an `UnkeptAnswer` without the brace at its end: each reader has a receipt of his own there. */
  readonly json: OpenGzip;
  readonly gist: Gist;
}

/** Lets a question be answered by a warehouse that notes what is asked of it. */
export type QuestionWatch = <Result>(
  asked: { readonly release: number | null; readonly filters: SearchRequest['filters'] },
  answer: (warehouse: Warehouse) => Promise<Result>,
) => Promise<Result>;

export interface DeskOptions<Gist> {
  readonly scheduler: Scheduler;
  readonly watch: QuestionWatch;
  readonly version: string;
  readonly ways: Ways;
  /** How many records each occupation has, as far as it is known by now. */
  readonly countsOf: () => Promise<OccupationCounts>;
  /** What else is to be known of an answer that is sent again; the distribution comes as it is sent, too. */
  readonly gistOf: (answer: UnkeptAnswer, distribution: Buffer) => Gist;
  /** The form of a gist, which is kept on disk. */
  readonly gistForm: z.ZodType<Gist>;
  /** Where answers are kept on disk; null for nowhere. */
  readonly shelf: AnswerShelf | null;
}

const Packed = z.object({ crc: z.number(), bytes: z.number() });

/** Who asks, and for how long. */
export interface Asker extends QueryLimits {
  readonly requester: Requester;
  /** How long he likes to wait for his turn before he is told his place, in milliseconds. */
  readonly patienceMs?: number | undefined;
}

/**
 * Answers searches: what was answered on the same release and the same reference tables is sent again, and only so
 * many are computed at one time, short ones before long ones and each person's in turn.
 */
export class AnswerDesk<Gist> {
  readonly #options: DeskOptions<Gist>;
  readonly #work: SharedWork<WrittenAnswer<Gist>>;

  constructor(options: DeskOptions<Gist>) {
    this.#options = options;
    this.#work = new SharedWork({
      ...limitsOfDesk,
      scheduler: options.scheduler,
      bytesOf: ({ json }) => json.packed.length,
    });
  }

  get figures() {
    return this.#work.figures;
  }

  /** Stops what is being answered for people who were told to come back. */
  close(): void {
    this.#work.close();
  }

  /**
   * Throws `AppError` 503 `too_many_searches` with its place when it waits too long for its turn, or too many wait, of this
   * person's or at all; and what `answerSearch` throws. What is asked before anybody needs it is answered at once when
   * somebody does.
   */
  answer(
    request: SearchRequest,
    release: Release,
    { requester, patienceMs, signal = new AbortController().signal, ...limits }: Asker,
  ): Promise<WrittenAnswer<Gist>> {
    const { watch, version, ways, gistOf, countsOf, shelf } = this.#options;
    const { filters, pageSize } = request;
    const asked = { release, key: JSON.stringify([filters, pageSize]) };
    const wanted: Wanted<WrittenAnswer<Gist>> = {
      key: `${release.number} ${referencesRevision()} ${asked.key}`,
      requester,
      patienceMs,
      known: () => this.#shelved(asked),
      cost: async () => linesMet(askedQuestion(filters, release), await countsOf()),
      compute: async ({ signal: left, isLong }) => {
        const question = { release: release.number, filters };
        const own = { isYielding: isLong, ...limits, signal: left };
        const answered = async () => {
          const answer = await watch(question, (warehouse) =>
            answerSearch(request, { warehouse, release, version, limits: own, ways }),
          );
          return written(answer, gistOf);
        };
        if (shelf === null || !(isLong || requester === background)) return answered();
        return shelf.keep(asked, answered, ({ json: { packed, crc, bytes }, gist }) => ({
          packed,
          about: { crc, bytes, gist },
        }));
      },
    };
    return this.#work.ask(wanted, signal);
  }

  async #shelved(asked: AskedAnswer): Promise<WrittenAnswer<Gist> | undefined> {
    const { shelf, gistForm } = this.#options;
    const found = await shelf?.find(asked);
    const about = Packed.extend({ gist: gistForm }).safeParse(found?.about);
    if (found === undefined || !about.success) return undefined;
    const { crc, bytes, gist } = about.data;
    return { json: { packed: found.packed, crc, bytes }, gist };
  }
}

/**
 * Of all of Brazil the distribution alone has 4 MB: each step is a turn of the event loop by itself. The engine has
 * counted its salaries: they are not looked at again.
 */
async function written<Gist>(
  answer: UnkeptAnswer,
  gistOf: DeskOptions<Gist>['gistOf'],
): Promise<WrittenAnswer<Gist>> {
  const distribution = await writtenDistribution(answer.distribution);
  await setImmediate();
  const gist = gistOf(answer, distribution);
  await setImmediate();
  return { json: await openGzip(answerText(answer, distribution)), gist };
}

/** JSON of an answer without the brace at its end. */
function answerText(answer: AnswerHead, distribution: Buffer): Buffer {
  const others = JSON.stringify(AnswerHead.parse(answer)).slice(0, -1);
  return Buffer.concat([Buffer.from(`${others}${headEndsBefore}`), distribution]);
}

/** What a change leaves of an answer: the distribution stays as it is where none is given. */
type ChangedAnswer = AnswerHead & Partial<Pick<UnkeptAnswer, 'distribution'>>;

/** A cached answer after a change to what it says. The distribution is not parsed: of all of Brazil it has 4 MB. */
export async function changedAnswer(
  json: OpenGzip,
  change: (answer: AnswerHead) => ChangedAnswer,
): Promise<OpenGzip> {
  const text = await unpackGzip(json, '');
  const end = text.indexOf(headEndsBefore);
  const head = AnswerHead.parse(JSON.parse(`${text.toString('utf8', 0, end)}}`));
  const { distribution, ...changed } = change(head);
  const written =
    distribution === undefined
      ? text.subarray(end + headEndsBefore.length)
      : await writtenDistribution(distribution);
  return openGzip(answerText(changed, written));
}

async function writtenDistribution({ centavos, counts }: Distribution): Promise<Buffer> {
  await setImmediate();
  const salaries = JSON.stringify(centavos);
  await setImmediate();
  return Buffer.from(`{"centavos":${salaries},"counts":${JSON.stringify(counts)}}`, 'latin1');
}
