import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officialFile } from '../support/official-file.ts';

const root = join(import.meta.dirname, '../..');
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'caged-hand-over-'));
});
afterAll(async () => {
  for (const path of [dataDir, `${dataDir}-backup`]) {
    await rm(path, { recursive: true, force: true });
  }
});

function run(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'server', script), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO_DATA: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, output: () => output };
}

const command = async (...args: string[]) => {
  const { ended, output } = run('process/command/main.mjs', ...args);
  return { code: await ended, output: output() };
};

/** Stops the process, but resumes it if it holds the lock of the app database. */
function isStoppedWithoutLock(child: ChildProcess): boolean {
  child.kill('SIGSTOP');
  const database = new BetterSqlite3(join(dataDir, 'app.sqlite'), { timeout: 0 });
  try {
    database.exec('begin immediate; rollback');
    return true;
  } catch {
    child.kill('SIGCONT');
    return false;
  } finally {
    database.close();
  }
}

test('the command passes its files and its backup to a running server, and reports it', async () => {
  const server = run('main.mjs');
  await expect.poll(server.output).toContain('está no ar');
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}]);
  const handed = await command('import', path);
  expect(handed.output).toContain('está usando os dados e vai carregar os arquivos');
  expect(handed.output).toMatch(/CAGEDMOV202307\.txt +MOV +202307 +2 +2 +0 .*publicado/);
  expect(handed.code).toBe(0);
  expect(handed.output).not.toContain('DB::Exception');
  const read = {
    fingerprint: await command('fingerprint'),
    unmatched: await command('unmatched'),
    rejections: await command('rejections', '1'),
    laudo: await command('laudo', 'xyz', join(dataDir, 'laudo.zip')),
  };
  expect(read.fingerprint).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^[0-9a-f]{16,}  2 linhas, 0 exclusões, 2 registros no armazém\n$/,
    ),
  });
  expect(read.unmatched.code).toBe(0);
  expect(read.rejections).toEqual({ code: 0, output: expect.stringContaining('"linha";"coluna"') });
  expect(read.laudo).toEqual({ code: 1, output: 'Este recibo não existe.\n' });
  expect(existsSync(join(dataDir, 'laudo.zip'))).toBe(false);
  const backup = `${dataDir}-backup`;
  const made = await command('backup', backup);
  expect(made.output).toContain(
    'Outro processo está usando os dados. Se for o servidor, ele faz o backup',
  );
  expect(made.output).toContain(`Backup feito em ${backup}`);
  expect(made.code).toBe(0);
  expect((await command('restore', backup)).output).toContain('pare-o, espere terminar');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await command('fingerprint')).toEqual(read.fingerprint);
  expect(await command('unmatched')).toEqual(read.unmatched);
});

test('the command takes over when the server dies', async () => {
  const server = run('main.mjs');
  await expect.poll(server.output).toContain('está no ar');
  // A process stopped in the middle of a transaction would hold SQLite's lock.
  await expect.poll(() => isStoppedWithoutLock(server.child)).toBe(true);
  const path = await officialFile('CAGEDMOV202306.txt', 'MOV', [
    { month: '202306', declared_month: '202306' },
  ]);
  const following = run('process/command/main.mjs', 'import', path);
  await expect.poll(following.output).toContain('está usando os dados');
  server.child.kill('SIGKILL');
  expect(await following.ended).toBe(0);
  expect(following.output()).toMatch(/CAGEDMOV202306\.txt .*publicado/);
});

test('alone, the command loads by itself, shows what is published, and fails where a file is refused', async () => {
  const good = await officialFile('CAGEDMOV202308.txt', 'MOV', [
    { month: '202308', declared_month: '202308' },
  ]);
  const bad = await officialFile('CAGEDMOV202309.txt', 'MOV', [{}]);
  const loaded = await command('import', good, bad);
  expect(loaded.code).toBe(1);
  expect(loaded.output).toMatch(/CAGEDMOV202308\.txt .*publicado/);
  expect(loaded.output).toMatch(/CAGEDMOV202309\.txt .*recusado/);
  expect(loaded.output).toContain('A única linha não pôde ser aceita');
  const status = await command('status');
  expect(status.output).toContain('Versão 3 dos dados');
  expect(status.output).toMatch(/202308 +MOV/);
  const number = /^ *(\d+) +CAGEDMOV202309/m.exec(loaded.output)?.[1] ?? '';
  expect((await command('rejections', number)).output).toContain(
    'competência diferente da do arquivo',
  );
  expect((await command('rejections', '99999')).output).toContain('Não há arquivo de número 99999');
  expect((await command('nada')).code).toBe(2);
  expect((await command('status', 'extra')).code).toBe(2);
  expect((await command('import', join(dataDir, 'não-existe'))).output).toContain(
    'Não existe o arquivo',
  );
});
