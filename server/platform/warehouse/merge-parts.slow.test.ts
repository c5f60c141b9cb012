import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { releaseFingerprint } from '../../registry/releases/fingerprint.ts';
import { currentRelease } from '../store/current-release.ts';
import { mergeParts } from './merge-parts.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await newInstallation({}, 'embedded');
});
afterAll(() => installation.close());

const partsByYear = async () =>
  installation.warehouse.rows<{ year: string; parts: number }>({
    text: `
      select partition as year, count() as parts from system.parts
      where active and database = currentDatabase() and table = 'movements'
      group by year order by year`,
  });

const fingerprint = async () =>
  releaseFingerprint(installation.warehouse, await currentRelease(installation.store));

test('leaves one part a year, and every line as it was', async () => {
  // Prevents background merges meanwhile.
  await installation.warehouse.run({ text: 'system stop merges movements' });
  for (const month of ['202211', '202212', '202301']) {
    const lines = [{ month, declared_month: month }];
    await installation.load(await officialFile(`CAGEDMOV${month}.txt`, 'MOV', lines));
  }
  expect(await partsByYear()).toEqual([
    { year: '2022', parts: 2 },
    { year: '2023', parts: 1 },
  ]);
  const before = await fingerprint();
  await installation.warehouse.run({ text: 'system start merges movements' });
  expect(await mergeParts(installation.warehouse)).toBeLessThanOrEqual(1);
  expect(await partsByYear()).toEqual([
    { year: '2022', parts: 1 },
    { year: '2023', parts: 1 },
  ]);
  expect(await fingerprint()).toEqual(before);
  expect(await mergeParts(installation.warehouse)).toBe(0);
});
