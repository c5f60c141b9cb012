import fastify from 'fastify';
import { expect, test } from 'vitest';
import { ApiProblem } from '../../../shared/contracts/api-v1.ts';
import { Failure } from '../../../shared/contracts/failure.ts';
import { tooManySearches } from '../../answers/serving/too-many-searches.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { answerFailures, problemOf } from './failures.ts';

test.each([
  [
    { ahead: 12, total: 40, seconds: 8, isLong: true, isWaiting: true },
    'Há 12 pesquisas grandes na sua frente. Tente de novo em 8 segundos.',
    { lugar: 13, total: 40 },
  ],
  [
    { ahead: 1, total: 2, seconds: 1, isLong: true, isWaiting: true },
    'Há 1 pesquisa grande na sua frente. Tente de novo em 1 segundo.',
    { lugar: 2, total: 2 },
  ],
  [
    { ahead: 400, total: 401, seconds: 30, isLong: false, isWaiting: false },
    'Há 400 pesquisas na sua frente. Tente de novo em 30 segundos.',
    undefined,
  ],
])('a program gets the position of its query, as people do: %j', (place, detail, fila) => {
  const { message, code, queue, status } = tooManySearches(place);
  const problem = problemOf(Failure.parse({ message, code, queue }), status);
  expect(ApiProblem.parse(problem)).toEqual({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail,
    codigo: 'too_many_searches',
    fila,
  });
});

test.each(testedStores())(
  'a write that refers to a deleted row gets 404, which is logged, in $dialect',
  async ({ open }) => {
    const store = await open();
    const log: string[] = [];
    const app = fastify({ logger: { level: 'warn', stream: { write: (line) => log.push(line) } } });
    answerFailures(app);
    const session = { token_hash: 'a', user_id: 'deleted', created_at: '', expires_at: '' };
    app.post('/', () => store.db.insertInto('sessions').values(session).execute());
    const { statusCode, json } = await app.inject({ method: 'POST', url: '/' });
    expect([statusCode, json()]).toEqual([
      404,
      {
        message: 'Algo de que esta ação precisa acabou de ser excluído. Recarregue a página.',
        code: 'deleted_meanwhile',
      },
    ]);
    expect(log.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'reference to no row' }]);
    await app.close();
    await store.close();
  },
);
