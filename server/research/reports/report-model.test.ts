import { expect, test } from 'vitest';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import type { PaySource } from '../../answers/query/engine/counted-pay.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { ReportModel } from './model.ts';
import { withDeferredPanels } from './report-model.ts';

const requested = () => {
  throw new Error('The panels were requested.');
};
/** Fails as soon as a panel is computed. */
const source: PaySource = {
  get warehouse() {
    return requested();
  },
  backend: {
    get count() {
      return requested();
    },
  },
};
const release: CurrentRelease = {
  number: 1,
  publishedAt: '2026-08-01T03:00:00.000Z',
  isSynthetic: false,
  files: [],
  months: [],
  designEffects: [],
};

const salaries = (count: number) => ({ salaries: Array.from({ length: count }, () => 150_000) });

const isRequested = async (changes: Partial<ReportModel>, records = [200]) => {
  const model = sampleReport(records.map(salaries), changes);
  const done = withDeferredPanels(source, model, release, {});
  const end = await done.then(
    (same) => same === model,
    ({ message }: Error) => message,
  );
  if (end === true) return false;
  expect(end).toBe('The panels were requested.');
  return true;
};

test('only a document with all tables of one selection has the panels on request', async () => {
  expect(await isRequested({ type: 'EXCEL', hasAnnex: false })).toBe(true);
  expect(await isRequested({ type: 'PDF', hasAnnex: true })).toBe(true);
  expect(await isRequested({ type: 'PDF', hasAnnex: false })).toBe(false);
  expect(await isRequested({ type: 'CSV', hasAnnex: true })).toBe(false);
  expect(await isRequested({ type: 'EXCEL' }, [200, 300])).toBe(false);
  // Too few records for statistics.
  expect(await isRequested({ type: 'EXCEL' }, [4])).toBe(false);
});
