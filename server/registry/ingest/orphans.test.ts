import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { sweepOrphans } from './orphans.ts';

const dayMs = 86_400_000;
let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

/** Loads a month whose lines have these salaries, and returns the file's batch. */
async function load(month: string, salaries: readonly string[]): Promise<number> {
  const lines = salaries.map((salary) => ({ month, declared_month: month, salary }));
  const path = await officialFile(`CAGEDMOV${month}.txt`, 'MOV', lines);
  const { files } = await installation.loadWith({ maxRejectedPercent: 50 }, path);
  return files[0]?.batch ?? 0;
}

async function rejectedLines(): Promise<unknown[]> {
  const text = 'select batch, count() as lines from rejections group by batch order by batch';
  return installation.warehouse.rows({ text });
}

const sweep = (days: number) =>
  sweepOrphans(
    installation.store,
    installation.warehouse,
    () => new Date(Date.now() + days * dayMs),
  );

test('rejected lines of a refused file are deleted after a week, those of a published file stay', async () => {
  const published = await load('202306', ['1500,00', '1500,00', 'errado']);
  const refused = await load('202307', ['errado', 'errado']);
  const both = [
    { batch: published, lines: 1 },
    { batch: refused, lines: 2 },
  ];
  await sweep(6);
  expect(await rejectedLines()).toEqual(both);
  await sweep(8);
  expect(await rejectedLines()).toEqual([{ batch: published, lines: 1 }]);
});

test('rejected lines of a published file are deleted once no release lists it', async () => {
  await load('202306', ['1500,00', '1500,00', 'errado']);
  await installation.store.db.deleteFrom('release_files').execute();
  await sweep(8);
  expect(await rejectedLines()).toEqual([]);
});
