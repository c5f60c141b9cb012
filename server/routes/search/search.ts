import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { can } from '../../../shared/contracts/acts.ts';
import {
  DeferredPanel,
  DeferredPanelParams,
  DeferredPanelRequest,
} from '../../../shared/contracts/deferred-panels.ts';
import { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { SearchRequest } from '../../../shared/contracts/search.ts';
import { minForSensitive } from '../../../shared/statistics/design-effect.ts';
import { minRecordsOfFilters } from '../../../shared/statistics/suppression.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import { releaseSummary } from '../../registry/releases/summary.ts';
import type { AnswerMetadata } from '../../research/receipt-store.ts';
import type { FiguresDeps } from '../../research/figures.ts';
import { auditedQuery } from '../../research/query-words.ts';
import { searchWriter } from '../../research/search-history.ts';
import type { AnswerService } from '../../answers/serving/answer-service.ts';
import { maybeQuery, resolveQuery } from '../../answers/query/salary-query.ts';
import {
  changedAnswer,
  wholeAnswer,
  type PackedAnswer,
} from '../../answers/serving/stored-answer.ts';
import type { DeferredPanelService } from '../../answers/serving/deferred-panel-service.ts';
import { readableRelease } from '../../answers/query/release.ts';
import {
  comparedAnswer,
  nearlyEqualAnswer,
} from '../../answers/present/suppression/compared-answer.ts';
import { nearlyEqualSelections } from '../../answers/present/suppression/compared-selections.ts';
import { suppressedRecords } from '../../answers/present/suppression/suppressed-records.ts';
import { answering } from '../scheduling/answering.ts';
import { signedInUser } from '../access/guard.ts';
import { sensitiveReadRecorder } from '../access/sensitive-reads.ts';
import { sendOpenGzip } from '../http/send-gzip.ts';

export interface SearchRoutesDeps extends FiguresDeps {
  readonly clock: () => Date;
  readonly service: AnswerService<AnswerMetadata>;
  readonly deferredPanels: DeferredPanelService;
}

export function searchRoutes({
  store,
  warehouse,
  clock,
  service,
  queries,
  deferredPanels,
}: SearchRoutesDeps): FastifyPluginAsyncZod {
  const remember = searchWriter(store);
  const recordSensitive = sensitiveReadRecorder({ store, clock });
  return async (app) => {
    const searchSchema = { body: SearchRequest };
    app.post('/api/search', { schema: searchSchema }, async (request, reply) => {
      const { release: number } = request.body;
      const release = readableRelease(await requestedRelease(store, number));
      const { id: userId, role, companyId } = signedInUser(request);
      const answer = await answering(request, reply, (context) =>
        withStableReferences(store.db, () => service.answer(request.body, release, context)),
      );
      const { metadata } = answer;
      const { filters, comparedWith, distribution, page, pageSize } = request.body;
      const isOfSensitive = minRecordsOfFilters(filters) === minForSensitive;
      let shown: PackedAnswer = answer;
      if (comparedWith !== undefined) {
        const selections = [...comparedWith, filters].flatMap(
          (one) => maybeQuery(one, release) ?? [],
        );
        const suppressed = await answering(request, reply, (context) =>
          queries.run(selections, context, (limits) =>
            nearlyEqualSelections(warehouse, selections, limits),
          ),
        );
        const isNearlyEqual = suppressed.at(-1) === true;
        shown = await changedAnswer(answer, isNearlyEqual ? nearlyEqualAnswer : comparedAnswer);
      } else if ((isOfSensitive || page > 1) && !can(role, 'readAllRecords')) {
        shown = await changedAnswer(answer, (head) => ({ ...head, page, results: [] }));
      } else {
        // The filter states the race or disability of each listed record.
        if (isOfSensitive)
          await recordSensitive(request, auditedQuery(filters, metadata.method.period), release);
        if (page > 1) {
          const query = resolveQuery(filters, release);
          const requested = { offset: (page - 1) * pageSize, limit: pageSize };
          const { records: results } = await answering(request, reply, (context) =>
            queries.run([query], context, (limits) =>
              suppressedRecords(warehouse, query, requested, limits),
            ),
          );
          shown = await changedAnswer(answer, (head) => ({ ...head, page, results }));
        }
      }
      const json =
        distribution === 'separate'
          ? shown.head
          : await answering(request, reply, (context) =>
              queries.onMainThread(context, () => wholeAnswer(shown)),
            );
      // A refused query leaves no receipt and no history.
      const remembered = await remember({
        userId,
        companyId,
        filters,
        metadata,
        now: clock(),
      });
      // The response is serialised once for all readers; each reader has a separate receipt.
      const ending = `,${JSON.stringify(remembered).slice(1)}`;
      return sendOpenGzip(reply.type('application/json; charset=utf-8'), json, ending);
    });

    const panelSchema = {
      params: DeferredPanelParams,
      body: DeferredPanelRequest,
      response: { 200: DeferredPanel },
    };
    app.post('/api/search/panels/:panel', { schema: panelSchema }, async (request, reply) => {
      const { filters, release: number } = request.body;
      const release = readableRelease(await requestedRelease(store, number));
      const { panel } = await answering(request, reply, (context) =>
        deferredPanels.answer(request.params.panel, { filters, release }, context),
      );
      return panel;
    });

    app.get('/api/release', { schema: { response: { 200: ReleaseSummary } } }, async () =>
      releaseSummary(store),
    );
  };
}
