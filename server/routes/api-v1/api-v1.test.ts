import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { knownPassword } from '../../../tests/support/accounts.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { ApiAnswer, ApiProblem } from '../../../shared/contracts/api-v1.ts';
import { ApiKey, CreatedApiKey } from '../../../shared/contracts/api-keys.ts';
import { AppError } from '../../platform/errors.ts';
import { routeTable } from '../access/route-table.ts';
import { apiExamples } from './examples.ts';

/** A response with its moments, IDs, hashes and versions blanked. */
const withoutVolatileFields = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value) => (changing.has(name) ? '' : value));
const changing = new Set(
  'publicada_em criado_em conferida_em sistema recibo endereco sha256 sha256_recebido'.split(' '),
);

/** A matcher for a documented example: the response's lists may be longer. */
const asShown = (shown: unknown): unknown => {
  if (Array.isArray(shown)) return expect.arrayContaining(shown.map(asShown));
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, changing.has(name) ? '' : asShown(value)]),
  );
};

/** The document with every object closed, so that a response with a field that it does not state is invalid. */
const closed = (document: object): object =>
  JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  );

/** The parts of the document that a caller uses. */
const Content = z.record(
  z.string(),
  z.looseObject({ schema: z.json(), example: z.json().optional() }),
);
const OpenApi = z.looseObject({
  openapi: z.literal('3.1.1'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        parameters: z
          .array(z.looseObject({ name: z.string(), example: z.string().optional() }))
          .default([]),
        requestBody: z.looseObject({ content: Content }).optional(),
        responses: z.record(z.string(), z.looseObject({ content: Content })),
      }),
    ),
  ),
});

const salaries = Array.from({ length: 40 }, (_, index) => `${1500 + index * 50},00`);

