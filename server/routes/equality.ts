import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import {
  EqualityAnswer,
  EqualityRaces,
  EqualityRequest,
  establishmentSizes,
} from '../../shared/contracts/equality.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import type { EqualityDesk } from '../answers/equality/equality-desk.ts';
import type { EqualityAxis } from '../answers/equality/equality-question.ts';
import { toldEquality, toldRaces } from '../answers/equality/told-equality.ts';
import { askedQuestion } from '../answers/question.ts';
import { readableRelease, type Release } from '../answers/release.ts';
import { recordAct } from '../people/audit/audit.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import type { Store } from '../platform/store/store.ts';
import { withSteadyReferences } from '../reference/imported-references.ts';
import { questionText } from '../research/question-words.ts';
import { actorOf } from './actor.ts';
import { answering } from './answering.ts';
import { signedInUser } from './guard.ts';

export interface EqualityRoutesDeps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly desk: EqualityDesk;
}

const timeoutMs = 120_000;
const notedEveryMs = 3_600_000;

/** Women's and men's pay by groups of the CBO, and by race for whoever may see it. */
export function equalityRoutes({ store, clock, desk }: EqualityRoutesDeps): FastifyPluginAsyncZod {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: notedEveryMs });
  const counted = (
    request: FastifyRequest<{ Body: EqualityRequest }>,
    reply: FastifyReply,
    axis: EqualityAxis,
    release: Release,
  ) =>
    answering(
      reply,
      (limits) =>
        withSteadyReferences(store.db, () =>
          desk.groups(request.body, axis, release, { person: signedInUser(request).id, ...limits }),
        ),
      timeoutMs,
    );
  /** Who opens and closes the table of races reads one answer: the audit knows of the first in an hour. */
  const noteRaces = async (
    request: FastifyRequest<{ Body: EqualityRequest }>,
    release: Release,
  ) => {
    const actor = actorOf(request);
    const question = raceQuestion(request.body, release);
    const key = JSON.stringify([actor, question, release.number]);
    if (noted.has(key)) return;
    await recordAct(store.db, {
      action: 'records.sensitive_read',
      actor,
      ...(release.number !== null && {
        subject: { type: 'release', id: String(release.number) },
      }),
      details: { question },
      at: clock(),
    });
    noted.set(key, true);
  };

  return async (app) => {
    const schema = { body: EqualityRequest, response: { 200: EqualityAnswer } };
    app.post('/api/equality', { schema }, async (request, reply) => {
      const release = readableRelease(await currentRelease(store));
      const groups = await counted(request, reply, 'occupation', release);
      const { grupo = '', empregados: _, ...filters } = request.body;
      const { period } = askedQuestion(SearchFilters.parse(filters), release);
      const { number, isSynthetic } = release;
      return {
        period,
        release: number === null ? null : { number, isSynthetic },
        ...toldEquality(grupo, groups),
      };
    });

    const racesSchema = { body: EqualityRequest, response: { 200: EqualityRaces } };
    app.post('/api/equality/races', { schema: racesSchema }, async (request, reply) => {
      const release = readableRelease(await currentRelease(store));
      await noteRaces(request, release);
      return toldRaces(await counted(request, reply, 'race', release));
    });
  };
}

/** What the audit says was asked. */
function raceQuestion({ grupo, empregados, ...filters }: EqualityRequest, release: Release) {
  const asked = SearchFilters.parse(filters);
  const text = questionText(asked, askedQuestion(asked, release).period);
  const group = grupo === undefined ? [] : [`grupo ${grupo} da CBO`];
  const size = establishmentSizes[empregados].label;
  return ['Igualdade por raça/cor', ...group, size, text].join(' · ');
}
