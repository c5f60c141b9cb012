import { once } from 'node:events';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { Kysely, sql } from 'kysely';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testStores } from '../../../tests/support/stores.ts';
import { timerTo } from '../../../tests/support/tcp-timer.ts';
import { withLock } from './lock.ts';
import { postgresDialect } from './postgres.ts';
import type { Database } from './schema.ts';
import { openStore } from './store.ts';

/** AuthenticationOk and ReadyForQuery, in hexadecimal. */
const accepted = '5200000008000000005a0000000549';

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}0000`);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** The result of a query: one row with one text. */
function rowWith(text: string): Buffer {
  const column = Buffer.concat([Buffer.from('\0\x01server_version\0'), Buffer.alloc(18)]);
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length);
  const row = Buffer.concat([Buffer.from('\0\x01'), length, Buffer.from(text)]);
  const end = [message('C', Buffer.from('SELECT 1\0')), message('Z', Buffer.from('I'))];
  return Buffer.concat([message('T', column), message('D', row), ...end]);
}

/** A server that accepts a connection and its user, and answers each query so; none without an answer. */
async function serverWith(answer?: Buffer, onEnd?: () => void): Promise<number> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from(accepted, 'hex'));
      socket.on('data', () => answer && socket.write(answer));
    });
    socket.on('error', () => undefined);
    socket.once('end', () => onEnd?.());
    onTestFinished(() => void socket.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return z.object({ port: z.number() }).parse(server.address()).port;
}

// Without probes, a query whose server vanished silently would hold one of the ten connections for ever.
test.runIf(platform() === 'linux')('a connection notices that its server vanished', async () => {
  const port = await serverWith();
  const db = new Kysely({ dialect: postgresDialect(`postgres://a:b@127.0.0.1:${port}/c`) });
  const query = sql`select 1`.execute(db);
  query.catch(() => undefined);
  await expect.poll(() => timerTo(port)).toBe('02');
});

test('a server that is too old is refused, and its connection ends at once', async () => {
  const ended = Promise.withResolvers<void>();
  const port = await serverWith(rowWith('14.1'), ended.resolve);
  const databaseUrl = `postgres://a:b@127.0.0.1:${port}/c`;
  const begunAt = performance.now();
  await expect(openStore({ databaseUrl, dataDir: '' })).rejects.toThrow('é o 14.1');
  await ended.promise;
  // An idle connection would end after ten seconds, and keep the process alive until then.
  expect(performance.now() - begunAt).toBeLessThan(5_000);
});

/** An error of PostgreSQL's protocol. */
const errorWith = (code: string) =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mrefused\0\0`));

test.each([
  ['57014', 'cancelled'],
  ['55P03', 'locked'],
  ['53200', 'cancelled'],
  ['40P01', 'away'],
  ['25006', 'away'],
  ['57P01', 'away'],
])(
  'a query that PostgreSQL refuses with %s for the moment has the fault %s',
  async (code, fault) => {
    const port = await serverWith(Buffer.concat([errorWith(code), message('Z', Buffer.from('I'))]));
    const db = new Kysely({ dialect: postgresDialect(`postgres://a:b@127.0.0.1:${port}/c`) });
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ fault });
    await db.destroy();
  },
);

function open(databaseUrl: string): Kysely<Database> {
  const db = new Kysely<Database>({ dialect: postgresDialect(databaseUrl) });
  onTestFinished(() => db.destroy());
  return db;
}

const lockTimeout = async (databaseUrl: string) =>
  (await sql`show lock_timeout`.execute(open(databaseUrl))).rows;

describe('a lock that another program holds', () => {
  const [, { options }] = testStores();

  test('is waited for ten seconds, or as long as the operator sets', async () => {
    const { databaseUrl = '' } = await options();
    expect(await lockTimeout(databaseUrl)).toEqual([{ lock_timeout: '10s' }]);
    const own = `${databaseUrl}?options=${encodeURIComponent('-c lock_timeout=3000')}`;
    expect(await lockTimeout(own)).toEqual([{ lock_timeout: '3s' }]);
  });

  test('delays a statement until that limit, and no work that waits for its turn', async () => {
    const { databaseUrl = '', dataDir } = await options();
    const limited = `${databaseUrl}?options=${encodeURIComponent('-c lock_timeout=50')}`;
    const store = await openStore({ databaseUrl: limited, dataDir });
    onTestFinished(() => store.close());
    await sql`create table notes (word text)`.execute(store.db);
    const other = open(databaseUrl);
    const read = () => sql`select word from notes`.execute(store.db);
    await other.transaction().execute(async (transaction) => {
      await sql`lock table notes in access exclusive mode`.execute(transaction);
      await expect(read()).rejects.toMatchObject({ fault: 'locked' });
    });
    expect((await read()).rows).toEqual([]);
    const turns = await Promise.all([
      withLock(store, 'work', () => sleep(200)),
      withLock({ ...store }, 'work', () => Promise.resolve('done')),
    ]);
    expect(turns[1]).toBe('done');
  });
});

/** A server that answers each new connection so. */
async function portThatAnswers(answer: Buffer): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return z.object({ port: z.number() }).parse(server.address()).port;
}

test.each([
  ['28P01', /usuário ou a senha.*%40/],
  ['28000', /TLS.*sslmode=verify-full/],
  ['3D000', /não tem o banco/],
  ['53300', /max_connections/],
  ['57P03', /se ele está no ar.*%40/],
])('a start that PostgreSQL refuses with %s states why', async (code, sentence) => {
  const port = await portThatAnswers(errorWith(code));
  const databaseUrl = `postgres://a:b@127.0.0.1:${port}/c`;
  await expect(openStore({ databaseUrl, dataDir: '' })).rejects.toThrow(sentence);
});

test('a start whose certificate file is missing names the file’s option', async () => {
  const databaseUrl = 'postgres://a:b@127.0.0.1:1/c?sslmode=verify-full&sslrootcert=/no/ca.crt';
  await expect(openStore({ databaseUrl, dataDir: '' })).rejects.toThrow(/sslrootcert/);
});

test('a start without the authority of PostgreSQL’s certificate says how to name it', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      // The answer to a request for TLS; the handshake follows.
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => undefined);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const databaseUrl = `postgres://a:b@127.0.0.1:${port}/c?sslmode=verify-full`;
  await expect(openStore({ databaseUrl, dataDir: '' })).rejects.toThrow(
    /certificado do PostgreSQL.*NODE_EXTRA_CA_CERTS/,
  );
});
