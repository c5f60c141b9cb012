import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readFromServer } from './reading-socket.ts';

test('a server that ends in the middle of its answer is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'requested-'));
  const server = createServer((_, response) => {
    response.write('linha;coluna\r\n', () => response.destroy());
  });
  server.listen(join(folder, 'server.sock'));
  await once(server, 'listening');
  const answer = Readable.from(readFromServer(folder, 'unmatched', []));
  await expect(answer.toArray()).rejects.toThrow('O servidor parou no meio da resposta');
  server.close();
  await rm(folder, { recursive: true });
});
