import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { startClickHouseServer } from '../../../tests/support/clickhouse-server.ts';
import { runCommand } from '../command/command.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'denied-account-'));
afterAll(() => rm(dataDir, { recursive: true }));

test('an account of ClickHouse without a permission is refused in one line', async () => {
  const users = await readFile(
    join(import.meta.dirname, '../../../deploy/clickhouse/users.xml'),
    'utf8',
  );
  const accounts = users
    .replace('<default remove="remove"/>', '')
    .replace('<caged>', '<lean>')
    .replace('</caged>', '</lean>')
    .replace('<password from_env="CLICKHOUSE_PASSWORD"/>', '<password>segredo</password>')
    .replace('CREATE TABLE, ', '');
  const server = await startClickHouseServer({ accounts });
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const url = Object.assign(new URL(server.url), { username: 'lean', password: 'segredo' });
  expect(await runCommand(['status'], { CLICKHOUSE_URL: url.href, DATA_DIR: dataDir })).toBe(1);
  expect(said.mock.calls).toEqual([
    [expect.stringContaining('A conta de CLICKHOUSE_URL não tem uma permissão')],
  ]);
  await server.stop();
});
