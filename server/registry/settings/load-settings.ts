import { defaultLoadLimits, LoadLimits } from '../../../shared/contracts/comparison.ts';
import { defaultReleaseRetention, ReleaseRetention } from '../../../shared/contracts/release.ts';
import { defaultReportRetention, ReportRetention } from '../../../shared/contracts/reports.ts';
import { defaultSourceCheck, SourceCheckSettings } from '../../../shared/contracts/source.ts';
import { defaultPublicLinks, PublicLinkSettings } from '../../../shared/contracts/public-links.ts';
import type { StoredSetting } from './stored-settings.ts';

/** Beyond these an upload waits for an administrator. */
export const loadLimits: StoredSetting<typeof LoadLimits> = {
  name: 'load_limits',
  label: 'Limites de conferência',
  schema: LoadLimits,
  initial: defaultLoadLimits,
  action: 'settings.load_limits',
};

/** How many releases are kept. */
export const releaseRetention: StoredSetting<typeof ReleaseRetention> = {
  name: 'release_retention',
  label: 'Prazo de guarda das versões',
  schema: ReleaseRetention,
  initial: defaultReleaseRetention,
  action: 'settings.release_retention',
};

/** Whether the source is looked at every day, and what is done with what is new. */
export const sourceCheck: StoredSetting<typeof SourceCheckSettings> = {
  name: 'source_check',
  label: 'Verificação diária da fonte',
  schema: SourceCheckSettings,
  initial: defaultSourceCheck,
  action: 'settings.source_check',
};

/** For how long a report can be downloaded. */
export const reportRetention: StoredSetting<typeof ReportRetention> = {
  name: 'report_retention',
  label: 'Guarda dos relatórios',
  schema: ReportRetention,
  initial: defaultReportRetention,
  action: 'settings.report_retention',
};

/** All of them. */
export const storedSettings = [loadLimits, releaseRetention, sourceCheck, reportRetention] as const;

/** Whether receipts may be read by links without an account, and on whose pages. */
export const publicLinks: StoredSetting<typeof PublicLinkSettings> = {
  name: 'public_links',
  label: 'Links públicos',
  schema: PublicLinkSettings,
  initial: defaultPublicLinks,
  action: 'settings.public_links',
};
