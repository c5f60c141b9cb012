import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { administrator, ownEnvironment } from '../support/processes.ts';

let address: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'caged-develop-'));
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...ownEnvironment(),
      PORT: `${port}`,
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
  });
  const ended = once(child, 'exit');
  stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  let written = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        written += chunk;
        if (written.includes(`está no ar: ${address}"`)) resolve();
      });
    }
  });
  await Promise.race([ready, ended]);
  if (child.exitCode !== null) throw new Error(`npm run dev ended: ${written}`);
});

afterAll(() => stop());

test('a browser signs in at the address that npm run dev prints', async () => {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  expect(answer.status).toBe(200);
  const [cookie = ''] = answer.headers.getSetCookie();
  const user = await fetch(`${address}/api/user`, {
    headers: { cookie: cookie.split(';')[0] ?? '' },
  });
  expect(await user.json()).toMatchObject({ email: administrator.email });
});

test('it serves the sources of the screens, which reload in place', async () => {
  const page = await (
    await fetch(`${address}/dashboard`, { headers: { accept: 'text/html' } })
  ).text();
  expect(page).toContain('/@vite/client');
  expect(page).toContain('/main.tsx');
  const source = await fetch(`${address}/components/button.tsx`);
  expect(await source.text()).toContain('import.meta.hot');
});

test('another name of this machine leads to the printed address', async () => {
  const answer = await fetch(`http://localhost:${new URL(address).port}/login`, {
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, `${address}/login`]);
});

test.each([
  [
    'no number',
    () => 'abc',
    /^Configuração inválida: PORT deve ser um número inteiro de 0 a 65535\.\n$/,
  ],
  [
    'taken',
    () => new URL(address).port,
    /^A porta \d+ já está em uso: encerre o outro programa ou escolha outra porta com a variável PORT\.\n$/,
  ],
])('a port that is %s is named in one line', (_, port, expected) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dev.mjs'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...ownEnvironment(), PORT: port() },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(expected);
});
