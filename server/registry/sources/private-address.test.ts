import { expect, test } from 'vitest';
import { leadsInside } from './http-request.ts';
import { isPrivate } from './private-address.ts';
import { openSource } from './open.ts';

/** Three names of the internet, two of which resolve to addresses of the internal network. */
const resolve = async (name: string): Promise<readonly string[]> =>
  ({
    'espelho.example': ['203.0.113.7', '10.0.0.8'],
    'metadados.example': ['169.254.169.254'],
    'fonte.example': ['203.0.113.7', '2001:db8::7'],
  })[name] ?? [];

test.each([
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '0.0.0.0',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a00:1]',
  'localhost',
  'a.localhost',
  'espelho.example',
  'metadados.example.',
])('%s lies inside', async (host) => {
  expect(await isPrivate(host, resolve)).toBe(true);
});

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '[2606:4700::1]',
  'fonte.example',
  'nada.example',
])('%s does not', async (host) => {
  expect(await isPrivate(host, resolve)).toBe(false);
});

test('a redirect from the internet leads to no name of the inner network', async () => {
  const [from, within] = [new URL('https://fonte.example/'), new URL('http://10.0.0.9/')];
  expect(await leadsInside(new URL('https://metadados.example/'), from, resolve)).toBe(true);
  expect(await leadsInside(new URL('https://100.64.0.1/'), from, resolve)).toBe(true);
  expect(await leadsInside(new URL('https://nada.example/'), from, resolve)).toBe(false);
  expect(await leadsInside(new URL('http://espelho.example/'), within, resolve)).toBe(false);
});

test.each([
  'http://espelho.example/caged/',
  'ftp://espelho.example/',
  's3://K:S@espelho.example/balde/pasta',
])(
  '%s gets no request if its name resolves to a private address, unless the configuration allows it',
  async (address) => {
    const listed = (localHosts: readonly string[], limits = {}) =>
      openSource(address, { limits, resolve, localHosts }).list();
    await expect(listed([])).rejects.toMatchObject({
      code: 'fonte_interna',
      message: expect.stringContaining('INNER_SOURCES'),
    });
    // With the name allowed, the failure is another one: the name does not exist.
    const requested = listed(['espelho.example'], { silenceMs: 200, listMs: 300 });
    await expect(requested).rejects.not.toMatchObject({ code: 'fonte_interna' });
  },
);
