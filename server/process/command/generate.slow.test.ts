import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../installation/config.ts';
import { openMigratedStore } from '../installation/installation.ts';
import { runCommand } from './command.ts';

let folder: string;
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-command-'));
  said = [];
  for (const voice of ['log', 'error'] as const) {
    vi.spyOn(console, voice).mockImplementation((line: string) => void said.push(line));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const interrupted = 'Interrompido antes do fim. Repita o comando para fazer tudo.';

const generate = (...args: string[]) =>
  runCommand(['generate', ...args], { DATA_DIR: join(folder, 'data') });

describe('generate', () => {
  test.each([
    [[], 'Falta --months'],
    [['--months', '202301'], 'Falta --lines'],
    [['--months', '202301', '--lines', '0'], '--lines são um número inteiro de 1 a 20.000.000'],
    [['--months', '202301', '--lines', '1,5'], '--lines são um número inteiro'],
    [['--months', '202313', '--lines', '10'], '"202313"'],
    [['--months', '202302..202301', '--lines', '10'], 'fora de ordem'],
    [['--months', '202301..202302..202303', '--lines', '10'], '--months'],
    [['--months', '201812', '--lines', '10'], '"201812"'],
    [['--months', '202301', '--lines', '10', '--sed', 'x'], 'uma opção'],
    [['202301', '--months', '202301', '--lines', '10'], 'uma opção'],
  ])('is wrongly used with %j, and says what is wrong', async (args, wrong) => {
    expect(await generate(...args)).toBe(2);
    expect(said).toEqual([
      expect.stringContaining(wrong),
      expect.stringContaining('--months 202001..202610 --lines 4400000'),
    ]);
  });

  test('writes official files into a folder, or publishes months', async () => {
    const to = join(folder, 'months');
    const order = ['--months', '202306..202307', '--lines', '600', '--seed', 'x'];
    expect(await generate(...order, '--to', to)).toBe(0);
    expect((await readdir(to)).toSorted()).toEqual([
      'CAGEDEXC202307.txt',
      'CAGEDFOR202307.txt',
      'CAGEDMOV202306.txt',
      'CAGEDMOV202307.txt',
    ]);
    const texts = await Promise.all(
      ['CAGEDMOV202306.txt', 'CAGEDMOV202307.txt', 'CAGEDFOR202307.txt'].map((name) =>
        readFile(join(to, name), 'utf8'),
      ),
    );
    const lines = texts.reduce((sum, text) => sum + text.trimEnd().split('\r\n').length - 1, 0);
    expect(lines).toBe(1_200);
    expect(await generate(...order)).toBe(0);
    expect(said.at(-1)).toMatch(
      /^Versão 1 publicada com dados sintéticos: 1\.200\smovimentações e 1\sexclusão de 2\smeses, em /,
    );
    // The next server finds the sorted index of each month.
    expect((await readdir(join(folder, 'data', 'ranked'))).toSorted()).toEqual([
      expect.stringMatching(/^202306-.*\.ranked$/),
      expect.stringMatching(/^202307-.*\.ranked$/),
    ]);
  });

  test('stopped by a signal, leaves no half file and no load that waits', async () => {
    const to = join(folder, 'months');
    const order = ['--months', '202306..202307', '--lines', '500000'];
    const writing = generate(...order, '--to', to);
    await vi.waitFor(() => access(join(to, 'CAGEDMOV202307.txt')), 60_000);
    process.emit('SIGINT');
    expect(await writing).toBe(1);
    expect(said).toEqual([interrupted]);
    expect((await readdir(to)).filter((name) => name.endsWith('202307.txt'))).toEqual([]);

    await generate('--months', '202306', '--lines', '600');
    const store = await openMigratedStore(readConfig({ DATA_DIR: join(folder, 'data') }));
    const uploads = () => store.db.selectFrom('uploads').select('status').orderBy('id').execute();
    const loading = generate(...order);
    await vi.waitFor(async () => expect(await uploads()).toHaveLength(2), 60_000);
    process.emit('SIGTERM');
    expect(await loading).toBe(1);
    expect(said.at(-1)).toBe(interrupted);
    expect((await uploads()).map(({ status }) => status).toSorted()).toEqual([
      'COMPLETED',
      'FAILED',
    ]);
    await store.close();
  });

  test.each([
    ['in a file', join(import.meta.filename, 'months')],
    ['of the system', '/proc/months'],
    ['of devices', '/sys/months'],
  ])('reports a folder %s, which cannot be written', async (_, to) => {
    expect(await generate('--months', '202306', '--lines', '10', '--to', to)).toBe(1);
    expect(said.at(-1)).toContain('Não foi possível escrever na pasta de --to');
  });
});
