import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { timerTo } from '../../../tests/support/tcp-timer.ts';
import { openReceiver, ShippedLog } from './log-receiver.ts';

/** Sends lines of these lengths; before the third, other files make room. Prints what became of each. */
const sending = `
  const { truncate } = await import('node:fs/promises');
  const { openReceiver } = await import(process.argv[1]);
  let receiver = openReceiver('file:' + process.argv[2]);
  for (const line of ['a'.repeat(300), 'b'.repeat(2000), 'c', 'd']) {
    if (line === 'c') {
      await truncate(process.argv[2], 400);
      // As after a restart.
      receiver = openReceiver('file:' + process.argv[2]);
    }
    await receiver.send([line]).then(() => console.log('sent'), (error) => console.log(error.code));
  }`;

test('a file without space rejects lines, and a truncated line stays on its own line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-receiver-'));
  const path = join(folder, 'audit.jsonl');
  try {
    // The largest file is one block: 512 or 1,024 bytes. A longer write is cut there, as on a full disk.
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -f 1 && exec "$0" --input-type=module --eval "$@"',
      process.execPath,
      sending,
      join(import.meta.dirname, 'log-receiver.ts'),
      path,
    ]);
    expect(stdout.split('\n')).toEqual(['sent', 'EFBIG', 'sent', 'sent', '']);
    // 300 letters and the end of the line, then 99 of the second one.
    const lines = ['a'.repeat(300), 'b'.repeat(99), 'c', 'd', ''];
    expect(await readFile(path, 'utf8')).toBe(lines.join('\n'));
  } finally {
    await rm(folder, { recursive: true });
  }
});

// Without probes, lines for a receiver that vanished silently would count as sent.
test.runIf(platform() === 'linux')('a connection notices that its receiver vanished', async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const receiver = openReceiver(`tcp://127.0.0.1:${port}`);
  onTestFinished(() => receiver.close());
  await receiver.send(['a line']);
  await expect.poll(() => timerTo(port)).toBe('02');
});

test('a closed receiver opens no connection', async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const receiver = openReceiver(`tcp://127.0.0.1:${port}`);
  await receiver.close();
  await expect(receiver.send(['a line'])).rejects.toThrow('closed');
});

test('a stop waits only briefly for a receiver that does not answer', async () => {
  const sockets: Socket[] = [];
  // It takes connections and never begins TLS.
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const log = new ShippedLog({ write: () => undefined }, openReceiver(`tls://127.0.0.1:${port}`));
  log.write('{"msg":"stopping"}\n');
  const begun = performance.now();
  await log.close();
  expect(performance.now() - begun).toBeLessThan(4_000);
}, 30_000);
