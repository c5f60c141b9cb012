import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import {
  ChangePassword,
  CheckPassword,
  FirstPassword,
  PasswordStrength,
  RequestPasswordReset,
  ResetPassword,
} from '../../../shared/contracts/passwords.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import {
  type ChangePasswordDeps,
  changePassword,
  chooseFirstPassword,
} from '../../people/identity/change-password.ts';
import type { KnownDevices } from '../../people/identity/known-device.ts';
import { checkStrength, wordsOfUser } from '../../people/identity/password-check.ts';
import {
  type ResetDeps,
  requestReset,
  resetPassword,
  wordsOfToken,
} from '../../people/identity/reset-password.ts';
import type { NetworkRateLimit } from '../../people/limits/rate-limit.ts';
import { originOf, signedInUser } from '../access/guard.ts';
import type { TokenCookie } from '../access/session-cookie.ts';

export interface PasswordRoutesDeps {
  readonly change: ChangePasswordDeps;
  readonly reset: ResetDeps;
  readonly checkLimit: NetworkRateLimit;
  readonly cookie: TokenCookie;
  readonly devices: KnownDevices;
  readonly deviceCookie: TokenCookie;
  /** The user of the request's session, also on a route that anyone may call. */
  readonly maybeUser: (request: FastifyRequest) => Promise<CurrentUser | undefined>;
}

export function passwordRoutes(deps: PasswordRoutesDeps): FastifyPluginAsyncZod {
  const { change, reset, checkLimit, cookie, devices, deviceCookie, maybeUser } = deps;
  /** The browser in which a user set a new password is a known device; tokens of the earlier one are invalid. */
  const rememberDevice = async (reply: FastifyReply, email: string) =>
    deviceCookie.write(reply, await devices.issue(email));
  return async (app) => {
    const checkSchema = { body: CheckPassword, response: { 200: PasswordStrength } };
    app.post('/api/auth/check-password-strength', { schema: checkSchema }, async (request) => {
      const { password, token } = request.body;
      await checkLimit.admit(request.ip, checkCost(password));
      if (token !== undefined) return checkStrength(password, await wordsOfToken(reset, token));
      const user = await maybeUser(request);
      return checkStrength(password, user && (await wordsOfUser(change.db, user)));
    });

    const changeSchema = { body: ChangePassword, response: { 200: Done } };
    app.post('/api/auth/change-password', { schema: changeSchema }, async (request, reply) => {
      const user = signedInUser(request);
      cookie.write(reply, await changePassword(change, user, request.body, originOf(request)));
      await rememberDevice(reply, user.email);
      return { message: 'Sua senha foi alterada com sucesso!' };
    });

    const firstSchema = { body: FirstPassword, response: { 200: Done } };
    app.post('/api/auth/first-password', { schema: firstSchema }, async (request, reply) => {
      const user = signedInUser(request);
      const session = await chooseFirstPassword(change, user, request.body, originOf(request));
      cookie.write(reply, session);
      await rememberDevice(reply, user.email);
      return { message: 'Sua senha foi alterada com sucesso!' };
    });

    const requestSchema = { body: RequestPasswordReset, response: { 200: Done } };
    app.post('/api/auth/request-password-reset', { schema: requestSchema }, async (request) => {
      await requestReset(reset, request.body.email, request.ip);
      return {
        message:
          'Se o email existe em nossa base, você receberá instruções para redefinir sua senha em alguns minutos.',
      };
    });

    const resetSchema = { body: ResetPassword, response: { 200: Done } };
    app.post('/api/auth/reset-password', { schema: resetSchema }, async (request, reply) => {
      const { email } = await resetPassword(reset, request.body, request.ip);
      await rememberDevice(reply, email);
      return { message: 'Sua senha foi redefinida com sucesso! Você já pode fazer login.' };
    });
  };
}

/** Cost of a check: longer passwords take more, up to some 2 ms per unit, and at most four units for any length. */
const checkCost = (password: string) => 1 + Math.min(3, Math.floor(password.length / 8));
