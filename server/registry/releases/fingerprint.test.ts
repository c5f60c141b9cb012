import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { createTable } from '../../platform/warehouse/tables.ts';
import { warehouseTables } from '../../platform/warehouse/tables.ts';
import { releaseFingerprint } from './fingerprint.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation({}, 'embedded');
  // Replaced versions, whose lines are still stored.
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [{ salary: '1700,00' }]),
    await officialFile('CAGEDEXC202309.txt', 'EXC', [{ age: '31', exclusion_month: '202309' }]),
  );
  const late = { late: '1', declared_month: '202308', section: 'A', fixed_salary: '' };
  const { status } = await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, { salary: '', age: '', hours: '' }]),
    await officialFile('CAGEDFOR202308.txt', 'FOR', [late, { ...late, cbo: '411010' }]),
    await officialFile('CAGEDEXC202309.txt', 'EXC', [
      { exclusion_month: '202309' },
      { cbo: '411010', exclusion_month: '202309' },
    ]),
  );
  expect(status).toBe('COMPLETED');
});
afterAll(() => installation.close());

/**
 * The fingerprint of these lines must never change: it is compared with digests that operators noted and with those of
 * stored backups.
 */
const stored = {
  rows: 6,
  lines: 4,
  exclusions: 2,
  digest: '14a8fc121abd43e66a6a6f9fbb1b13139c402e4c374b7442869d82447c58dac2',
};

const fingerprint = async ({ warehouse, store }: Installation) =>
  releaseFingerprint(warehouse, await currentRelease(store));

test('a release has the digest that earlier versions gave it', async () => {
  expect(await fingerprint(installation)).toEqual(stored);
});

test('tables of an earlier layout, with narrower codes, have the same digest', async () => {
  const { warehouse } = installation;
  for (const table of warehouseTables.filter(({ isPublished }) => isPublished)) {
    const columns = table.columns.map((column) => ({ ...column, type: narrower(column) }));
    await warehouse.run({ text: `rename table ${table.name} to of_today` });
    await warehouse.run({ text: createTable({ ...table, columns }, table.name) });
    await warehouse.run({ text: `insert into ${table.name} select * from of_today` });
    await warehouse.run({ text: 'drop table of_today' });
  }
  expect(await fingerprint(installation)).toEqual(stored);
});

/** The column types of the first installations: one byte for most codes. */
function narrower({ name, type }: { readonly name: string; readonly type: string }): string {
  if (name === 'category') return 'UInt16';
  return type === 'UInt16' ? 'UInt8' : type;
}
