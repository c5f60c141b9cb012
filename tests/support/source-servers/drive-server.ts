import { createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serveBytes, startHttp } from './serve-bytes.ts';
import { Faults, md5Of, type StoredFile, type TestServer } from './test-server.ts';

const folderType = 'application/vnd.google-apps.folder';
const pageFiles = 2;
const token = 'ya29.segredo-do-token';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly file: StoredFile | undefined;
}

/**
 * The Google Drive calls that the product makes: the token for an assertion whose signature is verified, `files.list`
 * in pages of two, `files.get` and its media with ranges. As in Drive, media has no ETag.
 */
export async function driveServer(): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'caged-drive-'));
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const faults = new Faults();
  const items = new Map<string, Item>([
    ['Raiz_-1', { id: 'Raiz_-1', name: 'raiz', parent: '', file: undefined }],
  ]);
  const server = await startHttp((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://x');
    if (url.pathname === '/token') return giveToken(response, await text(request), keys.publicKey);
    if (request.headers.authorization !== `Bearer ${token}`) return fail(response, 401);
    if (url.pathname === '/drive/v3/files') return listing(response, url, items);
    const item = items.get(decodeURIComponent(url.pathname.replace('/drive/v3/files/', '')));
    if (item === undefined) return fail(response, 404);
    if (url.searchParams.get('alt') !== 'media') return json(response, 200, described(item));
    if (item.file === undefined) return fail(response, 403);
    serveBytes(request, response, item.file, faults);
  }
  const credentials = (name: string, privateKey: typeof keys.privateKey) => {
    const path = join(directory, `${name}.json`);
    const content = {
      type: 'service_account',
      client_email: 'leitor@exemplo.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `http://${server.host}/token`,
    };
    writeFileSync(path, JSON.stringify(content));
    return encodeURIComponent(path);
  };
  const right = credentials('certa', keys.privateKey);
  return {
    faults,
    address: `gdrive://Raiz_-1?credentials=${right}`,
    options: { driveApi: `http://${server.host}` },
    forbiddenAddress: `gdrive://Raiz_-1?credentials=${credentials('errada', other.privateKey)}`,
    missingAddress: `gdrive://Outra?credentials=${right}`,
    secrets: [token, 'PRIVATE KEY', directory],
    put: (path, file) => putItem(items, path, file),
    remove: (path) => void items.delete(idOf(path)),
    stop: server.stop,
    clean: () => rmSync(directory, { recursive: true, force: true }),
  };
}

const idOf = (path: string) => Buffer.from(path).toString('base64url');

function putItem(items: Map<string, Item>, path: string, file: StoredFile): void {
  let parent = 'Raiz_-1';
  const folders = path.split('/').slice(0, -1);
  for (const [depth, name] of folders.entries()) {
    const id = idOf(folders.slice(0, depth + 1).join('/'));
    items.set(id, { id, name, parent, file: undefined });
    parent = id;
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  items.set(idOf(path), { id: idOf(path), name, parent, file });
}

function giveToken(
  response: ServerResponse,
  form: string,
  publicKey: Parameters<ReturnType<typeof createVerify>['verify']>[0],
): void {
  const assertion = new URLSearchParams(form).get('assertion') ?? '';
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  const isTrue = createVerify('RSA-SHA256')
    .update(`${head}.${claims}`)
    .verify(publicKey, signature, 'base64url');
  if (isTrue) json(response, 200, { access_token: token, expires_in: 3600, token_type: 'Bearer' });
  else json(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
}

function described({ id, name, file }: Item) {
  if (file === undefined) return { id, name, mimeType: folderType };
  return {
    id,
    name,
    mimeType: 'application/x-7z-compressed',
    size: String(file.content.length),
    modifiedTime: file.modifiedAt.toISOString(),
    md5Checksum: md5Of(file.content),
  };
}

function listing(response: ServerResponse, url: URL, items: ReadonlyMap<string, Item>): void {
  const parent = /^'([^']+)' in parents/.exec(url.searchParams.get('q') ?? '')?.[1] ?? '';
  if (!items.has(parent)) {
    fail(response, 404);
    return;
  }
  const children = [...items.values()].filter((item) => item.parent === parent);
  const first = Number(url.searchParams.get('pageToken') ?? 0);
  const next = first + pageFiles;
  json(response, 200, {
    files: children.slice(first, next).map(described),
    ...(next < children.length && { nextPageToken: String(next) }),
  });
}

const fail = (response: ServerResponse, code: number) =>
  json(response, code, { error: { code, errors: [{ reason: 'notFound' }] } });

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
