import { expect, test } from 'vitest';
import { monthLater, monthsFrom } from '../../../shared/codes/months.ts';
import { delaySteps, expectedChange } from '../../../shared/statistics/chain-ladder.ts';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { monthRevisions, withExpectations } from './month-revisions.ts';

/** Months up to 202401, newest first, each followed up to it: one late declaration per hundred in the first month. */
const history = (count: number) =>
  Array.from({ length: count }, (_, delay) => ({
    month: monthLater('202401', -delay),
    declared: 100,
    admissions: Array.from({ length: Math.min(delay, 12) }, () => 101),
  }));

const loaded = ['202401', '202301', '202312'];

test('a month younger than twelve months states what it still expects, from 13 months of history on', () => {
  expect(withExpectations(history(12), loaded).map(({ expected }) => expected)).toEqual(
    Array.from({ length: 12 }, () => null),
  );
  const [newest, ...others] = withExpectations(history(13), loaded);
  expect(newest?.expected?.lower).toBeCloseTo(0.01, 10);
  expect(newest?.expected?.upper).toBeCloseTo(0.01, 10);
  expect(others.slice(0, 11).map(({ expected }) => expected)).toEqual(
    Array.from({ length: 11 }, () => ({ lower: 0, upper: 0 })),
  );
  // The oldest month was followed for twelve months.
  expect(others.at(-1)?.expected).toBeNull();
});

test('a month without one of its later files states nothing', () => {
  const months = history(14).map((month) =>
    month.month === '202310' ? { ...month, admissions: [101] } : month,
  );
  const found = withExpectations(months, loaded);
  expect(found.find(({ month }) => month === '202310')?.expected).toBeNull();
  expect(found.find(({ month }) => month === '202311')?.expected).not.toBeNull();
  // Followed up to December, one month before the last loaded one.
  const late = history(14).map((month) =>
    month.month === '202311' ? { ...month, admissions: [101] } : month,
  );
  const short = withExpectations(late, loaded).find(({ month }) => month === '202311');
  expect(short?.expected).toBeNull();
});

test('a month without admissions states nothing, and the others as of their last count', () => {
  const grown = [120, 130, 125, 128];
  const months = history(14).map((month, at) => ({
    ...month,
    declared: at === 0 ? 0 : 100,
    admissions: month.admissions.map((_, delay) => (delay === 0 ? (grown[at % 4] ?? 0) : 140)),
  }));
  const found = withExpectations(months, loaded);
  expect(found[0]?.expected).toBeNull();
  const steps = delaySteps(
    months.map(({ declared, admissions }) => [declared, ...admissions]),
    12,
  );
  expect(found[1]?.expected).toEqual(expectedChange(steps ?? [], { count: 130, delay: 1 }, 0.95));
});

const line = (month: string, balance: string) => ({ month, declared_month: month, balance });

test('a month is followed for twelve months of delay, or up to the last file', async () => {
  const installation = await newInstallation();
  const late = monthsFrom('202302', '202401');
  await installation.loadApproved(
    await officialFile('CAGEDMOV202301.txt', 'MOV', [line('202301', '1')]),
    await officialFile('CAGEDMOV202302.txt', 'MOV', [line('202302', '-1')]),
    // Each declares one more admission of January and excludes a separation.
    ...(await Promise.all(
      late.flatMap((month) => [
        officialFile(`CAGEDFOR${month}.txt`, 'FOR', [
          { ...line('202301', '1'), declared_month: month },
        ]),
        officialFile(`CAGEDEXC${month}.txt`, 'EXC', [
          { ...line('202301', '-1'), exclusion_month: month },
        ]),
      ]),
    )),
  );
  const { months, bands } = await monthRevisions(
    installation,
    await currentRelease(installation.store),
  );
  await installation.close();
  expect(months).toEqual([
    { month: '202302', declared: 0, admissions: late.slice(1).map(() => 0), expected: null },
    { month: '202301', declared: 1, admissions: late.map((_, at) => at + 2), expected: null },
  ]);
  // A month without declared admissions has no share.
  expect(bands.map((band) => band.months)).toEqual(late.map(() => 1));
});
