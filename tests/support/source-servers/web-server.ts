import type { ServerResponse } from 'node:http';
import { serveBytes, startHttp } from './serve-bytes.ts';
import { Faults, type StoredFile, type TestServer } from './test-server.ts';

const [user, password] = ['leitor', 'S3nha/secreta'];
const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A web server with listings in nginx's format, behind a password. */
export async function webServer(): Promise<TestServer> {
  const faults = new Faults();
  const files = new Map<string, StoredFile>();
  const server = await startHttp((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    if (request.headers.authorization !== authorization) {
      response.writeHead(401).end();
      return;
    }
    const file = files.get(path);
    if (file !== undefined) serveBytes(request, response, file, faults);
    else if ([...files.keys()].some((known) => known.startsWith(path)) && path.endsWith('/'))
      listing(response, path, [...files.keys()]);
    else response.writeHead(404).end();
  });
  const at = (secret: string, path: string) =>
    `http://${user}:${encodeURIComponent(secret)}@${server.host}${path}`;
  return {
    faults,
    address: at(password, '/dados/caged/'),
    options: {},
    forbiddenAddress: at('errada-demais', '/dados/caged/'),
    missingAddress: at(password, '/nada/'),
    secrets: ['errada-demais', password, encodeURIComponent(password), authorization],
    put: (path, file) => void files.set(`/dados/caged/${path}`, file),
    remove: (path) => void files.delete(`/dados/caged/${path}`),
    stop: server.stop,
    clean: () => undefined,
  };
}

function listing(response: ServerResponse, folder: string, paths: readonly string[]): void {
  const below = paths.filter((path) => path.startsWith(folder));
  const names = new Set(
    below.map((path) => /^[^/]+\/?/.exec(path.slice(folder.length))?.[0] ?? ''),
  );
  const lines = [...names].map((name) => `<a href="${encodeURI(name)}">${name}</a>   01-Jan-2026`);
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<html><h1>Index</h1><pre><a href="../">../</a>\n${lines.join('\n')}</pre></html>`);
}
