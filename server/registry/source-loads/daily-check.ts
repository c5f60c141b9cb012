import type { SourceCheck } from '../../../shared/contracts/source.ts';
import { AppError } from '../../platform/errors.ts';
import { sourceCheck } from '../settings/load-settings.ts';
import { readSetting } from '../settings/stored-settings.ts';
import type { Store } from '../../platform/store/store.ts';
import { loadAutomatically, type HandledFile } from './automatic-load.ts';
import { deleteLaterDays } from './later-days.ts';
import { mailNews, type NewsMailDeps } from './news-mail.ts';
import { isNew, newsOf, noNewsSentence } from './source-news.ts';
import type { SourceLoads } from './source-loads.ts';

export interface DailyCheckDeps extends SourceLoads, NewsMailDeps {}

const jobName = 'source check';

/** The time of the check: after the hours in which MTE publishes, in Brasília time (UTC−3). */
export const dailyCheckCron = '0 19 * * *';
const dueMs = 22 * 3_600_000;

/**
 * Checks the source for new files, loads them if the setting says so, and notifies the administrators by mail of what
 * the last mail did not announce. Of several processes one runs the check, once a day. A process that starts before the
 * hour runs the check of the previous day if that was missed, and does not use up the current day's. Neither does a check
 * that an unforeseen error or the signal ends.
 */
export async function checkSourceDaily(
  deps: DailyCheckDeps,
  signal?: AbortSignal,
): Promise<{ readonly result: string }> {
  const { store, clock, source } = deps;
  const settings = await readSetting(store.db, sourceCheck);
  if (source === undefined || !settings.isEnabled) return { result: 'off' };
  const day = new Date(clock().getTime() - dueMs).toISOString().slice(0, 10);
  if (!(await claimDay(store, day))) return { result: 'done already' };
  const result = await check(deps, day, settings.loadsByItself, signal).catch(
    async (error: unknown) => {
      if (error instanceof AppError) return `A verificação falhou: ${error.message}`;
      await releaseDay(store, day);
      throw error;
    },
  );
  await store.db
    .updateTable('daily_runs')
    .set({ finished_at: clock().toISOString(), result })
    .where('name', '=', jobName)
    .where('day', '=', day)
    .execute();
  return { result };
}

async function claimDay({ db }: Store, day: string): Promise<boolean> {
  await deleteLaterDays(db, jobName, day);
  const claimed = await db
    .insertInto('daily_runs')
    .values({ name: jobName, day, finished_at: null, result: null })
    .onConflict((conflict) => conflict.columns(['name', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Allows the next start to run the day's check, which did not end. */
async function releaseDay({ db }: Store, day: string): Promise<void> {
  await db
    .deleteFrom('daily_runs')
    .where('name', '=', jobName)
    .where('day', '=', day)
    .where('finished_at', 'is', null)
    .execute();
}

async function check(
  deps: DailyCheckDeps,
  day: string,
  loadsByItself: boolean,
  signal: AbortSignal | undefined,
): Promise<string> {
  const news = (await newsOf(deps, { signal })).filter(isNew);
  if (news.length === 0) return noNewsSentence;
  const found =
    news.length === 1 ? '1 arquivo novo ou alterado' : `${news.length} arquivos novos ou alterados`;
  if (!loadsByItself) {
    const files = news.map((file): HandledFile => ({ ...file, handling: 'not_loaded' }));
    await mailNews(deps, day, files);
    return `${found}; nada foi carregado.`;
  }
  const { files, message } = await loadAutomatically(deps, news);
  await mailNews(deps, day, files);
  return `${found}. ${message}`;
}

/** The setting, the source and the result of the last check. */
export async function sourceCheckState({ store, source }: SourceLoads): Promise<SourceCheck> {
  const settings = await readSetting(store.db, sourceCheck);
  const last = await store.db
    .selectFrom('daily_runs')
    .select(['finished_at', 'result'])
    .where('name', '=', jobName)
    .where('finished_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...settings,
    source: source?.label ?? null,
    lastCheckAt: last?.finished_at ?? null,
    lastResult: last?.result ?? null,
  };
}
