import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expiredReportDays } from '../../server/research/reports/report-jobs.ts';
import { maxHistoryEntries } from '../../server/research/search-history.ts';
import { retentionDays } from '../../server/operations/retention.ts';
import { accountDeletedMail } from '../../server/platform/mail/mail-templates.ts';
import { defaultReportRetention } from '../../shared/contracts/reports.ts';

test('the privacy notice states the periods that are applied', () => {
  const notice = readFileSync(join(import.meta.dirname, '../../client/routes/privacy.tsx'), 'utf8');
  expect(notice).toContain(`${retentionDays.audit} dias.`);
  expect(notice).toContain(`por ${retentionDays.spooledMails} dias.`);
  expect(notice).toContain(`por até ${retentionDays.history} dias`);
  expect(notice).toContain(`O arquivo, por ${defaultReportRetention.days} dias`);
  expect(notice).toContain(`por mais ${expiredReportDays} dias.`);
  expect(notice).toContain(`Guardamos as últimas ${maxHistoryEntries.toLocaleString('pt-BR')}`);
});

test('the request of a deletion and its mail state how long the audit stays', () => {
  const path = '../../client/features/my-data/deletion-request.tsx';
  const request = readFileSync(join(import.meta.dirname, path), 'utf8');
  const { text } = accountDeletedMail({ firstName: 'Ana' });
  for (const words of [request, text]) expect(words).toContain(`por ${retentionDays.audit} dias`);
});

test('no sentence promises that records identify no one, and the notice says what they can reveal', () => {
  const client = join(import.meta.dirname, '../../client');
  const sources = globSync('**/*.tsx', { cwd: client }).map((path) =>
    readFileSync(join(client, path), 'utf8').replaceAll(/\s+/g, ' '),
  );
  expect(sources.length).toBeGreaterThan(100);
  const promises = /registros não identificam|arquivos não identificam|dados (são )?anônimos/i;
  expect(sources.filter((source) => promises.test(source))).toEqual([]);
  const notice = sources.find((source) => source.includes('Aviso de privacidade'));
  expect(notice).toContain('Mesmo assim, uma pessoa pode ser reconhecida.');
});
