import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startClickHouseServer } from './clickhouse-server.ts';

test('two servers run side by side and stop', async () => {
  const servers = await Promise.all([startClickHouseServer(), startClickHouseServer()]);
  const answers = await Promise.all(servers.map((server) => answer(server.url)));
  expect(answers).toEqual([true, true]);
  await Promise.all(servers.map((server) => server.stop()));
  expect(await answer(servers[0].url)).toBe(false);
});

test('a server dies with the process that started it', async () => {
  const program = `
    import { startClickHouseServer } from ${JSON.stringify(new URL('clickhouse-server.ts', import.meta.url))};
    const { url, directory } = await startClickHouseServer();
    console.log(JSON.stringify({ url, directory }));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [text] = await once(parent.stdout, 'data');
  const { url, directory } = JSON.parse(String(text));
  expect(await answer(url)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => answer(url)).toBe(false);
  await rm(directory, { recursive: true });
});

async function answer(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/ping', new URL(url).origin))).ok;
  } catch {
    return false;
  }
}
