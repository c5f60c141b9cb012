import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import {
  AnswerHead,
  headEndsBefore,
  type Distribution,
  type SearchRequest,
  type AnswerWithoutReceipt,
} from '../../../shared/contracts/search.ts';
import { openGzip, unpackGzip, type OpenGzip } from '../../platform/open-gzip.ts';
import type { Requester } from '../../platform/scheduler/fair-order.ts';
import { background, type Scheduler } from '../../platform/scheduler/scheduler.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { answerSearch, type QueryBackend } from '../present/answer.ts';
import type { DiskCache, ResponseKey } from './disk-cache.ts';
import { estimatedRows, type OccupationCounts } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import { resolveQuery } from '../query/salary-query.ts';
import { tooManySearches } from './too-many-searches.ts';
import { SingleFlight, type Computation } from './single-flight.ts';

/** Limits of the response queue. A response that reports the queue position asks the client to retry. */
const cacheLimits = {
  maxWaitMs: 20_000,
  heldPositionsPerUser: 10,
  refusal: tooManySearches,
  /** A compressed response has about 40 KB: enough for the most common query about every occupation. */
  maxBytes: 256 * 2 ** 20,
};

/** A response as the server caches and sends it, with the data that receipts store. */
export interface StoredAnswer<Metadata> {
  /** JSON of an `AnswerWithoutReceipt` without its closing brace: each user's response ends with a separate receipt. */
  readonly json: OpenGzip;
  readonly metadata: Metadata;
}

/** Runs a query on a warehouse that records the statements of the query. */
export type QueryWatch = <Result>(
  asked: { readonly release: number | null; readonly filters: SearchRequest['filters'] },
  answer: (warehouse: Warehouse) => Promise<Result>,
) => Promise<Result>;

export interface AnswerServiceOptions<Metadata> {
  readonly scheduler: Scheduler;
  readonly watch: QueryWatch;
  readonly version: string;
  readonly backend: QueryBackend;
  /** Records of each occupation, as far as they are known. */
  readonly countsOf: () => Promise<OccupationCounts>;
  /**
   * Extracts the data that a cached response needs besides its JSON. `distribution` is the distribution's JSON as sent.
   */
  readonly metadataOf: (answer: AnswerWithoutReceipt, distribution: Buffer) => Metadata;
  /** Schema of a metadata, which the disk cache stores. */
  readonly metadataSchema: z.ZodType<Metadata>;
  /** The disk cache; null for none. */
  readonly diskCache: DiskCache | null;
}

const Packed = z.object({ crc: z.number(), bytes: z.number() });

/** The requester and the limits of a query. */
export interface QueryContext extends QueryLimits {
  readonly requester: Requester;
  /** Maximum wait in the queue, in milliseconds, before the response reports the position. */
  readonly maxWaitMs?: number | undefined;
}

/**
 * Runs searches. Responses for the same release and reference tables come from the cache. The scheduler limits
 * concurrent computations, with separate lanes for short and long ones, and shares the slots fairly among users.
 */
export class AnswerService<Metadata> {
  readonly #options: AnswerServiceOptions<Metadata>;
  readonly #work: SingleFlight<StoredAnswer<Metadata>>;

