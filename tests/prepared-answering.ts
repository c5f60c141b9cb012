import { join } from 'node:path';
import { answerSearch, quickestWays, type Answering } from '../server/salaries/answer.ts';
import { countedPay } from '../server/salaries/counting/counted-pay.ts';
import { askedQuestion, type Question } from '../server/salaries/question.ts';
import { MonthFiles } from '../server/salaries/ranked/month-files.ts';
import type { NearRecords } from '../server/salaries/ranked/record-places.ts';
import { readableRelease } from '../server/salaries/release.ts';
import { currentRelease } from '../server/store/current-release.ts';
import { SearchFilters, SearchRequest } from '../shared/search.ts';
import type { Searcher } from './agreement.ts';
import type { Installation } from './installation.ts';

const limits = { timeoutMs: 600_000 };

type Prepared = Pick<Installation, 'folder' | 'store' | 'warehouse'>;

/** Answers with everything that a server prepares for a release before it answers its questions. */
export async function preparedAnswering(installation: Prepared): Promise<Answering> {
  const { warehouse } = installation;
  const { release, months } = await preparedMonths(installation);
  return { warehouse, release, version: 'prepared', limits, ways: quickestWays({ months }) };
}

/** A question about the current release, and what is near its records. */
export async function preparedQuestion(
  installation: Prepared,
  filters: object,
): Promise<{ readonly question: Question; readonly near: NearRecords }> {
  const { release, months } = await preparedMonths(installation);
  const question = askedQuestion(SearchFilters.parse(filters), release);
  const counted = () => countedPay(installation.warehouse, question, limits, { months });
  return { question, near: { months, counted } };
}

async function preparedMonths({ folder, store, warehouse }: Prepared) {
  const release = readableRelease(await currentRelease(store));
  const months = new MonthFiles(join(folder, 'ranked'), warehouse);
  await months.make(release, limits);
  return { release, months };
}

/** The same for whoever only asks. */
export async function preparedSearcher(installation: Installation): Promise<Searcher> {
  const answering = await preparedAnswering(installation);
  return { search: (filters) => answerSearch(SearchRequest.parse({ filters }), answering) };
}
