import { defaultLoadLimits, LoadLimits } from '../../../shared/contracts/comparison.ts';
import { defaultReleaseRetention, ReleaseRetention } from '../../../shared/contracts/release.ts';
import { defaultReportRetention, ReportRetention } from '../../../shared/contracts/reports.ts';
import { defaultSourceCheck, SourceCheckSettings } from '../../../shared/contracts/source.ts';
import { defaultPublicLinks, PublicLinkSettings } from '../../../shared/contracts/public-links.ts';
import type { StoredSetting } from './stored-settings.ts';

/** An upload beyond these limits awaits approval. */
export const loadLimits: StoredSetting<typeof LoadLimits> = {
  name: 'load_limits',
  label: 'Limites de conferência',
  schema: LoadLimits,
  initial: defaultLoadLimits,
};

export const releaseRetention: StoredSetting<typeof ReleaseRetention> = {
  name: 'release_retention',
  label: 'Retenção das versões',
  schema: ReleaseRetention,
  initial: defaultReleaseRetention,
};

/** Whether the source is checked every day, and what happens to new files. */
export const sourceCheck: StoredSetting<typeof SourceCheckSettings> = {
  name: 'source_check',
  label: 'Verificação diária da fonte',
  schema: SourceCheckSettings,
  initial: defaultSourceCheck,
};

export const reportRetention: StoredSetting<typeof ReportRetention> = {
  name: 'report_retention',
  label: 'Retenção dos relatórios',
  schema: ReportRetention,
  initial: defaultReportRetention,
};

/** The settings above; the health check validates their stored form. */
export const storedSettings = [loadLimits, releaseRetention, sourceCheck, reportRetention] as const;

/** Whether links without an account give access to receipts, and which sites may embed them. */
export const publicLinks: StoredSetting<typeof PublicLinkSettings> = {
  name: 'public_links',
  label: 'Links públicos',
  schema: PublicLinkSettings,
  initial: defaultPublicLinks,
};
