import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Completeness } from '../../../shared/contracts/completeness.ts';
import { completenessOf, isIncomplete } from '../../../shared/statistics/completeness.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import {
  ordinaryColumns,
  publishedColumns,
  type PublishedColumnName,
} from '../../../shared/codes/record-columns.ts';
import { RecordsCsvQuery, RecordsPage, RecordsRequest } from '../../../shared/contracts/records.ts';
import { minForSensitive } from '../../../shared/statistics/design-effect.ts';
import { plainText } from '../../../shared/words/format.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { refreshImportedReferences } from '../../reference/imported-references.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import type { FiguresDeps } from '../../research/figures.ts';
import { auditedQuery, queryText } from '../../research/query-words.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { publishedRecord, sensitiveRecord } from '../../answers/present/records/record-texts.ts';
import { recordBytes } from '../../answers/present/records/records.ts';
import { readableRelease, type Release } from '../../answers/query/release.ts';
import { minRecordsOf } from '../../answers/present/suppression/min-records.ts';
import { refuseNarrowSelection } from '../../answers/present/suppression/salary-bound.ts';
import {
  suppressedBytes,
  suppressedRecords,
} from '../../answers/present/suppression/suppressed-records.ts';
import { actorOf } from '../access/guard.ts';
import { answering } from '../scheduling/answering.ts';
import { sensitiveReadRecorder } from '../access/sensitive-reads.ts';
import { itemsWhileAdmitted } from '../streams/event-stream.ts';

export interface RecordsRoutesDeps extends FiguresDeps {
  readonly clock: () => Date;
}

const csvTimeoutMs = 15 * 60_000;

/** Routes for the records of a search: a page in any order, and all of them as CSV. */
export function recordsRoutes({
  store,
  warehouse,
  clock,
  queries,
}: RecordsRoutesDeps): FastifyPluginAsyncZod {
  const recordSensitive = sensitiveReadRecorder({ store, clock });
  const releaseOf = async (number: number | undefined): Promise<Release> => {
    await refreshImportedReferences(store.db);
    return readableRelease(await requestedRelease(store, number));
  };

  return async (app) => {
    const pageSchema = { body: RecordsRequest, response: { 200: RecordsPage } };
    app.post('/api/search/records', { schema: pageSchema }, async (request, reply) => {
      const { filters, release: number, page, pageSize, sort, direction, sensiveis } = request.body;
      const release = await releaseOf(number);
      const query = resolveQuery(filters, release);
      if (sensiveis || minRecordsOf(query) === minForSensitive)
        await recordSensitive(request, auditedQuery(filters, query.period), release);
      const range = {
        offset: (page - 1) * pageSize,
        limit: pageSize,
        order: { sort, direction },
        toColumns: sensiveis ? sensitiveRecord : publishedRecord,
      };
      return answering(request, reply, (context) =>
        queries.run([query], context, (limits) =>
          suppressedRecords(warehouse, query, range, limits),
        ),
      );
    });

    const csvSchema = { querystring: RecordsCsvQuery };
    const csvOptions = { schema: csvSchema, exposeHeadRoute: false };
    app.get('/api/search/records.csv', csvOptions, async (request, reply) => {
      const { release: number, sensiveis, ...filters } = request.query;
      const release = await releaseOf(number);
      const query = resolveQuery(filters, release);
      const columns = sensiveis === 'sim' ? keysOf(publishedColumns) : ordinaryColumns;
      const text = queryText(filters, query.period);
      const { first, items } = await answering(
        request,
        reply,
        async (limits) => {
          await refuseNarrowSelection(warehouse, query, limits);
          const written = recordBytes(warehouse, query, { columns, form: 'csv' }, limits);
          return withFirstItem(suppressedBytes(written, minRecordsOf(query)));
        },
        csvTimeoutMs,
      );
      try {
        await recordAct(store.db, {
          action: 'records.exported',
          actor: actorOf(request),
          ...(release.number !== null && {
            subject: { type: 'release', id: String(release.number) },
          }),
          details: {
            question: auditedQuery(filters, query.period),
            withSensitive: sensiveis === 'sim',
          },
          at: clock(),
        });
      } catch (error) {
        await items.return(undefined);
        throw error;
      }
      const chunks = rejoined(first, items);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="${csvName(text, release, completenessOf(query.period, release.files))}"`,
        )
        .send(Readable.from(withHeader(columns, itemsWhileAdmitted(request, reply, chunks))));
    });
  };
}

async function* withHeader(
  columns: readonly PublishedColumnName[],
  rows: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${csvStart}${csvRow(columns)}`);
  yield* rows;
}

/** Reads the first item: an error until then is still sent as an error and not as a truncated file. */
async function withFirstItem<Item>(items: AsyncGenerator<Item>) {
  return { first: await items.next(), items };
}

async function* rejoined<Item>(
  first: IteratorResult<Item>,
  items: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  try {
    if (first.done !== true) yield first.value;
    yield* items;
  } finally {
    await items.return(undefined);
  }
}

const maxNameLength = 100;

/**
 * `registros-521110-vendedor-sp-jan-2026-versao-3.csv`: letters that every system supports, and, for a long query, as
 * many whole parts as fit. The name is the only place in a file of records for notices.
 */
function csvName(
  text: string,
  { number, isSynthetic }: Release,
  completeness: Completeness,
): string {
  const [subject = '', ...parts] = text.split(' · ').map(slugOf);
  let name = subject.length <= maxNameLength ? subject : cutAtWord(subject);
  for (const part of parts) {
    if (name.length + part.length >= maxNameLength) break;
    name += `-${part}`;
  }
  const notices = [
    ...(isSynthetic ? ['-dados-sinteticos'] : []),
    ...(isIncomplete(completeness) ? ['-dados-incompletos'] : []),
  ].join('');
  return `registros-${name}-versao-${number ?? 0}${notices}.csv`;
}

const cutAtWord = (slug: string) => slug.slice(0, maxNameLength).replace(/-[^-]*$/, '');

const slugOf = (text: string) => plainText(text).replaceAll(' ', '-');
