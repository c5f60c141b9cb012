import { formatCount } from '../../shared/words/format.ts';
import { countAlone, figuresOf, figureText } from '../../shared/statistics/catalogue.ts';
import { fewestOfFilters } from '../../shared/statistics/suppression.ts';
import type {
  ReceiptCheck,
  ReceiptDifference,
  SearchReceipt,
} from '../../shared/contracts/receipts.ts';
import {
  Method,
  SearchFilters,
  Statistics,
  type FunnelStep,
} from '../../shared/contracts/search.ts';
import { completenessOf } from '../../shared/statistics/completeness.ts';
import { AppError } from '../platform/errors.ts';
import { keptRelease } from '../registry/releases/kept-release.ts';
import { allInpcMonths } from '../reference/inpc.ts';
import { statisticsOf } from '../answers/present/statistics.ts';
import { distributionOf } from '../answers/query/engine/count-records.ts';
import { endingTogether } from '../platform/warehouse/cancel-together.ts';
import { funnelOf } from '../answers/present/funnel.ts';
import { remainingLines } from '../answers/query/engine/remaining-lines.ts';
import { designEffectOf } from '../answers/query/design-effects.ts';
import { askedQuestion } from '../answers/query/salary-query.ts';
import type { Asker } from '../answers/serving/answer-service.ts';
import type { QueryScheduler } from '../answers/serving/query-scheduler.ts';
import { readableRelease } from '../answers/query/release.ts';
import { fewestOf } from '../answers/present/suppression/fewest-records.ts';
import { isTold, toldPay } from '../answers/present/suppression/suppressed-answer.ts';
import type { Store } from '../platform/store/store.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { distributionSha256 } from './keep-receipt.ts';
import { questionWords } from './question-words.ts';
import { receiptHead, storedReceipt } from './stored-receipt.ts';
import { requireWholeQuestion, wordsWithoutText } from './typed-text.ts';

export interface ReceiptsDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  readonly version: string;
  readonly queries: QueryScheduler;
}

/**
 * The stored response of a search with the files that it rests on. Throws `AppError` 404 if no receipt of a search has
 * this ID.
 */
export async function readSearchReceipt(
  { store }: Pick<ReceiptsDeps, 'store'>,
  id: string,
): Promise<SearchReceipt> {
  const row = await searchOf(store, id);
  const { filters, method, statistics } = row;
  const isWithheld = !isTold(statistics.count, fewestOfFilters(filters));
  const head = await receiptHead(store, row);
  return {
    kind: 'pesquisa',
    ...head,
    filters,
    question: wordsWithoutText(questionWords(filters, method.period), row),
    method: { ...method, completeness: completenessOf(method.period, head.files) },
    statistics: isWithheld ? countAlone(statistics.count) : statistics,
    distributionSha256: isWithheld ? withheldSha256 : row.distribution_sha256,
    correctionMonths: correctionMonths(method.period),
  };
}

/**
 * Recomputes the stored response of a search on its own release. Throws `AppError` 404 for an unknown receipt and 410
 * if the release's data or the typed text was removed.
 */
export async function checkSearchReceipt(
  { store, warehouse, clock, version, queries }: ReceiptsDeps,
  id: string,
  asker: Asker,
): Promise<ReceiptCheck> {
  const kept = await searchOf(store, id);
  requireWholeQuestion(kept);
  const release = readableRelease(await keptRelease(store, kept.release));
  const question = askedQuestion(kept.filters, release);
  const [distribution, remaining] = await queries.run([question, question], asker, (limits) =>
    endingTogether(limits, (limited) =>
      Promise.all([
        distributionOf(warehouse, question, limited),
        remainingLines(warehouse, question, limited),
      ]),
    ),
  );
  const told = toldPay(
    statisticsOf(distribution, designEffectOf(question)),
    distribution,
    fewestOf(question),
  );
  const now = {
    statistics: told.statistics,
    funnel: funnelOf(question, remaining),
    distributionSha256: distributionSha256(told.distribution),
  };
  const isWithheld = !isTold(kept.statistics.count, fewestOf(question));
  const differences = differencesOf(
    {
      statistics: isWithheld ? countAlone(kept.statistics.count) : kept.statistics,
      funnel: kept.method.funnel,
      distributionSha256: isWithheld ? withheldSha256 : kept.distribution_sha256,
    },
    now,
  );
  return {
    result: differences.length === 0 ? 'confere' : 'difere',
    checkedAt: clock().toISOString(),
    version,
    distributionSha256: now.distributionSha256,
    differences,
  };
}

function correctionMonths(period: Method['period']): string[] {
  const known = allInpcMonths().map(({ month }) => month);
  const isReached = period !== null && known.some((month) => month === period.to);
  return isReached ? known.filter((month) => month >= period.to) : [];
}

// Receipts from before suppression existed hold the hash of distributions that are now suppressed.
const withheldSha256 = distributionSha256({ centavos: [], counts: [] });

/** `readSearchReceipt` for a query that will be recomputed. Throws `AppError` 410 if its typed text was removed. */
export async function readWholeSearchReceipt(
  { store }: Pick<ReceiptsDeps, 'store'>,
  id: string,
): Promise<SearchReceipt> {
  requireWholeQuestion(await searchOf(store, id));
  return readSearchReceipt({ store }, id);
}

async function searchOf(store: Pick<Store, 'db'>, id: string) {
  const row = await storedReceipt(store, id);
  if (row.kind !== 'pesquisa') throw notOfSearch();
  return {
    ...row,
    filters: SearchFilters.parse(JSON.parse(row.filters)),
    method: StoredMethod.parse(JSON.parse(row.method)),
    // Responses stored before a statistic existed lack it.
    statistics: Statistics.parse({ ...countAlone(0), ...JSON.parse(row.statistics) }),
  };
}

// Completeness follows from the release's files, also for receipts of earlier versions.
const StoredMethod = Method.omit({ completeness: true });

const notOfSearch = () =>
  new AppError(
    'unknown_receipt',
    404,
    'Este recibo é de Igualdade, não de uma pesquisa: só pode ser lido e recalculado.',
  );

/** The values that a check compares. */
interface Outcome {
  readonly statistics: Statistics;
  readonly funnel: readonly FunnelStep[];
  readonly distributionSha256: string;
}

function differencesOf(kept: Outcome, now: Outcome): ReceiptDifference[] {
  const told = new Map(toldFigures(kept));
  const toldNow = new Map(toldFigures(now));
  return (
    [...new Set([...told.keys(), ...toldNow.keys()])]
      .map((label) => ({
        label,
        kept: told.get(label) ?? '—',
        now: toldNow.get(label) ?? '—',
      }))
      // A statistic that the stored response lacks follows from the distribution, whose hash is compared.
      .filter((figure) => figure.kept !== figure.now && told.get(figure.label) !== '—')
  );
}

function toldFigures({ statistics, funnel, distributionSha256: hash }: Outcome) {
  const figures: [label: string, text: string][] = [
    ...figuresOf(statistics).map((figure): [string, string] => [figure.title, figureText(figure)]),
    ...funnel.map(({ label, removed, remaining }): [string, string] => [
      `Etapa “${label}”`,
      `${formatCount(removed)} retirados, restam ${formatCount(remaining)}`,
    ]),
    ['SHA-256 da distribuição', hash],
  ];
  return figures;
}
