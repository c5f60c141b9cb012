import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startClickHouseServer } from './clickhouse-server.ts';
import { freePort, onFreePorts } from './free-port.ts';

async function occupied(host: string) {
  const port = await freePort();
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return { port, close: () => server.close() };
}

test('a port that was taken in between is reported as such, and another is tried', async () => {
  // The engine's address, not the one that freePort checks first: such a port once caused a failure.
  const there = await occupied('127.0.0.2');
  const ports = [{ http: there.port, tcp: await freePort() }];
  const server = await onFreePorts(async () =>
    startClickHouseServer({
      ports: ports.pop() ?? { http: await freePort(), tcp: await freePort() },
    }),
  );
  expect(ports).toEqual([]);
  expect(server.url).not.toContain(`:${there.port}`);
  await server.stop();
  there.close();
});

test('what fails otherwise is not tried again', async () => {
  let tries = 0;
  const failing = onFreePorts(async () => {
    tries += 1;
    await sleep(1);
    throw new Error('no room');
  });
  await expect(failing).rejects.toThrow('no room');
  expect(tries).toBe(1);
});
