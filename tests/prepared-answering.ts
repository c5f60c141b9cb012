import { join } from 'node:path';
import { answerSearch, quickestWays, type Answering } from '../server/salaries/answer.ts';
import { MonthFiles } from '../server/salaries/ranked/month-files.ts';
import { readableRelease } from '../server/salaries/release.ts';
import { currentRelease } from '../server/store/current-release.ts';
import { SearchRequest } from '../shared/search.ts';
import type { Searcher } from './agreement.ts';
import type { Installation } from './installation.ts';

const limits = { timeoutMs: 600_000 };

/** Answers with everything that a server prepares for a release before it answers its questions. */
export async function preparedAnswering({
  folder,
  store,
  warehouse,
}: Pick<Installation, 'folder' | 'store' | 'warehouse'>): Promise<Answering> {
  const release = readableRelease(await currentRelease(store));
  const months = new MonthFiles(join(folder, 'ranked'), warehouse);
  await months.make(release, limits);
  return { warehouse, release, version: 'prepared', limits, ways: quickestWays({ months }) };
}

/** The same for whoever only asks. */
export async function preparedSearcher(installation: Installation): Promise<Searcher> {
  const answering = await preparedAnswering(installation);
  return { search: (filters) => answerSearch(SearchRequest.parse({ filters }), answering) };
}
