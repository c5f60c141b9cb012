import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { productProgram } from '../support/product-program.ts';
import { temporaryRoot } from '../support/temporary-root.ts';
import { administrator } from './served-product.ts';

/** A separate server without data, with these environment variables; its address is the one that it prints. */
export async function ownProduct(environment: Readonly<Record<string, string>>) {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(temporaryRoot(), 'caged-own-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const child = spawn(process.execPath, productProgram, {
    env: {
      ...process.env,
      PORT: '0',
      PUBLIC_URL: '',
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      PRECOMPUTED_OCCUPATIONS: '0',
      ...environment,
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
  const atAddress = /está no ar: ([^\s"]+)"/;
  await expect.poll(() => output, { timeout: 600_000 }).toMatch(atAddress);
  const running = opened.move();
  return {
    address: atAddress.exec(output)?.[1] ?? '',
    output: () => output,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
