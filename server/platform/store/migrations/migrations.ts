import type { Migration } from 'kysely/migration';
import { auditFilterIndexes } from './audit-filter-indexes.ts';
import { finishedReports } from './finished-reports.ts';
import { initial } from './initial.ts';
import { receiptOwners } from './receipt-owners.ts';
import { receiptsWithText } from './receipts-with-text.ts';
import { reportDescriptionsLast } from './report-descriptions-last.ts';
import { uploadAttempts } from './upload-attempts.ts';
import { unverifiedComparisons } from './unverified-comparisons.ts';

/**
 * Migrations that installations and backups of earlier versions have executed, and that create nothing any more: the last
 * one creates what all of them did.
 */
const earlier = [
  '0001-identity',
  '0002-loads',
  '0003-administration',
  '0004-source-files',
  '0005-load-jobs',
  '0006-source-loads',
  '0007-installation',
  '0010-research',
  '0020-reports',
  '0021-company-logos',
  '0022-processes',
  '0025-backups',
  '0030-sessions-in-use',
  '0040-audit-chain',
  '0050-report-form',
  '0051-temporary-passwords',
  '0060-secrets',
  '0061-second-factors',
  '0062-saved-salary',
  '0063-carried-limits',
  '0064-provider-accounts',
  '0065-public-links',
  '0070-api-keys',
  '0071-receipt-kinds',
  '0080-design-effects',
  '0090-erasable-traces',
  '0091-without-request-paces',
  '0092-receipt-owners',
  '0093-month-digests',
];

/** The oldest migration that an app database with tables must have. */
export const initialName = '0094-file-line-sums';

/**
 * Every migration under its number, which is the order they run in. Add migrations, never change one: only before 1.0.0
 * were the earlier ones merged.
 */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(earlier.map((name) => [name, { up: async () => undefined }])),
  [initialName]: initial,
  '0095-unverified-comparisons': unverifiedComparisons,
  '0096-audit-filter-indexes': auditFilterIndexes,
  '0097-upload-attempts': uploadAttempts,
  '0098-receipt-owners': receiptOwners,
  '0099-receipts-with-text': receiptsWithText,
  '0100-report-descriptions-last': reportDescriptionsLast,
  '0101-finished-reports': finishedReports,
};