  constructor(options: AnswerServiceOptions<Metadata>) {
    this.#options = options;
    this.#work = new SingleFlight({
      ...cacheLimits,
      scheduler: options.scheduler,
      bytesOf: ({ json }) => json.packed.length,
    });
  }

  get figures() {
    return this.#work.figures;
  }

  /** Cancels computations that no open request waits for. */
  close(): void {
    this.#work.close();
  }

  /**
   * Throws `AppError` 503 `too_many_searches` with the queue position when the query waits too long, or when too many
   * queries wait, of this user or in total; and what `answerSearch` throws. A query computed for the `background`
   * requester is cached for later requests.
   */
  answer(
    request: SearchRequest,
    release: Release,
    { requester, maxWaitMs, signal = new AbortController().signal, ...limits }: QueryContext,
  ): Promise<StoredAnswer<Metadata>> {
    const { watch, version, backend, metadataOf, countsOf, diskCache } = this.#options;
    const { filters, pageSize } = request;
    const asked = { release, key: JSON.stringify([filters, pageSize]) };
    const wanted: Computation<StoredAnswer<Metadata>> = {
      key: `${release.number} ${referencesRevision()} ${asked.key}`,
      requester,
      maxWaitMs,
      known: () => this.#cachedOnDisk(asked),
      cost: async () => estimatedRows(resolveQuery(filters, release), await countsOf()),
      compute: async ({ signal: left, isLong }) => {
        const query = { release: release.number, filters };
        const own = { isYielding: isLong, ...limits, signal: left };
        const answered = async () => {
          const answer = await watch(query, (warehouse) =>
            answerSearch(request, { warehouse, release, version, limits: own, backend }),
          );
          return written(answer, metadataOf);
        };
        if (diskCache === null || !(isLong || requester === background)) return answered();
        return diskCache.keep(asked, answered, ({ json: { packed, crc, bytes }, metadata }) => ({
          packed,
          about: { crc, bytes, metadata },
        }));
      },
    };
    return this.#work.ask(wanted, signal);
  }

  async #cachedOnDisk(asked: ResponseKey): Promise<StoredAnswer<Metadata> | undefined> {
    const { diskCache, metadataSchema } = this.#options;
    const found = await diskCache?.find(asked);
    const about = Packed.extend({ metadata: metadataSchema }).safeParse(found?.about);
    if (found === undefined || !about.success) return undefined;
    const { crc, bytes, metadata } = about.data;
    return { json: { packed: found.packed, crc, bytes }, metadata };
  }
}

/**
 * Serialises a response. The distribution of all of Brazil alone has 4 MB, so each step yields to the event loop. The
 * distribution is not validated, because the server itself counted it.
 */
async function written<Metadata>(
  answer: AnswerWithoutReceipt,
  metadataOf: AnswerServiceOptions<Metadata>['metadataOf'],
): Promise<StoredAnswer<Metadata>> {
  const distribution = await writtenDistribution(answer.distribution);
  await setImmediate();
  const metadata = metadataOf(answer, distribution);
  await setImmediate();
  return { json: await openGzip(answerText(answer, distribution)), metadata };
}

/** JSON of a response without its closing brace. */
function answerText(answer: AnswerHead, distribution: Buffer): Buffer {
  const others = JSON.stringify(AnswerHead.parse(answer)).slice(0, -1);
  return Buffer.concat([Buffer.from(`${others}${headEndsBefore}`), distribution]);
}

/** A changed response. Without a `distribution`, the distribution stays as it is. */
type ChangedAnswer = AnswerHead & Partial<Pick<AnswerWithoutReceipt, 'distribution'>>;

/** A cached response after a change to its head. The distribution is not parsed: for all of Brazil it has 4 MB. */
export async function changedAnswer(
  json: OpenGzip,
  change: (answer: AnswerHead) => ChangedAnswer,
): Promise<OpenGzip> {
  const text = await unpackGzip(json, '');
  const end = text.indexOf(headEndsBefore);
  const head = AnswerHead.parse(JSON.parse(`${text.toString('utf8', 0, end)}}`));
  const { distribution, ...changed } = change(head);
  const distributionText =
    distribution === undefined
      ? text.subarray(end + headEndsBefore.length)
      : await writtenDistribution(distribution);
  return openGzip(answerText(changed, distributionText));
}

async function writtenDistribution({ centavos, counts }: Distribution): Promise<Buffer> {
  await setImmediate();
  const salaries = JSON.stringify(centavos);
  await setImmediate();
  return Buffer.from(`{"centavos":${salaries},"counts":${JSON.stringify(counts)}}`, 'latin1');
}
