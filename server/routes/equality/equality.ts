import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  EqualityAnswer,
  type EqualityQuery,
  EqualityRaces,
  EqualityRequest,
  establishmentSizes,
} from '../../../shared/contracts/equality.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import {
  publishedEquality,
  publishedRaces,
} from '../../answers/present/equality/published-equality.ts';
import type { EqualityAxis } from '../../answers/present/equality/equality-selection.ts';
import { type Release, readableRelease } from '../../answers/query/release.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import type { EqualityService } from '../../answers/serving/equality-service.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import { equalityWriter } from '../../research/equality-receipts.ts';
import { queryText } from '../../research/query-words.ts';
import { signedInUser } from '../access/guard.ts';
import { sensitiveReadRecorder } from '../access/sensitive-reads.ts';
import { answering } from '../scheduling/answering.ts';

export interface EqualityRoutesDeps extends StoreAndClock {
  readonly service: EqualityService;
  readonly version: string;
}

type EqualityCall = FastifyRequest<{ Body: EqualityRequest }>;

interface ResolvedRequest {
  readonly query: EqualityQuery;
  readonly release: Release;
}

const timeoutMs = 120_000;
/** Routes for women's and men's pay by groups of the CBO, and by race for users with that access. */
export function equalityRoutes({
  store,
  clock,
  service,
  version,
}: EqualityRoutesDeps): FastifyPluginAsyncZod {
  const remember = equalityWriter(store);
  const recordSensitive = sensitiveReadRecorder({ store, clock });
  const resolve = async ({ body }: EqualityCall) => {
    const { release: number, ...query } = body;
    return { query, release: readableRelease(await requestedRelease(store, number)) };
  };
  const counted = (
    request: EqualityCall,
    reply: FastifyReply,
    axis: EqualityAxis,
    { query, release }: ResolvedRequest,
  ) =>
    answering(
      request,
      reply,
      (context) =>
        withStableReferences(store.db, () => service.groups(query, axis, release, context)),
      timeoutMs,
    );
  return async (app) => {
    const schema = { body: EqualityRequest, response: { 200: EqualityAnswer } };
    app.post('/api/equality', { schema }, async (request, reply) => {
      const target = await resolve(request);
      const { query, release } = target;
      const groups = await counted(request, reply, 'occupation', target);
      const answer = publishedEquality(query, groups, release);
      const { id: userId, companyId } = signedInUser(request);
      const owner = { companyId, userId };
      const remembered = await remember({ owner, query, answer, version, now: clock() });
      return { ...answer, ...remembered };
    });

    const racesSchema = { body: EqualityRequest, response: { 200: EqualityRaces } };
    app.post('/api/equality/races', { schema: racesSchema }, async (request, reply) => {
      const target = await resolve(request);
      await recordSensitive(request, raceQueryText(target), target.release);
      const races = await counted(request, reply, 'race', target);
      const completeness = completenessOf(periodOf(target), target.release.files);
      return publishedRaces(races, target.query, target.release, completeness);
    });
  };
}

const periodOf = ({ query: { periodoInicio, periodoFim }, release }: ResolvedRequest) =>
  resolveQuery(SearchFilters.parse({ periodoInicio, periodoFim }), release).period;

function raceQueryText({ query: { grupo, empregados, ...filters }, release }: ResolvedRequest) {
  const parsed = SearchFilters.parse(filters);
  const text = queryText(parsed, resolveQuery(parsed, release).period);
  const group = grupo === undefined ? [] : [`grupo ${grupo} da CBO`];
  const size = establishmentSizes[empregados].label;
  return ['Igualdade por raça/cor', ...group, size, text].join(' · ');
}
