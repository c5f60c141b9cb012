import type { z } from 'zod';
import { defaultLoadLimits, LoadLimits } from '../../../shared/contracts/comparison.ts';
import { defaultReleaseRetention, ReleaseRetention } from '../../../shared/contracts/release.ts';
import { defaultReportRetention, ReportRetention } from '../../../shared/contracts/reports.ts';
import { defaultSourceCheck, SourceCheckSettings } from '../../../shared/contracts/source.ts';
import { defaultPublicLinks, PublicLinkSettings } from '../../../shared/contracts/public-links.ts';
import type { StoredSetting } from './stored-settings.ts';

const setting = <Value extends z.ZodObject>(
  name: StoredSetting<Value>['name'],
  schema: Value,
  initial: z.output<Value>,
): StoredSetting<Value> => ({ name, schema, initial });

/** An upload beyond these limits awaits approval. */
export const loadLimits = setting('load_limits', LoadLimits, defaultLoadLimits);

export const releaseRetention = setting(
  'release_retention',
  ReleaseRetention,
  defaultReleaseRetention,
);

/** Whether the source is checked every day, and what happens to new files. */
export const sourceCheck = setting('source_check', SourceCheckSettings, defaultSourceCheck);

export const reportRetention = setting('report_retention', ReportRetention, defaultReportRetention);

/** The settings above; the health check validates their stored form. */
export const storedSettings = [loadLimits, releaseRetention, sourceCheck, reportRetention] as const;

/** Whether links without an account give access to receipts, and which sites may embed them. */
export const publicLinks = setting('public_links', PublicLinkSettings, defaultPublicLinks);
