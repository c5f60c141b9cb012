import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSource } from './open.ts';
import type { Source, SourceLimits } from './source.ts';
import { startHttp } from '../../../tests/support/source-servers/serve-bytes.ts';

const usual: Partial<SourceLimits> = { attempts: 2, backOffMs: 10 };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' });

let directory: string;
let stop = async () => {};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'caged-drive-'));
});
afterEach(async () => {
  await stop();
  stop = async () => {};
  rmSync(directory, { recursive: true });
});

function sourceWith(credentials: unknown, driveApi = 'http://127.0.0.1:1', limits = usual): Source {
  const path = join(directory, 'conta.json');
  writeFileSync(path, typeof credentials === 'string' ? credentials : JSON.stringify(credentials));
  return openSource(`gdrive://Pasta?credentials=${encodeURIComponent(path)}`, { limits, driveApi });
}

type Answers = Record<'/token' | '/drive/v3/files', (response: ServerResponse) => void>;

async function sourceAnswering(answers: Answers, limits = usual): Promise<Source> {
  const server = await startHttp((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/token' || path === '/drive/v3/files') answers[path](response);
  });
  stop = server.stop;
  const account = { client_email: 'a@b.c', private_key: key };
  const token_uri = `http://${server.host}/token`;
  return sourceWith({ ...account, token_uri }, `http://${server.host}`, limits);
}

const json = (status: number, content: unknown) => (response: ServerResponse) =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(content));

const goodToken = json(200, { access_token: 't', expires_in: 3600, token_type: 'Bearer' });

test.each([
  ['no JSON', 'nada'],
  ['another kind of account', { type: 'authorized_user', client_email: 'a@b.c', private_key: key }],
  ['a key that is none', { client_email: 'a@b.c', private_key: 'não é uma chave' }],
])('credentials with %s are refused', async (_, credentials) => {
  const listing = sourceWith(credentials).list();
  await expect(listing).rejects.toMatchObject({ code: 'fonte_credenciais_invalidas' });
});

test('a silent token server causes a timeout', async () => {
  const mute = { '/token': () => undefined, '/drive/v3/files': goodToken };
  const source = await sourceAnswering(mute, { ...usual, silenceMs: 400 });
  await expect(source.list()).rejects.toMatchObject({ code: 'fonte_silenciosa' });
});

test('a quota passed for a moment is waited out, a folder not shared is not', async () => {
  const reasons = ['userRateLimitExceeded', 'insufficientFilePermissions'];
  const answers: Answers = {
    '/token': goodToken,
    '/drive/v3/files': (response) => {
      const reason = reasons.shift();
      json(403, { error: { errors: [{ reason }] } })(response);
    },
  };
  const source = await sourceAnswering(answers);
  await expect(source.list()).rejects.toMatchObject({ code: 'fonte_sem_autorizacao' });
  expect(reasons).toEqual([]);
});

test('an answer that is no list of files is refused', async () => {
  const source = await sourceAnswering({
    '/token': goodToken,
    '/drive/v3/files': json(200, { files: 'x' }),
  });
  await expect(source.list()).rejects.toMatchObject({ code: 'fonte_recusou' });
});