describe.each(testedServers)('the API for programs, in $dialect', ({ servers }) => {
  let research: Research;
  let administrator: Researcher;
  let company: string;
  let key: string;
  beforeAll(async () => {
    research = await openResearch(await servers());
    await research.publish(salaries);
    company = await research.company('Aurora Comércio');
    administrator = await research.person('ADMIN');
    key = (await made()).key;
  });
  afterAll(() => research.close());

  const requested = { days: 30, password: knownPassword };
  const keysPath = () => `/api/admin/companies/${company}/api-keys`;
  const made = async (name = 'Painel') =>
    CreatedApiKey.parse(
      (await administrator.call('POST', keysPath(), { ...requested, name })).json(),
    );
  const call = (url: string, payload?: object, authorization = `Bearer ${key}`) =>
    research.served.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: { authorization },
      ...(payload !== undefined && { payload }),
    });

  const search = async () => (await call('/api/v1/pesquisa', apiExamples.query)).json();

  test.each(['distribuicao', 'estatisticas?formato=csv'])(
    'a cached response of %s waits in the lane mainThread',
    async (path) => {
      const url = `/api/v1/${path}`;
      expect((await call(url)).statusCode).toBe(200);
      const busy = new AppError('busy', 503, 'Ocupado.');
      const free = await research.served.scheduler.acquire({
        lane: 'mainThread',
        requesters: new Map([['Ana', 'Ana']]),
        cost: 1,
        refusal: () => busy,
        signal: new AbortController().signal,
      });
      onTestFinished(free);
      let isAnswered = false;
      const answer = call(url).then((response) => {
        isAnswered = true;
        return response.statusCode;
      });
      for (let times = 0; times < 20; times += 1) await call('/api/v1/versao');
      expect(isAnswered).toBe(false);
      free();
      expect(await answer).toBe(200);
    },
  );

  test('a key is not made without the password', async () => {
    for (const proof of [{}, { password: 'errada' }]) {
      const refused = await administrator.call('POST', keysPath(), {
        name: 'X',
        days: 1,
        ...proof,
      });
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'password']);
    }
  });

  test('a key is shown once, stored only as its hash, and ends when it is revoked', async () => {
    const { id, key: text, ...rest } = await made('Revogada');
    expect(text).toMatch(/^caged_[\w-]{43}$/);
    expect(text.startsWith(rest.prefix)).toBe(true);
    expect(rest).toMatchObject({ lastUsedAt: null, revokedAt: null });
    const stored = JSON.stringify(
      await research.installation.store.db.selectFrom('api_keys').selectAll().execute(),
    );
    expect(stored).not.toContain(text);
    expect((await call('/api/v1/versao', undefined, `Bearer ${text}`)).statusCode).toBe(200);
    const listed = ApiKey.array().parse((await administrator.call('GET', keysPath())).json());
    expect(listed.find((one) => one.id === id)?.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain(text);
    const revoked = await administrator.call('POST', `/api/admin/api-keys/${id}/revoke`);
    expect(revoked.json()).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await call('/api/v1/versao', undefined, `Bearer ${text}`)).statusCode).toBe(401);
    const acts = await research.installation.store.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('action', 'in', ['api_key.created', 'api_key.revoked'])
      .execute();
    expect(acts).toContainEqual({ action: 'api_key.revoked', subject_id: company });
    expect(acts).toContainEqual({ action: 'api_key.created', subject_id: company });
  });

  test('an expired key opens nothing', async () => {
    const { id, key: text } = await made('Vencida');
    await research.installation.store.db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', id)
      .execute();
    expect((await call('/api/v1/versao', undefined, `Bearer ${text}`)).statusCode).toBe(401);
  });

  test('a key opens nothing outside of the API, and a session nothing in it', async () => {
    for (const url of ['/api/user', '/api/release', '/api/history', keysPath()])
      expect((await call(url)).statusCode).toBe(401);
    expect((await administrator.call('GET', '/api/v1/versao')).statusCode).toBe(401);
    for (const authorization of ['', 'Bearer', 'Bearer caged_x', `Basic ${key}`, key]) {
      const answer = await call('/api/v1/versao', undefined, authorization);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(ApiProblem.parse(answer.json())).toMatchObject({
        title: 'Unauthorized',
        codigo: 'invalid_key',
      });
    }
  });

  test('answers what the screen answers, with the receipt of the same company', async () => {
    const colleague = await research.person('CLIENT', company);
    for (const filters of [{ cbo: '521110' }, { cbo: '521110', salarioMax: 2000 }, { uf: 'RJ' }]) {
      const screen = await colleague.search(filters);
      const answer = ApiAnswer.parse((await call('/api/v1/pesquisa', { filtros: filters })).json());
      const { statistics } = screen;
      expect(answer.registros).toBe(screen.totalCount);
      expect(answer.estatisticas).toMatchObject({
        registros: statistics.count,
        media: statistics.average,
        mediana: statistics.median,
        percentil_10: statistics.p10,
        percentil_90: statistics.p90,
        desvio_padrao: statistics.standardDeviation,
      });
      expect(answer.metadados.recibo).toBe(screen.receipt?.id);
      const receipt = await call(`/api/v1/recibos/${answer.metadados.recibo}`);
      expect(receipt.json()).toMatchObject({
        estatisticas: answer.estatisticas,
        metadados: { distribuicao_sha256: answer.metadados.distribuicao_sha256 },
      });
    }
  });

  test('on a full disk, answers without a receipt and says so', async () => {
    const { diskReserve } = research.installation.store;
    // PostgreSQL has its own disk.
    if (diskReserve === undefined) return;
    const steps = [() => Promise.reject(Object.assign(new Error(), { code: 'SQLITE_FULL' }))];
    await diskReserve.runNecessary(async () => steps.pop()?.());
    const full = await search();
    const compared = (await call('/api/v1/comparacao', apiExamples.comparison)).json();
    await diskReserve.refill();
    const note = 'O servidor está sem espaço em disco: esta resposta não tem recibo.';
    expect(full).toMatchObject({ metadados: { recibo: null } });
    expect(full.avisos).toContain(note);
    expect(compared.avisos.filter((one: string) => one === note)).toHaveLength(1);
    expect(await search()).toMatchObject({ metadados: { recibo: expect.any(String) } });
  });

  test('receipts of another company do not exist for a key', async () => {
    const filtros = { cbo: '521110' };
    const own = ApiAnswer.parse((await call('/api/v1/pesquisa', { filtros })).json());
    const stranger = await research.person('CLIENT', await research.company('Boreal'));
    const other = (await stranger.search(filtros)).receipt?.id ?? '';
    const statuses = async (id: string | null) => {
      const url = `/api/v1/recibos/${id}`;
      return [(await call(url)).statusCode, (await call(`${url}/conferencia`, {})).statusCode];
    };
    expect(await statuses(own.metadados.recibo)).toEqual([200, 200]);
    expect(await statuses(other)).toEqual([404, 404]);
  });

  test('of four records states the count and the reason', async () => {
    const filtros = { cbo: '521110', salarioMax: 1650 };
    const answer = ApiAnswer.parse((await call('/api/v1/pesquisa', { filtros })).json());
    expect(answer).toMatchObject({
      registros: 4,
      motivo: { codigo: 'poucos_registros' },
      estatisticas: { registros: 4, mediana: null },
      grupos: [],
    });
    const { distribuicao } = (await call('/api/v1/distribuicao', { filtros })).json();
    expect(distribuicao).toEqual([]);
  });

  test('every example of the document is answered as the document says', async () => {
    const document = OpenApi.parse((await call('/api/v1/openapi.json')).json());
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', ...closed(document) });
    const { recibo } = (await call('/api/v1/pesquisa', apiExamples.query)).json().metadados;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
        const query = new URLSearchParams(
          parameters.flatMap(({ name, example }) =>
            example === undefined ? [] : [[name, example]],
          ),
        );
        const url = `${path.replace('{id}', recibo)}?${query}`;
        const payload = requestBody?.content['application/json']?.example;
        const answer = await call(
          url,
          method === 'post' ? z.looseObject({}).parse(payload ?? {}) : undefined,
        );
        const { schema = false, example: shown } =
          responses['200']?.content['application/json'] ?? {};
        const result = JSON.stringify(schema).replaceAll('"#/', '"api#/');
        expect([path, answer.statusCode]).toEqual([path, 200]);
        ajv.validate(JSON.parse(result), answer.json());
        expect([path, ajv.errors]).toEqual([path, null]);
        // The response has the example's names and figures; values that differ on each run have the same form.
        expect([path, withoutVolatileFields(answer.json())]).toEqual([path, asShown(shown)]);
      }
    }
    const broken = await call('/api/v1/pesquisa', { filtros: { uf: 'XX' } });
    expect(ApiProblem.parse(broken.json())).toMatchObject({ status: 400, campo: 'uf' });
  });

  test('every path of a key is in the document', async () => {
    const ofKeys = Object.entries(routeTable).filter(([, { access }]) => access === 'api-key');
    const { paths } = OpenApi.parse((await call('/api/v1/openapi.json')).json());
    const shown = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(shown.toSorted()).toEqual(
      ofKeys.map(([route]) => route.replace(':id', '{id}')).toSorted(),
    );
  });

  test('CSV and Parquet have the lines of the JSON', async () => {
    const { query } = apiExamples;
    const json = ApiAnswer.parse((await call('/api/v1/pesquisa', query)).json());
    const csv = await call('/api/v1/pesquisa?formato=csv', query);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(2 + json.grupos.length);
    const parquet = await call('/api/v1/pesquisa?formato=parquet', query);
    const path = join(research.installation.folder, 'resposta.parquet');
    await writeFile(path, parquet.rawPayload);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const read = await connection.runAndReadAll(
      `select painel, codigo, registros::double as registros, mediana from read_parquet('${path}')`,
    );
    expect(read.getRowsJS()).toEqual([
      ['tudo', 'tudo', json.registros, json.estatisticas.mediana],
      ...json.grupos.map(({ painel, codigo, registros, mediana }) => [
        painel,
        codigo,
        registros,
        mediana,
      ]),
    ]);
    connection.closeSync();
  });

  test('a key has its pace, which every response states', async () => {
    const own = (await made('Apressada')).key;
    const send = () => call('/api/v1/versao', undefined, `Bearer ${own}`);
    expect((await send()).headers['ratelimit']).toMatch(/^"chave";r=119;t=\d+$/);
    for (let turn = 0; turn < 119; turn++) await send();
    const refused = await send();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.json()).toMatchObject({ codigo: 'too_many_requests' });
    expect((await call('/api/v1/versao')).statusCode).toBe(200);
  });

  test('calls beyond a key’s limit are refused without a look at the key', async () => {
    const { key: own, id } = await made('Insistente');
    const send = () => call('/api/v1/versao', undefined, `Bearer ${own}`);
    for (let turn = 0; turn < 120; turn++) await send();
    await administrator.call('POST', `/api/admin/api-keys/${id}/revoke`);
    const refused = await Promise.all([send(), send(), send(), send()]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429]);
  });
});
