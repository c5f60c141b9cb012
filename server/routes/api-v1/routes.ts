import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ApiComparisonQuestion,
  ApiFormatQuery,
  ApiQuestion,
  ApiReceipt,
  ApiReceiptCheck,
  ApiTextQuery,
  ApiVersion,
  type ApiFormat,
  type ApiMetadata,
} from '../../../shared/contracts/api-v1.ts';
import { OccupationItem, PlaceItem } from '../../../shared/contracts/reference.ts';
import type { QueryContext } from '../../answers/serving/answer-service.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { nearlyEqualSelections } from '../../answers/present/suppression/compared-selections.ts';
import { findPlaces } from '../../reference/places.ts';
import { commonnessBy, occupationItems } from '../../reference/occupation-search.ts';
import { askedRelease } from '../../registry/releases/release-by-number.ts';
import { releaseSummary } from '../../registry/releases/summary.ts';
import { requireReadable } from '../../research/receipt-access.ts';
import { checkSearchReceipt, readSearchReceipt } from '../../research/receipts.ts';
import { answering } from '../scheduling/answering.ts';
import { callingKey } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';
import { answerForKey, type ApiDeps } from './answer-for-key.ts';
import { apiFilters } from './filters.ts';
import { openApiDocument } from './openapi.ts';
import { answerTable, distributionTable, tableCsv, tableParquet } from './tables.ts';
import {
  withoutNearlyEqual,
  answerResponse,
  comparisonResponse,
  distributionResponse,
  receiptResponse,
  receiptCheckResponse,
  type KeyAnswer,
} from './responses.ts';

const suggestions = 20;
const ReceiptParams = z.object({ id: z.string().max(80, 'Este recibo não existe.') });

type Table = Parameters<typeof tableCsv>[0];

/** What CSV and Parquet cannot state in a field: whether months lack their main file. */
const completenessHeader = 'x-completude';

/** "completa", "parcial; sem_mov=202306,202307". */
const completenessText = (state: string, withoutMov: readonly string[]) =>
  [state, ...(withoutMov.length === 0 ? [] : [`sem_mov=${withoutMov.join(',')}`])].join('; ');

/** The API for programs; each call requires a company's key. */
export function apiV1Routes(deps: ApiDeps): FastifyPluginAsyncZod {
  const { store, warehouse, records, queries } = deps;
  /** Sends a response in the requested format. */
  const inFormat = async (
    reply: FastifyReply,
    format: ApiFormat,
    {
      json,
      table,
      asker,
    }: {
      json: { readonly metadados: Pick<ApiMetadata, 'completude'> };
      table: () => Table;
      asker: QueryContext;
    },
  ) => {
    const { situacao, sem_mov: withoutMov } = json.metadados.completude;
    void reply.header(completenessHeader, completenessText(situacao, withoutMov));
    if (format === 'json') return reply.type('application/json; charset=utf-8').send(json);
    if (format === 'csv') return reply.type('text/csv; charset=utf-8').send(tableCsv(table()));
    const parquet = await queries.run([], asker, (limits) =>
      tableParquet(warehouse, table(), limits),
    );
    return reply.type('application/vnd.apache.parquet').send(parquet);
  };
  return async (app) => {
    app.get('/api/v1/openapi.json', async () => openApiDocument);

    app.get('/api/v1/versao', { schema: { response: { 200: ApiVersion } } }, async () => {
      const { number, publishedAt, isSynthetic, months, lastMonth } = await releaseSummary(store);
      return {
        numero: number,
        publicada_em: publishedAt,
        sintetica: isSynthetic,
        meses: months,
        ultimo_mes: lastMonth,
      };
    });

    const occupations = {
      querystring: ApiTextQuery,
      response: { 200: z.array(OccupationItem) },
    };
    app.get('/api/v1/ocupacoes', { schema: occupations }, async ({ query: { busca } }) =>
      occupationItems(busca, commonnessBy(await records())).slice(0, suggestions),
    );

    const places = { querystring: ApiTextQuery, response: { 200: z.array(PlaceItem) } };
    app.get('/api/v1/lugares', { schema: places }, async ({ query: { busca } }) =>
      findPlaces(busca, suggestions),
    );

    app.get('/api/v1/filtros', async () => apiFilters);

    const search = { body: ApiQuestion, querystring: ApiFormatQuery };
    app.post('/api/v1/pesquisa', { schema: search }, async (request, reply) =>
      answering(request, reply, async (asker) => {
        const { parts } = await answerForKey(deps, callingKey(request), request.body, asker);
        const json = answerResponse(parts);
        return inFormat(reply, request.query.formato, {
          json,
          table: () => answerTable(json),
          asker,
        });
      }),
    );

    app.post('/api/v1/distribuicao', { schema: search }, async (request, reply) =>
      answering(request, reply, async (asker) => {
        const answer = await answerForKey(deps, callingKey(request), request.body, asker);
        const json = distributionResponse(answer);
        return inFormat(reply, request.query.formato, {
          json,
          table: () => distributionTable(json.distribuicao),
          asker,
        });
      }),
    );

    const comparison = { body: ApiComparisonQuestion };
    app.post('/api/v1/comparacao', { schema: comparison }, async (request, reply) =>
      answering(request, reply, async (asker) => {
        const { selecoes, versao } = request.body;
        const answers: KeyAnswer[] = [];
        // Sequential, because each takes as many connections as a search.
        for (const filtros of selecoes)
          answers.push(await answerForKey(deps, callingKey(request), { filtros, versao }, asker));
        const release = readableRelease(await askedRelease(deps.store, versao));
        const questions = selecoes.map((filters) => resolveQuery(filters, release));
        const suppressed = await queries.run(questions, asker, (limits) =>
          nearlyEqualSelections(deps.warehouse, questions, limits),
        );
        return comparisonResponse(
          answers.map((one, index) => (suppressed[index] === true ? withoutNearlyEqual(one) : one)),
        );
      }),
    );

    const receipt = { params: ReceiptParams, response: { 200: ApiReceipt } };
    app.get('/api/v1/recibos/:id', { schema: receipt }, async (request) => {
      const { id } = request.params;
      await requireReadable(store.db, id, callingKey(request));
      return receiptResponse(await readSearchReceipt(deps, id));
    });

    const check = { params: ReceiptParams, body: EmptyBody, response: { 200: ApiReceiptCheck } };
    app.post('/api/v1/recibos/:id/conferencia', { schema: check }, async (request, reply) => {
      const { id } = request.params;
      await requireReadable(store.db, id, callingKey(request));
      return answering(request, reply, async (asker) =>
        receiptCheckResponse(await checkSearchReceipt(deps, id, asker)),
      );
    });
  };
}
