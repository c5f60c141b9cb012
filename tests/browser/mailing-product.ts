import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { unfolded } from './letters.ts';
import { administrator } from './served-product.ts';

/** A mail server on loopback that keeps what it receives. */
export async function mailServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      stream.on('end', () => {
        received.push(unfolded(text));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: (): readonly string[] => received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** A product of its own, without data, that sends its mail there; its address is the one it prints. */
export async function productMailingBy(smtpUrl: string) {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'caged-mailing-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      PUBLIC_URL: '',
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      SMTP_URL: smtpUrl,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      UV_THREADPOOL_SIZE: '24',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  opened.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const atAddress = /está no ar: (\S+)\s/;
  await expect.poll(() => output, { timeout: 15_000 }).toMatch(atAddress);
  const running = opened.move();
  return {
    address: atAddress.exec(output)?.[1] ?? '',
    output: () => output,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
