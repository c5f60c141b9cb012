import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CurrentUser } from '../../../shared/contracts/identity.ts';
import { MyDataQuery, MyDeletionRequest, UpdateMyName } from '../../../shared/contracts/my-data.ts';
import {
  changeMyName,
  exportMyData,
  myData,
  requestDeletion,
  type MyDataDeps,
} from '../../people/identity/my-data.ts';
import { jsonSlices } from '../../platform/json-slices.ts';
import { actorOf, signedInUser } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';
import { z } from 'zod';
import { EndSessions, MySession, Confirmation } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { endOwnSessions, sessionsOf } from '../../people/identity/my-sessions.ts';
import type { FreshProofDeps } from '../../people/identity/fresh-proof.ts';
import {
  MySecondFactor,
  NewSecondFactor,
  RecoveryCodes,
  SecondFactorCode,
} from '../../../shared/contracts/second-factor.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  mySecondFactor,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
  type MySecondFactorDeps,
} from '../../people/identity/my-second-factor.ts';

/** The audit may have tens of thousands of entries about a user: 15 MB take the event loop 0.7 s. */
const entriesInATurn = 200;

/** Routes for the signed-in user's personal data. */
export function myDataRoutes(deps: MyDataDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const readOptions = { schema: { querystring: MyDataQuery }, exposeHeadRoute: false };
    app.get('/api/my-data', readOptions, async (request, reply) => {
      const isFile = request.query.download !== undefined;
      const data = await (isFile ? exportMyData : myData)(deps, actorOf(request));
      if (isFile) reply.header('content-disposition', 'attachment; filename="meus-dados.json"');
      const slices = jsonSlices(data, entriesInATurn);
      return reply.type('application/json; charset=utf-8').send(Readable.from(slices));
    });

    const nameSchema = { body: UpdateMyName, response: { 200: CurrentUser } };
    app.put('/api/my-data', { schema: nameSchema }, async (request) =>
      changeMyName(deps, actorOf(request), request.body),
    );

    const deletionSchema = { body: EmptyBody, response: { 200: MyDeletionRequest } };
    app.post('/api/my-data/erasure-request', { schema: deletionSchema }, async (request) => ({
      message: 'Recebemos o seu pedido. Um administrador vai eliminar os seus dados.',
      requestedAt: await requestDeletion(deps, actorOf(request)),
    }));
  };
}

/** Routes for the user's own open sessions, and to end them. */
export function mySessionRoutes({
  confirmation,
  idleHours,
}: {
  readonly confirmation: FreshProofDeps;
  readonly idleHours: number;
}): FastifyPluginAsyncZod {
  return async (app) => {
    const listSchema = { response: { 200: z.array(MySession) } };
    app.get('/api/my-sessions', { schema: listSchema }, async (request) =>
      sessionsOf(confirmation.db, signedInUser(request).id, {
        now: confirmation.clock(),
        idleHours,
        currentId: request.sessionId,
      }),
    );

    const endSchema = { body: EndSessions, response: { 200: Done } };
    app.post('/api/my-sessions/end', { schema: endSchema }, async (request) => {
      await endOwnSessions(confirmation, actorOf(request), request.body);
      return {
        message:
          request.body.which === 'others'
            ? 'As suas outras sessões foram encerradas.'
            : 'A sessão foi encerrada.',
      };
    });
  };
}

export function mySecondFactorRoutes(deps: MySecondFactorDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const readSchema = { response: { 200: MySecondFactor } };
    app.get('/api/my-second-factor', { schema: readSchema }, async (request) =>
      mySecondFactor(deps, signedInUser(request)),
    );

    const beginSchema = { body: Confirmation, response: { 200: NewSecondFactor } };
    app.post('/api/my-second-factor/begin', { schema: beginSchema }, async (request) =>
      beginSecondFactor(deps, actorOf(request), signedInUser(request), request.body),
    );

    const confirmSchema = { body: SecondFactorCode, response: { 200: RecoveryCodes } };
    app.post('/api/my-second-factor/confirm', { schema: confirmSchema }, async (request) => ({
      recoveryCodes: await confirmSecondFactor(deps, actorOf(request), request.body.code),
    }));

    const codesSchema = { body: Confirmation, response: { 200: RecoveryCodes } };
    app.post('/api/my-second-factor/recovery-codes', { schema: codesSchema }, async (request) => ({
      recoveryCodes: await renewOwnRecoveryCodes(deps, actorOf(request), request.body),
    }));

    const removeSchema = { body: Confirmation, response: { 200: Done } };
    app.post('/api/my-second-factor/remove', { schema: removeSchema }, async (request) => {
      const user = signedInUser(request);
      await removeOwnSecondFactor(deps, actorOf(request), user, request.body);
      return { message: 'A verificação em duas etapas foi desligada.' };
    });
  };
}
