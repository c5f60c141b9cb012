import { afterAll, beforeAll, expect, test } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import fastifyCookie from '@fastify/cookie';
import { accountsOver, type Accounts, type Person } from '../../../tests/support/accounts.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { Overview, UploadsCheck } from '../../../shared/contracts/overview.ts';
import { HealthWarning, type HealthCheck } from '../../operations/health.ts';
import { answerFailures } from '../http/failures.ts';
import { overviewRoutes } from './settings.ts';
import { sessionCookie } from '../access/session-cookie.ts';

let installation: Installation;
let accounts: Accounts;
let app: FastifyInstance;
let chief: Person;
const check: { -readonly [Key in keyof HealthCheck]: HealthCheck[Key] } = {
  part: 'p',
  label: 'Parte',
  run: async () => undefined,
};

beforeAll(async () => {
  installation = await newInstallation();
  const { store } = installation;
  accounts = await accountsOver(store);
  chief = await accounts.person('ADMIN');
  await accounts.person('CLIENT');
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerFailures(app);
  await app.register(fastifyCookie);
  await app.register(overviewRoutes({ store, cookie: sessionCookie(false), checks: [check] }));
});
afterAll(async () => {
  await app.close();
  await accounts.app.close();
  await installation.close();
});

const get = async (url: string) =>
  (await app.inject({ url, cookies: { caged_session: chief.token } })).json();

test('the figures are real', async () => {
  expect(Overview.parse(await get('/api/admin/overview'))).toEqual({
    users: 2,
    activeUsers: 2,
    administrators: 1,
    companies: 0,
    status: 'Online',
    parts: [{ part: 'p', label: 'Parte', status: 'ok', message: null }],
    session: {
      startedAt: '2026-08-01T12:00:00.000Z',
      expiresAt: '2026-08-02T12:00:00.000Z',
      address: '127.0.0.1',
    },
    release: null,
  });
  expect(await get('/api/uploads-check')).toEqual({
    message: 'O banco de dados responde. Ainda não há envios.',
    uploads: [],
  });

  const { id } = await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}]));
  await installation.store.db
    .updateTable('users')
    .set({ is_active: 0 })
    .where('role', '=', 'CLIENT')
    .execute();
  expect(await get('/api/admin/overview')).toMatchObject({
    users: 2,
    activeUsers: 1,
    release: { number: 1, isSynthetic: false, lastMonth: '202307' },
  });
  expect(UploadsCheck.parse(await get('/api/uploads-check'))).toEqual({
    message: 'O banco de dados responde. Envios encontrados: 1.',
    uploads: [{ id, competencia: null, status: 'COMPLETED', fileCount: 1, reasons: [] }],
  });
});

test('the status is that of the parts', async () => {
  check.run = async () => new HealthWarning('Olhe isto.');
  expect(await get('/api/admin/overview')).toMatchObject({ status: 'Atenção' });
  check.run = () => Promise.reject(new Error('no'));
  expect(await get('/api/admin/overview')).toMatchObject({ status: 'Com falha' });
});
