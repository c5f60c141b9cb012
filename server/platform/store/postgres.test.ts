import { once } from 'node:events';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { timerTo } from '../../../tests/support/tcp-timer.ts';
import { postgresDialect } from './postgres.ts';

/** AuthenticationOk and ReadyForQuery, in hexadecimal. */
const accepted = '5200000008000000005a0000000549';

/** A server that accepts a connection and its user, and answers no query. */
async function silentServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.once('data', () => socket.write(Buffer.from(accepted, 'hex')));
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return z.object({ port: z.number() }).parse(server.address()).port;
}

// Without probes, a query whose server vanished silently would hold one of the ten connections for ever.
test.runIf(platform() === 'linux')('a connection notices that its server vanished', async () => {
  const port = await silentServer();
  const db = new Kysely({ dialect: postgresDialect(`postgres://a:b@127.0.0.1:${port}/c`) });
  const query = sql`select 1`.execute(db);
  query.catch(() => undefined);
  await expect.poll(() => timerTo(port)).toBe('02');
});
