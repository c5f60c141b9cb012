import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { sendOnce } from './http-request.ts';
import { readIndex } from './http.ts';
import { openSource } from './open.ts';
import type { SourceFile } from './source.ts';
import { serveBytes, startHttp } from '../../../tests/support/source-servers/serve-bytes.ts';
import { Faults, md5Of, noise } from '../../../tests/support/source-servers/test-server.ts';

const limits = { attempts: 2, backOffMs: 10 };
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Answer = (path: string, response: ServerResponse, request: IncomingMessage) => void;

async function serve(answer: Answer): Promise<string> {
  const { host, stop } = await startHttp((request, response) =>
    answer(request.url ?? '/', response, request),
  );
  stops.push(stop);
  return host;
}

const page = (response: ServerResponse, html: string) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(html);

const short = (host: string, more = {}) =>
  openSource(`http://${host}/`, { limits: { ...limits, listPageBytes: 10_000, ...more } });

const stored = { content: noise('http', 5000), modifiedAt: new Date('2026-03-28T09:12:00.000Z') };

async function download(address: string, file: SourceFile) {
  const directory = mkdtempSync(join(tmpdir(), 'caged-http-'));
  try {
    const target = join(directory, 'chegou');
    await openSource(address, { limits }).download(file, target);
    return readFileSync(target);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('a list in JSON is refused, with the accepted formats', async () => {
  const host = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('["CAGEDMOV202601.7z"]'),
  );
  await expect(short(host).list()).rejects.toMatchObject({ code: 'fonte_sem_lista' });
});

test('a server that closes its connection before the response is read ends only the connection', async () => {
  const content = noise('closed', 2 ** 16);
  const host = await serve((_, response) =>
    response.writeHead(200, { connection: 'close', 'content-length': content.length }).end(content),
  );
  const response = await sendOnce(`http://${host}/`, {});
  await sleep(300);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
});

describe('an index page', () => {
  const base = new URL('https://servidor/caged/2023/');

  test("is read as Apache's, nginx's and IIS's, without what leads elsewhere", () => {
    const html = `
      <A HREF="/caged/2023/CAGEDMOV202307.7z">CAGEDMOV202307.7z</A>
      <a class="x" href='CAGEDFOR202307.7z?versao=2&amp;x=1'>x</a><a href=CAGEDEXC202307.7z>x</a>
      <a href="?C=N;O=D">Name</a> <a href="../">Parent</a> <a href="/">Root</a> <a href="202307/">m</a>
      <a href="//fora/caged/2023/x/">x</a> <a href="javascript:alert(1)">x</a> <a href="http://[">x</a>
      <a href="http://servidor/CAGEDMOV202308.7z">x</a> <a href="file:///etc/CAGEDMOV202309.7z">x</a>`;
    const { files, folders } = readIndex(base, html);
    expect(files.map(({ path }) => path)).toEqual([
      'https://servidor/caged/2023/CAGEDMOV202307.7z',
      'https://servidor/caged/2023/CAGEDFOR202307.7z?versao=2&x=1',
      'https://servidor/caged/2023/CAGEDEXC202307.7z',
    ]);
    expect(folders).toEqual([{ name: '202307', path: 'https://servidor/caged/2023/202307/' }]);
  });
});

describe('a web source', () => {
  test('follows redirects, and keeps the password from other hosts', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((_, response, request) => {
      seen.push(request.headers.authorization);
      serveBytes(request, response, stored, new Faults());
    });
    const host = await serve((path, response) => {
      if (path === '/caged') response.writeHead(301, { location: '/caged/' }).end();
      else if (path === '/caged/') page(response, '<a href="CAGEDMOV202307.7z">x</a>');
      else response.writeHead(302, { location: `http://${other}/elsewhere` }).end();
    });
    const address = `http://ana:senha@${host}/caged`;
    const [file] = await openSource(address, { limits }).list();
    if (file === undefined) throw new Error('nothing listed');
    expect(file.bytes).toBe(5000);
    expect((await download(address, file)).equals(stored.content)).toBe(true);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((header) => header === undefined)).toBe(true);
  });

  test('follows a redirect to another host only where the configuration names it', async () => {
    const requested: string[] = [];
    const other = await serve((path, response) => {
      requested.push(path);
      page(response, '<a href="CAGEDMOV202307.7z">x</a>');
    });
    const elsewhere = `http://localhost:${other.split(':')[1]}/caged/`;
    const host = await serve((_, response) =>
      response.writeHead(302, { location: elsewhere }).end(),
    );
    const list = (hosts: readonly string[]) =>
      openSource(`http://${host}/caged/`, { limits, hosts }).list();
    for (const hosts of [[], ['outro.exemplo.com.br']])
      await expect(list(hosts)).rejects.toMatchObject({
        code: 'fonte_outro_servidor',
        message: expect.stringContaining('SOURCE_HOSTS'),
      });
    expect(requested).toEqual([]);
    await list(['localhost']);
    expect(requested[0]).toBe('/caged/');
  });

  test('refuses a page with a file on a host that the configuration does not name', async () => {
    const requested: string[] = [];
    const other = await serve((path, response, request) => {
      requested.push(path);
      serveBytes(request, response, stored, new Faults());
    });
    const elsewhere = `http://localhost:${other.split(':')[1]}`;
    const link = `<a href="${elsewhere}/CAGEDMOV202307.7z">x</a>`;
    const host = await serve((path, response, request) => {
      if (path === '/both/') page(response, `${link}<a href="CAGEDFOR202307.7z">x</a>`);
      else if (path === '/away/') page(response, link);
      else serveBytes(request, response, stored, new Faults());
    });
    const list = async (folder: string, hosts: readonly string[]) =>
      (await openSource(`http://${host}/${folder}/`, { limits, hosts }).list()).map(
        ({ path }) => path,
      );
    const own = `http://${host}/both/CAGEDFOR202307.7z`;
    for (const folder of ['both', 'away'])
      await expect(list(folder, [])).rejects.toMatchObject({
        code: 'fonte_outro_servidor',
        message: `A fonte http://${host}/${folder}/ leva ao servidor localhost. Se ele é da fonte, ponha o nome em SOURCE_HOSTS.`,
      });
    expect(requested).toEqual([]);
    expect(await list('both', ['localhost'])).toEqual([`${elsewhere}/CAGEDMOV202307.7z`, own]);
  });

  test.each([
    ['in a circle', '/caged/'],
    ['to a file of the machine', 'file:///etc/passwd'],
    ['to nowhere', 'http://['],
  ])('does not follow a redirect %s', async (_, location) => {
    const host = await serve((__, response) => response.writeHead(302, { location }).end());
    const listing = openSource(`http://${host}/caged/`, { limits }).list();
    await expect(listing).rejects.toMatchObject({ code: 'fonte_redirecionamento' });
  });

  test('refuses a page that is too long, and one that never ends', async () => {
    const long = await serve((_, response) => page(response, 'x'.repeat(20_000)));
    const endless = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const tooLong = { code: 'fonte_lista_grande_demais' };
    await expect(short(long).list()).rejects.toMatchObject(tooLong);
    const listing = short(endless, { silenceMs: 500 }).list();
    await expect(listing).rejects.toMatchObject({ code: 'fonte_silenciosa' });
    const hurried = short(endless, { listMs: 300 }).list();
    await expect(hurried).rejects.toMatchObject({ code: 'fonte_lenta' });
  });

  test('tries again when the server is busy for a moment', async () => {
    let calls = 0;
    const host = await serve((path, response, request) => {
      calls += 1;
      if (calls === 1) response.writeHead(503).end();
      else if (path === '/') page(response, '<a href="CAGEDMOV202307.7z">x</a>');
      else serveBytes(request, response, stored, new Faults());
    });
    expect(await openSource(`http://${host}/`, { limits }).list()).toHaveLength(1);
  });

  test('offers a file whose server answers neither HEAD nor its size', async () => {
    const host = await serve((path, response, request) => {
      if (path === '/') page(response, '<a href="CAGEDMOV202307.txt">x</a>');
      else if (request.method === 'HEAD') response.writeHead(405).end();
      else if (request.headers['accept-encoding'] === 'identity') {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(gzipSync(stored.content));
      } else response.writeHead(400).end();
    });
    const [file] = await openSource(`http://${host}/`, { limits }).list();
    if (file === undefined) throw new Error('nothing listed');
    expect(file).toMatchObject({ bytes: null, modifiedAt: null, hash: null });
    expect((await download(`http://${host}/`, file)).equals(stored.content)).toBe(true);
  });

  test('refuses the part of a file whose size only the list stated', async () => {
    const host = await serve((path, response, request) => {
      if (path === '/') page(response, '<a href="CAGEDMOV202307.txt">x</a>');
      else if (request.method === 'HEAD') serveBytes(request, response, stored, new Faults());
      else {
        // Such a response ends with its connection, so a cut one looks complete.
        response.removeHeader('transfer-encoding');
        response.writeHead(200, { connection: 'close' }).end(stored.content.subarray(0, 3000));
      }
    });
    const [file] = await openSource(`http://${host}/`, { limits }).list();
    if (file === undefined) throw new Error('nothing listed');
    const work = download(`http://${host}/`, file);
    await expect(work).rejects.toMatchObject({ code: 'fonte_inalcancavel' });
  });

  test('downloads from a server that states 0 bytes of every file in its answer to HEAD', async () => {
    const host = await serve((path, response, request) => {
      if (path === '/') page(response, '<a href="CAGEDMOV202307.txt">x</a>');
      else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': '0' }).end();
      else {
        response.write(stored.content.subarray(0, 3000));
        response.end(stored.content.subarray(3000));
      }
    });
    const [file] = await openSource(`http://${host}/`, { limits }).list();
    if (file === undefined) throw new Error('nothing listed');
    expect((await download(`http://${host}/`, file)).equals(stored.content)).toBe(true);
  });

  test('refuses a file that has not the sum of the list', async () => {
    const host = await serve((path, response, request) => {
      if (path === '/') page(response, '<a href="CAGEDMOV202307.7z">x</a>');
      else serveBytes(request, response, stored, new Faults());
    });
    const [file] = await openSource(`http://${host}/`, { limits }).list();
    if (file === undefined) throw new Error('nothing listed');
    const hash = `md5:${md5Of(Buffer.from('other'))}`;
    const work = download(`http://${host}/`, { ...file, hash });
    await expect(work).rejects.toMatchObject({ code: 'fonte_arquivo_corrompido' });
  });
});
