import type { Migration } from 'kysely/migration';
import { identity } from './0001-identity.ts';
import { loads } from './0002-loads.ts';
import { administration } from './0003-administration.ts';
import { sourceFiles } from './0004-source-files.ts';
import { loadJobs } from './0005-load-jobs.ts';
import { sourceLoads } from './0006-source-loads.ts';
import { installationName } from './0007-installation.ts';
import { research } from './0010-research.ts';
import { reports } from './0020-reports.ts';
import { companyLogos } from './0021-company-logos.ts';
import { processes } from './0022-processes.ts';
import { backups } from './0025-backups.ts';
import { sessionsInUse } from './0030-sessions-in-use.ts';
import { auditChain } from './0040-audit-chain.ts';
import { reportForm } from './0050-report-form.ts';
import { temporaryPasswords } from './0051-temporary-passwords.ts';
import { secrets } from './0060-secrets.ts';
import { secondFactors } from './0061-second-factors.ts';
import { savedSalary } from './0062-saved-salary.ts';
import { publicLinks } from './0065-public-links.ts';
import { carriedLimits } from './0063-carried-limits.ts';
import { providerAccounts } from './0064-provider-accounts.ts';
import { apiKeys } from './0070-api-keys.ts';
import { receiptKinds } from './0071-receipt-kinds.ts';
import { designEffects } from './0080-design-effects.ts';
import { erasableTraces } from './0090-erasable-traces.ts';
import { withoutRequestPaces } from './0091-without-request-paces.ts';
import { receiptOwners } from './0092-receipt-owners.ts';
import { monthDigests } from './0093-month-digests.ts';
import { fileLineSums } from './0094-file-line-sums.ts';

/** Every migration under its number, which is the order they run in. Add migrations, never change one. */
export const migrations: Record<string, Migration> = {
  '0001-identity': identity,
  '0002-loads': loads,
  '0003-administration': administration,
  '0004-source-files': sourceFiles,
  '0005-load-jobs': loadJobs,
  '0006-source-loads': sourceLoads,
  '0007-installation': installationName,
  '0010-research': research,
  '0020-reports': reports,
  '0021-company-logos': companyLogos,
  '0022-processes': processes,
  '0025-backups': backups,
  '0030-sessions-in-use': sessionsInUse,
  '0040-audit-chain': auditChain,
  '0050-report-form': reportForm,
  '0051-temporary-passwords': temporaryPasswords,
  '0060-secrets': secrets,
  '0061-second-factors': secondFactors,
  '0062-saved-salary': savedSalary,
  '0065-public-links': publicLinks,
  '0063-carried-limits': carriedLimits,
  '0064-provider-accounts': providerAccounts,
  '0070-api-keys': apiKeys,
  '0071-receipt-kinds': receiptKinds,
  '0080-design-effects': designEffects,
  '0090-erasable-traces': erasableTraces,
  '0091-without-request-paces': withoutRequestPaces,
  '0092-receipt-owners': receiptOwners,
  '0093-month-digests': monthDigests,
  '0094-file-line-sums': fileLineSums,
};
