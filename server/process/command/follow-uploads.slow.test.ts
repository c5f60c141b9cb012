import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officialFile } from '../../../tests/support/official-file.ts';
import { migrate } from '../../platform/store/migrate.ts';
import { openStore } from '../../platform/store/store.ts';
import { noteImport } from '../../reference/imported-references.ts';
import { storedProfiles } from '../../registry/comparison/profile.ts';
import { runCommand } from './command.ts';

let folder: string;
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decide-command-'));
  said = [];
  for (const voice of ['log', 'error'] as const) {
    vi.spyOn(console, voice).mockImplementation((line: string) => void said.push(line));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const run = async (...args: string[]) => {
  said = [];
  const code = await runCommand(args, { DATA_DIR: join(folder, 'data') });
  return { code, text: said.join('\n') };
};

const file = (month: string, lines: number) =>
  officialFile(
    `CAGEDMOV${month}.txt`,
    'MOV',
    Array.from({ length: lines }, () => ({ month, declared_month: month })),
  );

const idIn = (text: string) => /caged -- approve (\S+)/.exec(text)?.[1] ?? '';

test('import states why a month waits while the others go on, and approve publishes it', async () => {
  const files = await Promise.all([file('202306', 300), file('202307', 3000), file('202308', 310)]);
  const imported = await run('import', ...files);
  expect(imported.code).toBe(1);
  // August was published after July was compared, so July was compared again.
  expect(imported.text).toContain(
    'CAGEDMOV202307.txt: tem 3.000 linhas, muito longe dos meses de comparação: junho de 2023 (300), agosto de 2023 (310)',
  );
  expect(imported.text).toMatch(/CAGEDMOV202306\.txt .*publicado$/m);
  expect(imported.text).toMatch(/CAGEDMOV202307\.txt .*aguarda aprovação$/m);
  expect(imported.text).toContain('A página Processamento CAGED mostra a comparação completa.');
  const id = idIn(imported.text);
  expect(imported.text).toContain(`npm run caged -- cancel ${id}`);
  const status = await run('status');
  expect(status.text).toMatch(/202308 +MOV/);
  expect(status.text).not.toMatch(/202307 +MOV/);
  expect(status.text).toContain(`npm run caged -- approve ${id}`);

  const store = await openStore({ databaseUrl: undefined, dataDir: join(folder, 'data') });
  await store.db.updateTable('upload_files').set({ started_at: '2020-01-01T00:00:00Z' }).execute();
  await store.close();
  const approved = await run('approve', id);
  expect(approved.code).toBe(0);
  // The years for which it waited are no part of its time.
  expect(approved.text).toMatch(/ \d{1,2}(?:,\d)? s +publicado$/m);
  expect((await run('status')).text).toMatch(/202307 +MOV +\d+ +3\.000/);
  expect(await run('approve', id)).toMatchObject({
    code: 1,
    text: 'Este envio não aguarda aprovação. Confira o estado atual dele.',
  });
});

test('import of a main file also publishes the late file that waited for it', async () => {
  const late = await officialFile('CAGEDFOR202307.txt', 'FOR', [{ declared_month: '202307' }]);
  expect((await run('import', late)).text).toMatch(/CAGEDFOR202307\.txt .*aguarda aprovação$/m);
  const imported = await run('import', await file('202307', 300));
  expect(imported).toMatchObject({
    code: 0,
    text: expect.stringMatching(/CAGEDFOR202307\.txt .*publicado$/m),
  });
  expect((await run('status')).text).toMatch(/202307 +FOR/);
  const again = await run('import', await file('202308', 310));
  expect(again.text).not.toContain('CAGEDFOR202307');
});

test('approve of a month that another release made outdated compares it, says so, and approves the next time', async () => {
  await run('import', await file('202306', 300));
  const august = idIn((await run('import', await file('202308', 4000))).text);
  // As another release leaves it, if no process is left to compare it again.
  const store = await openStore({ databaseUrl: undefined, dataDir: join(folder, 'data') });
  const outdated = { status: 'PENDING', message: null, comparison: null, reasons: null } as const;
  const leave = (approvedAt: string | null) =>
    store.db
      .updateTable('uploads')
      .set({ ...outdated, approved_at: approvedAt })
      .where('id', '=', august)
      .execute();
  await leave('2023-09-30T12:00:00.000Z');
  expect((await run('approve', august)).text).toMatch(/^Este envio não aguarda aprovação/);
  await leave(null);
  expect((await run('status')).text).toContain('Na fila: CAGEDMOV202308.txt.');
  await store.close();
  const compared = await run('approve', august);
  expect(compared.code).toBe(1);
  expect(compared.text).toMatch(/^Nada foi aprovado: este envio ainda não foi conferido com os/);
  expect(compared.text).toMatch(/aguarda aprovação$/m);
  const approved = await run('approve', august);
  expect(approved).toMatchObject({ code: 0, text: expect.stringMatching(/publicado$/m) });
  expect(await run('approve', august)).toMatchObject({
    code: 1,
    text: 'Este envio não aguarda aprovação. Confira o estado atual dele.',
  });
});

test('import finds links to files in a folder, as a source does', async () => {
  const links = join(folder, 'links');
  await mkdir(links);
  await symlink(await file('202306', 3), join(links, 'CAGEDMOV202306.txt'));
  expect(await run('import', links)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/CAGEDMOV202306\.txt .*publicado$/m),
  });
});

test('cancel gives up what waits, and what does not exist is reported', async () => {
  const { text } = await run('import', await file('202306', 300), await file('202307', 3000));
  const cancelled = await run('cancel', idIn(text));
  expect(cancelled.code).toBe(0);
  expect(cancelled.text).toContain('Envio cancelado; os dados publicados não mudaram.');
  const status = await run('status');
  expect(status.text).not.toContain('approve');
  expect(status.text).not.toContain('202307');
  expect(await run('cancel', 'nenhum')).toEqual({ code: 1, text: 'Este envio não existe.' });
  expect(await run('approve', 'nenhum')).toEqual({ code: 1, text: 'Este envio não existe.' });
});

test('import counts salaries in the minimum wages that an administrator imported', async () => {
  const store = await openStore({ databaseUrl: undefined, dataDir: join(folder, 'data') });
  try {
    await migrate(store);
    const wage = { from_month: '202609', centavos: 300_000, source: 'Decreto' };
    await store.db.insertInto('imported_minimum_wages').values(wage).execute();
    await noteImport(store.db, 'minimum_wage', new Date());
    const half = { month: '202610', declared_month: '202610', salary: '1500,00' };
    const path = await officialFile('CAGEDMOV202610.txt', 'MOV', [half, half]);
    expect((await run('import', path)).code).toBe(0);
    const counted = (await storedProfiles(store, [{ kind: 'MOV', batch: 1 }])).get(1);
    expect(counted?.shape.level).toMatchObject({
      lines: 2,
      sum: expect.closeTo(2 * Math.log(0.5), 9),
    });
  } finally {
    await store.close();
  }
});
