import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { ordinaryMonth } from '../../../tests/support/official-file.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { countProfile } from './profile.ts';

describe.each(testedServers)('profiles, in $dialect', ({ servers }) => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await newInstallation(await servers());
  });
  afterAll(() => installation.close());

  test('several processes that count the same file at once store its figures once', async () => {
    const { files } = await installation.load(await ordinaryMonth(30));
    const file = { kind: 'MOV', batch: files[0]?.batch ?? 0 } as const;
    const counting = Array.from({ length: 8 }, () => countProfile(installation, file));
    const counted = await Promise.all(counting);
    expect(counted.map(({ total }) => total.lines)).toEqual(counted.map(() => 30));
    const months = installation.store.db.selectFrom('file_months').select(['month', 'lines']);
    expect(await months.where('batch', '=', file.batch).execute()).toEqual([
      { month: '202307', lines: 30 },
    ]);
  });
});
