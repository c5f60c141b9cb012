import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSource } from './open.ts';
import { ftpServer } from '../../../tests/support/source-servers/ftp-server.ts';
import type { TestServer } from '../../../tests/support/source-servers/test-server.ts';

const limits = { attempts: 2, backOffMs: 10 };
const stored = { content: Buffer.from('abc'), modifiedAt: new Date('2026-03-28T09:12:00.000Z') };
let server: TestServer;

beforeEach(async () => {
  server = await ftpServer();
});
afterEach(async () => {
  await server.stop();
  server.clean();
});

test("begins at MTE's folder if the address names only the server", async () => {
  server.put('2023/202307/CAGEDMOV202307.7z', stored);
  server.put('../outra coisa/CAGEDMOV202308.7z', stored);
  const files = await openSource(`ftp://${new URL(server.address).host}`, { limits }).list();
  expect(files.map(({ path }) => path)).toEqual([
    '/pdet/microdados/NOVO CAGED/2023/202307/CAGEDMOV202307.7z',
  ]);
});

test.each(['Município', 'Munic%EDpio'])('enters a folder written in latin-1: %s', async (name) => {
  server.put('Município/CAGEDMOV202307.7z', stored);
  const source = openSource(`${server.address}/${name}`, { limits });
  const [file] = await source.list();
  expect(file).toMatchObject({ name: 'CAGEDMOV202307.7z', bytes: 3 });
});

test('times out on a server that accepts the connection and stays silent', async () => {
  const mute = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const bound = mute.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const shortTimeout = { limits: { ...limits, silenceMs: 600 } };
  const listing = openSource(`ftp://127.0.0.1:${port}/x`, shortTimeout).list();
  await expect(listing).rejects.toMatchObject({ code: 'fonte_silenciosa' });
  mute.close();
});

test('refuses a listing that is too long', async () => {
  for (let name = 0; name < 60; name += 1) server.put(`${name}-${'x'.repeat(60)}.txt`, stored);
  const source = openSource(server.address, { limits: { ...limits, listPageBytes: 2_000 } });
  await expect(source.list()).rejects.toMatchObject({ code: 'fonte_lista_grande_demais' });
});

test('downloads from a server that states no time of its files', async () => {
  const timeless = await ftpServer(false, ['MDTM', 'MLSD']);
  timeless.put('2023/202307/CAGEDMOV202307.7z', stored);
  const source = openSource(timeless.address, { limits });
  const directory = mkdtempSync(join(tmpdir(), 'caged-target-'));
  const [file] = await source.list();
  if (file === undefined) throw new Error('nothing listed');
  expect(file).toMatchObject({ bytes: 3, modifiedAt: null });
  expect((await source.download(file, join(directory, 'chegou'))).bytes).toBe(3);
  rmSync(directory, { recursive: true });
  await timeless.stop();
  timeless.clean();
});

/** A self-signed certificate for 127.0.0.1. */
async function ownCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { key, cert };
}

test('speaks TLS, and only with a certificate it trusts', async () => {
  const certificate = await ownCertificate();
  const secure = await ftpServer(certificate);
  secure.put('2023/202307/CAGEDMOV202307.7z', stored);
  const source = openSource(secure.address.replace('ftp:', 'ftps:'), { limits });
  await expect(source.list()).rejects.toMatchObject({ code: 'fonte_certificado_invalido' });

  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate.cert]);
  const directory = mkdtempSync(join(tmpdir(), 'caged-target-'));
  const [file] = await source.list();
  if (file === undefined) throw new Error('nothing listed');
  expect((await source.download(file, join(directory, 'chegou'))).bytes).toBe(3);
  setDefaultCACertificates(trusted);
  rmSync(directory, { recursive: true });
  await secure.stop();
  secure.clean();
});
