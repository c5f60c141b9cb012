import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { Confirmation } from '../../../shared/contracts/my-sessions.ts';
import { temporaryPasswordHours } from '../../../shared/contracts/passwords.ts';
import {
  CreateUser,
  DeleteUser,
  RenewPassword,
  UpdateUser,
  User,
  UserListQuery,
} from '../../../shared/contracts/users.ts';
import {
  endSessionsOfUser,
  deleteUser,
  removeSecondFactorOf,
  renewPassword,
} from '../../people/identity/user-access.ts';
import { listUsers } from '../../people/identity/users.ts';
import { addUser, changeUser, type ManageUsersDeps } from '../../people/identity/manage-users.ts';
import { actorOf } from '../access/guard.ts';

const UserParams = z.object({ id: z.uuid('Este usuário não existe.') });

export function userRoutes(deps: ManageUsersDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const listSchema = { querystring: UserListQuery, response: { 200: z.array(User) } };
    app.get('/api/admin/users', { schema: listSchema }, async (request, reply) => {
      const { users, total } = await listUsers(deps.store.db, request.query);
      return reply.header('x-total-count', total).send(users);
    });

    const createSchema = { body: CreateUser, response: { 201: User } };
    app.post('/api/admin/users', { schema: createSchema }, async (request, reply) =>
      reply.status(201).send(await addUser(deps, actorOf(request), request.body)),
    );

    const updateSchema = { params: UserParams, body: UpdateUser, response: { 200: User } };
    app.put('/api/admin/users/:id', { schema: updateSchema }, async (request) =>
      changeUser(deps, actorOf(request), request.params.id, request.body),
    );

    const renewSchema = { params: UserParams, body: RenewPassword, response: { 200: Done } };
    app.post(
      '/api/admin/users/:id/temporary-password',
      { schema: renewSchema },
      async (request) => {
        await renewPassword(deps, actorOf(request), request.params.id, request.body);
        return { message: `A senha temporária vale por ${temporaryPasswordHours} horas.` };
      },
    );

    const endSchema = { params: UserParams, body: Confirmation, response: { 200: Done } };
    app.post('/api/admin/users/:id/end-sessions', { schema: endSchema }, async (request) => {
      await endSessionsOfUser(deps, actorOf(request), request.params.id, request.body);
      return { message: 'As sessões da pessoa foram encerradas.' };
    });

    app.post(
      '/api/admin/users/:id/remove-second-factor',
      { schema: endSchema },
      async (request) => {
        await removeSecondFactorOf(deps, actorOf(request), request.params.id, request.body);
        return {
          message: 'A pessoa entra só com a senha até ligar a verificação em duas etapas de novo.',
        };
      },
    );

    const deleteSchema = { params: UserParams, body: DeleteUser, response: { 200: Done } };
    app.post('/api/admin/users/:id/erasure', { schema: deleteSchema }, async (request) => {
      await deleteUser(deps, actorOf(request), request.params.id, request.body);
      return { message: 'Os dados da pessoa foram eliminados.' };
    });
  };
}
