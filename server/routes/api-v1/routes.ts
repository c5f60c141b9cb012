import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ApiAddressQuery,
  ApiComparisonQuery,
  ApiFormatQuery,
  ApiMunicipalitiesQuery,
  ApiNoQuery,
  ApiOccupationsQuery,
  ApiPanelQuery,
  ApiQuery,
  ApiTextQuery,
  apiFormats,
  emptyFieldText,
} from '../../../shared/contracts/api-queries.ts';
import {
  ApiReceipt,
  ApiReceiptCheck,
  ApiVersion,
  type ApiMetadata,
} from '../../../shared/contracts/api-v1.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { deferredPanels } from '../../../shared/contracts/deferred-panels.ts';
import { ReceiptParams } from '../../../shared/contracts/receipts.ts';
import { type OccupationItem, PlaceItem } from '../../../shared/contracts/reference.ts';
import { fileKinds } from '../../../shared/contracts/uploads.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { nearlyEqualSelections } from '../../answers/present/suppression/compared-selections.ts';
import { invalid } from '../../platform/errors.ts';
import { jsonBytes } from '../../platform/json-slices.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { allOccupations } from '../../reference/occupations.ts';
import { findPlaces } from '../../reference/find-places.ts';
import { allMunicipalities, municipalitiesOf } from '../../reference/places.ts';
import { commonnessBy, occupationItems } from '../../reference/occupation-search.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import { monthRevisions } from '../../registry/reconciliation/month-revisions.ts';
import { releaseSummary } from '../../registry/releases/summary.ts';
import { requireReadable } from '../../research/receipt-access.ts';
import { checkSearchReceipt, readSearchReceipt } from '../../research/receipts.ts';
import { answering } from '../scheduling/answering.ts';
import { callingKey } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';
import { acceptedFormat, mediaTypes } from './accepted-format.ts';
import { answererForKeys, type ApiDeps } from './answer-for-key.ts';
import { panelResponse } from './panel-response.ts';
import { tagResponses } from '../http/entity-tag.ts';
import { apiFilters } from './filters.ts';
import { openApiDocument } from './openapi.ts';
import {
  answerTable,
  distributionTable,
  monthTable,
  tableCsv,
  tableParquet,
  textTable,
  type Table,
} from './tables.ts';
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

/** The addresses that respond with a table too. */
const tabular: ReadonlySet<string> = new Set(
  ['estatisticas', 'pesquisa', 'distribuicao', 'ocupacoes', 'municipios', 'meses'].map(
    (name) => `/api/v1/${name}`,
  ),
);

type Format = z.infer<typeof ApiFormatQuery>;

interface Formats {
  readonly json: object;
  readonly table: () => Table;
  /** Runs the writing in the lane `mainThread`. */
  readonly scheduled?: (write: () => Promise<Buffer>) => Promise<Buffer>;
}

/** What CSV and Parquet cannot state in a field: whether months lack their main file. */
const completenessHeader = 'x-completude';

/** "completa", "parcial; sem_mov=202306,202307". */
const completenessText = (state: string, withoutMov: readonly string[]) =>
  [state, ...(withoutMov.length === 0 ? [] : [`sem_mov=${withoutMov.join(',')}`])].join('; ');

const noteCompleteness = (reply: FastifyReply, { completude }: ApiMetadata) =>
  reply.header(completenessHeader, completenessText(completude.situacao, completude.sem_mov));

