import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Confirmation } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
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
import { actorOf, signedInUser } from '../access/guard.ts';

/** Routes for the user's own second factor. */
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
