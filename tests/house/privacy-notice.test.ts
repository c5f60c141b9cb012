import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expiredReportDays } from '../../server/research/reports/sweep-reports.ts';
import { keptSearches } from '../../server/research/search-history.ts';
import { retentionDays } from '../../server/process/retention/retention.ts';
import { defaultReportRetention } from '../../shared/contracts/reports.ts';

test('the privacy notice tells the periods that are applied', () => {
  const notice = readFileSync(join(import.meta.dirname, '../../client/routes/privacy.tsx'), 'utf8');
  expect(notice).toContain(`${retentionDays.audit} dias.`);
  expect(notice).toContain(`por ${retentionDays.outbox} dias.`);
  expect(notice).toContain(`por até ${retentionDays.history} dias`);
  expect(notice).toContain(`O arquivo, por ${defaultReportRetention.days} dias`);
  expect(notice).toContain(`por mais ${expiredReportDays} dias.`);
  expect(notice).toContain(`As ${keptSearches.toLocaleString('pt-BR')} últimas`);
});
