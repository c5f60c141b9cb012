import { once } from 'node:events';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { keepAddresses } from './caller-address.ts';

test('the address of a caller who left before anyone read it is still known', async () => {
  const addresses: string[] = [];
  const app = Fastify();
  onTestFinished(() => app.close());
  keepAddresses(app);
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    const left = once(socket, 'close');
    socket.destroy();
    await left;
  });
  app.get('/', async ({ ip }) => addresses.push(ip));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  await expect.poll(() => addresses).toEqual(['127.0.0.1']);
});

test.each([
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8::7]:50123', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['6.6.6.6, 203.0.113.7:50123', '203.0.113.7'],
  ['203.0.113.7:1, 10.0.0.4:2', '203.0.113.7'],
  ['unknown', '127.0.0.1'],
])('of a proxy that states %j, the address is %s', async (stated, address) => {
  const app = Fastify({ trustProxy: ['loopback', 'uniquelocal'] });
  keepAddresses(app);
  app.get('/', async ({ ip }) => ip);
  const { payload } = await app.inject({ url: '/', headers: { 'x-forwarded-for': stated } });
  expect(payload).toBe(address);
});