/** The API for programs; each call requires a company's key. */
export function apiV1Routes(deps: ApiDeps): FastifyPluginAsyncZod {
  const { store, warehouse, records, queries } = deps;
  const answerForKey = answererForKeys(deps);
  const releaseOf = async (versao: number | undefined) =>
    readableRelease(await requestedRelease(store, versao));
  /** Sends a response in the format that the request names, or that its `Accept` header prefers. */
  const inFormat = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { formato, decimal }: Format,
    { json, table, scheduled = (write) => write() }: Formats,
  ) => {
    const format = formato ?? acceptedFormat(request.headers.accept, apiFormats);
    if (format === 'parquet') {
      const parquet = await answering(request, reply, (context) =>
        queries.run([], context, (limits) => tableParquet(warehouse, table(), limits)),
      );
      return reply.type(mediaTypes.parquet).send(parquet);
    }
    return reply
      .type(`${mediaTypes[format]}; charset=utf-8`)
      .send(
        await scheduled(async () =>
          format === 'csv' ? tableCsv(table(), decimal) : jsonBytes(json),
        ),
      );
  };
  const answerHandler =
    <Response extends { readonly metadados: ApiMetadata }>(
      responseOf: (answer: KeyAnswer) => Response | Promise<Response>,
      tableOf: (response: Response) => Table,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply, query: ApiQuery & Format) => {
      const json = await answering(request, reply, async (context) => {
        const { filtros: filters, versao } = query;
        const release = await releaseOf(versao);
        return answerForKey(callingKey(request), { filters, release }, context, responseOf);
      });
      noteCompleteness(reply, json.metadados);
      const scheduled = (write: () => Promise<Buffer>) =>
        answering(request, reply, (context) => queries.onMainThread(context, write));
      return inFormat(request, reply, query, { json, table: () => tableOf(json), scheduled });
    };
  const statistics = answerHandler(answerResponse, answerTable);
  const distribution = answerHandler(distributionResponse, distributionTable);
  return async (app) => {
    app.addHook('preValidation', async (request: FastifyRequest) => {
      if (!tabular.has(request.routeOptions.url ?? ''))
        acceptedFormat(request.headers.accept, ['json']);
      for (const [field, value] of Object.entries(request.query ?? {})) {
        if (![value].flat().includes('')) continue;
        throw invalid(field, emptyFieldText(field));
      }
    });
    app.addHook('onRoute', (route) => {
      route.schema = { querystring: ApiNoQuery, ...route.schema };
    });
    app.addHook('onSend', tagResponses);

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

    app.get(
      '/api/v1/meses',
      { schema: { querystring: ApiFormatQuery } },
      async (request, reply) => {
        const release = await currentRelease(store);
        const { months } = await answering(request, reply, (context) =>
          queries.run([], context, (limits) =>
            monthRevisions({ store, warehouse, ...limits }, release),
          ),
        );
        const expected = new Map(months.map((one) => [one.month, one.expected]));
        const json = [...Map.groupBy(release.files, ({ month }) => month)]
          .map(([mes, files]) => ({
            mes,
            arquivos: fileKinds.filter((kind) => files.some((file) => file.kind === kind)),
            muda_de: expected.get(mes)?.lower ?? null,
            muda_ate: expected.get(mes)?.upper ?? null,
          }))
          .toSorted((a, b) => (a.mes < b.mes ? -1 : 1));
        const table = () => monthTable(json);
        return inFormat(request, reply, request.query, { json, table });
      },
    );

    const occupations = { querystring: ApiOccupationsQuery };
    app.get('/api/v1/ocupacoes', { schema: occupations }, async (request, reply) => {
      const { busca } = request.query;
      const json: OccupationItem[] =
        busca === undefined
          ? allOccupations().map(({ code, title }) => ({ codigo: code, titulo: title }))
          : occupationItems(busca, commonnessBy(await records())).slice(0, suggestions);
      const table = () => textTable(['codigo', 'titulo', 'sinonimo'], json);
      return inFormat(request, reply, request.query, { json, table });
    });

    const municipalities = { querystring: ApiMunicipalitiesQuery };
    app.get('/api/v1/municipios', { schema: municipalities }, async (request, reply) => {
      const { uf: state } = request.query;
      const found = state === undefined ? allMunicipalities() : municipalitiesOf(state);
      const json = found.map(({ code, name, uf }) => ({ codigo: code, nome: name, uf }));
      const table = () => textTable(['codigo', 'nome', 'uf'], json);
      return inFormat(request, reply, request.query, { json, table });
    });

    const places = { querystring: ApiTextQuery, response: { 200: z.array(PlaceItem) } };
    app.get('/api/v1/lugares', { schema: places }, async ({ query: { busca } }) =>
      findPlaces(busca, suggestions),
    );

    app.get('/api/v1/filtros', async () => apiFilters);

    const inAddress = { schema: { querystring: ApiAddressQuery }, exposeHeadRoute: false };
    app.get('/api/v1/estatisticas', inAddress, (request, reply) =>
      statistics(request, reply, request.query),
    );
    app.get('/api/v1/distribuicao', inAddress, (request, reply) =>
      distribution(request, reply, request.query),
    );

    const panelQuery = { schema: { querystring: ApiPanelQuery } };
    for (const name of keysOf(deferredPanels))
      app.get(`/api/v1/${name}`, panelQuery, async (request, reply) => {
        const { filtros, versao } = request.query;
        const release = await releaseOf(versao);
        const { panel, query } = await answering(request, reply, (context) =>
          deps.deferredPanels.answer(name, { filters: filtros, release }, context),
        );
        return panelResponse(name, panel, filtros, query);
      });

    const inBody = { schema: { body: ApiQuery, querystring: ApiFormatQuery } };
    // `pesquisa` is the earlier name of `estatisticas`.
    for (const url of ['/api/v1/estatisticas', '/api/v1/pesquisa'])
      app.post(url, inBody, (request, reply) =>
        statistics(request, reply, { ...request.body, ...request.query }),
      );
    app.post('/api/v1/distribuicao', inBody, (request, reply) =>
      distribution(request, reply, { ...request.body, ...request.query }),
    );

    const comparison = { body: ApiComparisonQuery };
    app.post('/api/v1/comparacao', { schema: comparison }, async (request, reply) =>
      answering(request, reply, async (context) => {
        const { selecoes, versao } = request.body;
        // One release for all selections, also if another is published meanwhile.
        const release = await releaseOf(versao);
        const answers: KeyAnswer[] = [];
        // Sequential, because each takes as many connections as a search.
        for (const filters of selecoes)
          answers.push(
            await answerForKey(callingKey(request), { filters, release }, context, (one) => one),
          );
        const resolved = selecoes.map((filters) => resolveQuery(filters, release));
        const suppressed = await queries.run(resolved, context, (limits) =>
          nearlyEqualSelections(warehouse, resolved, limits),
        );
        const compared: KeyAnswer[] = [];
        for (const [index, one] of answers.entries())
          compared.push(suppressed[index] === true ? await withoutNearlyEqual(one) : one);
        return comparisonResponse(compared);
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
      return answering(request, reply, async (context) =>
        receiptCheckResponse(await checkSearchReceipt(deps, id, context)),
      );
    });
  };
}
