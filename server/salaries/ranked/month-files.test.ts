import { mkdir, readFile, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchRequest } from '../../../shared/search.ts';
import { newInstallation, type Installation } from '../../../tests/installation.ts';
import { officialFile } from '../../../tests/official-file.ts';
import { preparedAnswering } from '../../../tests/prepared-answering.ts';
import { approveUpload } from '../../ingest/upload-acts.ts';
import type { QueryLimits } from '../../warehouse/warehouse.ts';
import { currentRelease } from '../../store/current-release.ts';
import { answerSearch } from '../answer.ts';
import { countedPay } from '../counting/counted-pay.ts';
import { askedQuestion } from '../question.ts';
import { readableRelease } from '../release.ts';
import { MonthFiles } from './month-files.ts';

let installation: Installation;
let folder: string;
beforeEach(async () => {
  installation = await newInstallation();
  folder = join(installation.folder, 'ranked');
});
afterEach(() => installation.close());

const file = (kind: 'MOV' | 'FOR', declared: string, month: string) =>
  officialFile(`CAGED${kind}${declared}.txt`, kind, [
    { month, declared_month: declared, late: kind === 'FOR' ? '1' : '0' },
  ]);

const release = async () => readableRelease(await currentRelease(installation.store));

const structureOf = async (files: MonthFiles, asked: object = {}, limits: QueryLimits = {}) => {
  const { filters } = SearchRequest.parse({ filters: asked });
  const question = askedQuestion(filters, await release());
  const counted = await countedPay(installation.warehouse, question, limits, { months: files });
  return [counted.structure, counted.distribution.counts];
};

test('a release’s months have files, and only those that changed are made again', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  await installation.load(await file('MOV', '202307', '202307'));
  const files = new MonthFiles(folder, installation.warehouse);
  expect(files.areWhole(await release())).toBe(false);
  await files.make(await release(), {});
  expect(files.areWhole(await release())).toBe(true);
  const [june, july] = (await readdir(folder)).toSorted();
  const made = await stat(join(folder, june ?? ''));

  await installation.load(await file('FOR', '202308', '202307'));
  expect(files.areWhole(await release())).toBe(false);
  await files.make(await release(), {});
  const after = (await readdir(folder)).toSorted();
  expect(after[0]).toBe(june);
  expect((await stat(join(folder, june ?? ''))).mtimeMs).toBe(made.mtimeMs);
  expect(after[1]).toMatch(/^202307-/);
  expect(after).not.toContain(july);

  const afterRestart = new MonthFiles(folder, installation.warehouse);
  await afterRestart.make(await release(), {});
  expect((await stat(join(folder, june ?? ''))).mtimeMs).toBe(made.mtimeMs);
  expect(await structureOf(afterRestart)).toEqual(['ranked', [3]]);
});

test('a file of which the disk has lost a bit is made anew by whoever finds it', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  await new MonthFiles(folder, installation.warehouse).make(await release(), {});
  const [name = ''] = await readdir(folder);
  const path = join(folder, name);
  const whole = await readFile(path);
  for (const at of [whole.length - 8, Math.floor(whole.length / 2)]) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 4;
    await writeFile(path, flipped);
    const files = new MonthFiles(folder, installation.warehouse);
    await files.make(await release(), {});
    expect(files.areWhole(await release())).toBe(true);
    expect(await readFile(path)).toEqual(whole);
  }
});

test('without a file, and with one that is damaged, the answer is the same, and the file is made anew', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  const files = new MonthFiles(folder, installation.warehouse);
  expect(await structureOf(files)).toEqual(['lines', [1]]);
  await files.make(await release(), {});

  const [name = ''] = await readdir(folder);
  await truncate(join(folder, name), 100);
  expect(await structureOf(files)).toEqual(['lines', [1]]);
  expect(files.areWhole(await release())).toBe(false);
  await files.make(await release(), {});
  expect(await structureOf(files)).toEqual(['ranked', [1]]);
});

test('a file that is gone hinders no question about occupations, which two threads count', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  for (let time = 0; time < 5; time++) {
    const files = new MonthFiles(folder, installation.warehouse);
    await files.make(await release(), {});
    await rm(folder, { recursive: true });
    expect(await structureOf(files, { cbo: '521110' })).toEqual(['lines', [1]]);
  }
});

test('what is left of a file that was never ended goes, with time', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  await mkdir(folder);
  const [old, young] = [join(folder, 'a.ranked.1.partial'), join(folder, 'a.ranked.2.partial')];
  await writeFile(old, 'x');
  await writeFile(young, 'x');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, longAgo, longAgo);
  await new MonthFiles(folder, installation.warehouse).make(await release(), {});
  const left = (await readdir(folder)).toSorted();
  expect(left).toEqual([expect.stringMatching(/^202306-.*\.ranked$/), 'a.ranked.2.partial']);
});

test('a question whose asker has left is not counted to its end, and the thread goes on', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  const files = new MonthFiles(folder, installation.warehouse);
  await files.make(await release(), {});
  const leaving = new AbortController();
  const asked = structureOf(files, {}, { signal: leaving.signal });
  leaving.abort(new Error('The asker has left.'));
  await expect(asked).rejects.toThrow('The asker has left.');
  expect(await structureOf(files)).toEqual(['ranked', [1]]);
});

test('a salary that the files cannot hold is counted from the lines', async () => {
  const rich = { salary: '60000000,00', month: '202306', declared_month: '202306' };
  const upload = await installation.load(await officialFile('CAGEDMOV202306.txt', 'MOV', [rich]));
  // So large a salary waits for somebody who has looked at it.
  const acts = { ...installation, clock: () => new Date() };
  const actor = { userId: null, address: null };
  await approveUpload(acts, actor, upload.id, { comparedWith: null });
  await installation.drain();
  const asked = SearchRequest.parse({ filters: { metodo: 'bruto' } });
  const answer = await answerSearch(asked, await preparedAnswering(installation));
  expect(answer.method.structure).toBe('lines');
  expect(answer.statistics.max).toBe(60_000_000);
  const above = await installation.search({ metodo: 'bruto', salarioMin: 50_000_000 });
  expect(above.statistics).toMatchObject({ count: 1, max: 60_000_000 });
  expect(above.method.funnel.at(-1)).toMatchObject({ step: 'faixaSalarial', remaining: 1 });
});
