import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { AnswerWithoutReceipt, SearchRequest } from '../../../shared/contracts/search.ts';
import type { OpenGzip } from '../../platform/open-gzip.ts';
import { background, type Scheduler } from '../../platform/scheduler/scheduler.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { answerSearch, type QueryBackend } from '../present/answer.ts';
import { type DiskCache, quotas, type ResponseKey } from './disk-cache.ts';
import {
  estimatedRows,
  resolveQuery,
  withExplicitPeriod,
  type OccupationCounts,
} from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import type { QueryContext } from './query-scheduler.ts';
import { SingleFlight, type Computation } from './single-flight.ts';
import { packedAnswer, type PackedAnswer } from './stored-answer.ts';
import { tooManySearches } from './too-many-searches.ts';

/** Limits of the response queue. A response that reports the queue position asks the client to retry. */
const cacheLimits = {
  maxWaitMs: 20_000,
  heldPositionsPerUser: 10,
  refusal: tooManySearches,
  /**
   * In memory, compressed; the disk cache has more. All precomputed ones take 23 MB with the demonstration data, and 85 MB
   * with a year of the whole country.
   */
  maxBytes: 64 * 2 ** 20,
};

/** A response as the server caches and sends it, with the data that receipts store. */
export interface StoredAnswer<Metadata> extends PackedAnswer {
  readonly metadata: Metadata;
}

/** Runs a query on a warehouse that records the statements of the query. */
export type QueryWatch = <Result>(
  request: { readonly release: number | null; readonly filters: SearchRequest['filters'] },
  answer: (warehouse: Warehouse) => Promise<Result>,
) => Promise<Result>;

export interface AnswerServiceOptions<Metadata> {
  readonly scheduler: Scheduler;
  readonly watch: QueryWatch;
  readonly version: string;
  readonly backend: QueryBackend;
  /** Records of each occupation, as far as they are known. */
  readonly countsOf: () => Promise<OccupationCounts>;
  /** Extracts the data that a cached response needs besides its body. */
  readonly metadataOf: (answer: AnswerWithoutReceipt) => Promise<Metadata>;
  /** Schema of a metadata, which the disk cache stores. */
  readonly metadataSchema: z.ZodType<Metadata>;
  readonly diskCache: DiskCache | null;
}

/** A compressed part of a response on disk; `length` is its number of compressed bytes. */
const PartOnDisk = z.object({ length: z.number(), crc: z.number(), bytes: z.number() });
const OnDisk = z.object({ head: PartOnDisk, distribution: PartOnDisk });

const partOnDisk = ({ packed, crc, bytes }: OpenGzip) => ({ length: packed.length, crc, bytes });
const onDisk = ({ head, distribution, metadata }: StoredAnswer<unknown>) => ({
  packed: Buffer.concat([head.packed, distribution.packed]),
  about: { head: partOnDisk(head), distribution: partOnDisk(distribution), metadata },
});

/**
 * Runs searches. Responses for the same release and reference tables come from the cache. The scheduler limits
 * concurrent computations, with a lane for each size, and shares the slots fairly among users.
 */
export function answerService<Metadata>({
  scheduler,
  watch,
  version,
  backend,
  countsOf,
  metadataOf,
  metadataSchema,
  diskCache,
}: AnswerServiceOptions<Metadata>) {
  const work = new SingleFlight<StoredAnswer<Metadata>>({
    ...cacheLimits,
    scheduler,
    bytesOf: ({ head, distribution }) => head.packed.length + distribution.packed.length,
  });
  const cachedOnDisk = async (key: ResponseKey): Promise<StoredAnswer<Metadata> | undefined> => {
    const found = await diskCache?.find(key);
    const about = OnDisk.extend({ metadata: metadataSchema }).safeParse(found?.about);
    if (found === undefined || !about.success) return undefined;
    const { head, distribution, metadata } = about.data;
    const part = ({ crc, bytes }: typeof head, packed: Buffer) => ({ packed, crc, bytes });
    return {
      head: part(head, found.packed.subarray(0, head.length)),
      distribution: part(distribution, found.packed.subarray(head.length)),
      metadata,
    };
  };

  return {
    get figures() {
      return work.figures;
    },

    /** Cancels computations that no open request waits for. */
    close: () => work.close(),

    /**
     * Throws `AppError` 503 `too_many_searches` with the queue position when the query waits too long, or when too many
     * queries wait, of this user or in total; and what `answerSearch` throws. A query computed for the `background`
     * requester is cached for later requests. A query with the default period and the same query that names these months
     * have one response.
     */
    answer: async (
      { filters: asIs, pageSize }: Pick<SearchRequest, 'filters' | 'pageSize'>,
      release: Release,
      context: QueryContext,
    ) => {
      const filters = withExplicitPeriod(asIs, release);
      const request = { filters, pageSize };
      const responseKey = { release, key: JSON.stringify([filters, pageSize]) };
      const computation: Computation<StoredAnswer<Metadata>> = {
        key: `${release.number} ${referencesRevision()} ${responseKey.key}`,
        known: () => cachedOnDisk(responseKey),
        cost: async () => estimatedRows(resolveQuery(filters, release), await countsOf()),
        compute: async (limits, lane) => {
          const query = { release: release.number, filters };
          const answered = async () => {
            const answer = await watch(query, (warehouse) =>
              answerSearch(request, { warehouse, release, version, limits, backend }),
            );
            const metadata = await metadataOf(answer);
            await setImmediate();
            return { ...(await packedAnswer(answer)), metadata };
          };
          const isPrecomputed = context.requester === background;
          // A typed text may name a person, and would stay on the disk until the next release.
          const isTyped = filters.searchQuery !== undefined;
          if (diskCache === null || isTyped || (lane === 'short' && !isPrecomputed))
            return answered();
          const maxBytes = isPrecomputed ? quotas.precomputed : quotas.requested;
          return diskCache.compute(responseKey, answered, onDisk, maxBytes);
        },
      };
      return work.run(computation, context);
    },
  };
}

export type AnswerService<Metadata> = ReturnType<typeof answerService<Metadata>>;
