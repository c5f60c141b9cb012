import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import {
  officialColumns,
  officialText,
  textFile,
  type LineFields,
} from '../../../tests/support/official-file.ts';
import type * as Layout from '../../platform/warehouse/layout.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { prepareWarehouse } from '../../platform/warehouse/schema.ts';
import { lineHash } from '../comparison/line-changes-sql.ts';
import { storedProfiles } from '../comparison/profile.ts';
import { releaseFingerprint } from '../releases/fingerprint.ts';

// As if the ministry had added `tiporemoto` to the files from 202309 on, and dropped `tiposindicato` after 202307.
vi.mock(import('../../platform/warehouse/layout.ts'), async (importOriginal) => {
  const { withColumns } = await import('../../../tests/support/added-columns.ts');
  const code = { type: 'UInt16', form: 'code', codes: null, check: 'distribution' } as const;
  return withColumns(await importOriginal(), [
    { name: 'remote', header: 'tiporemoto', since: '202309', ...code },
    { name: 'syndicate', header: 'tiposindicato', until: '202307', ...code },
  ]);
});

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation({}, 'embedded');
});
afterEach(() => installation.close());

/** A file of these lines with only these of the two optional columns. */
function file(
  kind: FileKind,
  month: string,
  lines: readonly LineFields[],
  ...optional: readonly ('remote' | 'syndicate')[]
): Promise<string> {
  const columns = [...officialColumns(kind), ...optional];
  return textFile(`CAGED${kind}${month}.txt`, officialText(kind, lines, columns));
}

const lineOf = (month: string, fields: LineFields = {}): LineFields => ({
  month,
  declared_month: month,
  ...fields,
});

const stored = async () =>
  installation.warehouse.rows({
    text: `select month, remote, syndicate from movements where weight = 1 order by all`,
  });

const empty = 65_535;

test('each month loads with the columns that it has, and exclusions find lines of all of them', async () => {
  const { status, message } = await installation.load(
    await file('MOV', '202307', [lineOf('202307', { syndicate: '4' })], 'syndicate'),
    await file('MOV', '202308', [lineOf('202308'), lineOf('202308', { cbo: '411010' })]),
    await file('MOV', '202309', [lineOf('202309', { remote: '7' }), lineOf('202309')], 'remote'),
    await file(
      'EXC',
      '202309',
      [
        // A ministry may fill the new column of old lines too.
        { ...lineOf('202308', { cbo: '411010', remote: '2' }), exclusion_month: '202309' },
        { ...lineOf('202309', { remote: '7' }), exclusion_month: '202309' },
        { ...lineOf('202309', { remote: '3' }), exclusion_month: '202309' },
      ],
      'remote',
    ),
  );
  expect({ status, message }).toMatchObject({ status: 'COMPLETED' });
  expect(await stored()).toEqual([
    { month: 202307, remote: empty, syndicate: 4 },
    { month: 202308, remote: empty, syndicate: empty },
    { month: 202308, remote: empty, syndicate: empty },
    { month: 202309, remote: 7, syndicate: empty },
    { month: 202309, remote: empty, syndicate: empty },
  ]);
  const { months } = await currentRelease(installation.store);
  expect(
    months.map((month) => [month.month, month.cancelled_lines, month.unmatched_exclusions]),
  ).toEqual([
    ['202307', 0, 0],
    ['202308', 1, 0],
    ['202309', 1, 1],
  ]);
});

test.each([
  ['202309', [], 'tiporemoto'],
  ['202310', ['syndicate'], 'tiporemoto'],
  ['202307', ['remote'], 'tiposindicato'],
] as const)('a file of %s with only %j of the two is refused', async (month, optional, missing) => {
  const { files } = await installation.load(await file('MOV', month, [lineOf(month)], ...optional));
  expect(files[0]).toMatchObject({ outcome: 'REFUSED' });
  expect(files[0]?.message).toContain(`Faltam colunas no arquivo: ${missing}.`);
});

test('an older month that is republished with the column has the same lines and digest as before', async () => {
  const digest = async () => {
    const release = await currentRelease(installation.store);
    return (await releaseFingerprint(installation.warehouse, release)).digest;
  };
  await installation.load(await file('MOV', '202308', [lineOf('202308')]));
  const before = await digest();
  const line = lineOf('202308', { remote: '7', syndicate: '2' });
  const again = await file('MOV', '202308', [line], 'remote', 'syndicate');
  expect((await installation.load(again)).status).toBe('COMPLETED');
  expect(await digest()).toBe(before);
  await installation.load(
    await file('MOV', '202309', [lineOf('202309', { remote: '7' })], 'remote'),
  );
  const withRemote = await digest();
  await installation.load(
    await file('MOV', '202309', [lineOf('202309', { remote: '8' })], 'remote'),
  );
  expect(await digest()).not.toBe(withRemote);
});

test('the column is empty in rows of a table that lacked it', async () => {
  const { warehouse } = installation;
  await installation.load(
    await file('MOV', '202309', [lineOf('202309', { remote: '7' })], 'remote'),
  );
  await warehouse.run({ text: 'alter table movements drop column remote' });
  await prepareWarehouse(warehouse);
  expect(await stored()).toEqual([{ month: 202309, remote: empty, syndicate: empty }]);
});

test('a month without the column does not count as one with empty fields', async () => {
  await installation.load(
    await file('MOV', '202308', [lineOf('202308')]),
    await file('MOV', '202309', [lineOf('202309', { remote: '7' }), lineOf('202309')], 'remote'),
  );
  const { files } = await currentRelease(installation.store);
  const profiles = await storedProfiles(installation.store, files);
  expect(
    files.map(({ month, batch }) => [
      month,
      profiles.get(batch)?.nulls['tiporemoto'],
      profiles.get(batch)?.shape.codes['remote'],
    ]),
  ).toEqual([
    ['202308', undefined, undefined],
    ['202309', 1, { 7: 1 }],
  ]);
});

test('lines without a value of the added column have the hash that they had before', async () => {
  await installation.load(
    await file('MOV', '202308', [lineOf('202308')]),
    await file('MOV', '202309', [lineOf('202309'), lineOf('202309', { remote: '7' })], 'remote'),
  );
  const actual = await vi.importActual<typeof Layout>('../../platform/warehouse/layout.ts');
  const ofAllMonths = actual.sharedColumns.filter(({ since }) => since === undefined);
  const before = ofAllMonths.map(({ name, type }) =>
    type.startsWith('Nullable') ? `isNull(${name}), ifNull(${name}, 0)` : name,
  );
  // The dropped one was among them.
  before.push('syndicate');
  const rows = await installation.warehouse.rows({
    text: `
      select month, remote, ${lineHash('MOV')} = cityHash64(${before.join(', ')}) as is_same
      from movements order by month, remote`,
  });
  expect(rows).toEqual([
    { month: 202308, remote: empty, is_same: 1 },
    { month: 202309, remote: 7, is_same: 0 },
    { month: 202309, remote: empty, is_same: 1 },
  ]);
});
