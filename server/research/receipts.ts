import type {
  Receipt,
  ReceiptCheck,
  ReceiptDifference,
  SearchReceipt,
} from '../../shared/contracts/receipts.ts';
import {
  type FunnelStep,
  Method,
  SearchFilters,
  Statistics,
} from '../../shared/contracts/search.ts';
import { countOnly, figureText, figuresOf } from '../../shared/statistics/catalogue.ts';
import { completenessOf } from '../../shared/statistics/completeness.ts';
import { minRecordsOfFilters } from '../../shared/statistics/suppression.ts';
import { formatCount } from '../../shared/words/format.ts';
import { funnelOf } from '../answers/present/funnel.ts';
import { minRecordsOf } from '../answers/present/suppression/min-records.ts';
import { suppressedPay } from '../answers/present/statistics.ts';
import { isPublishable } from '../answers/present/suppression/suppressed-answer.ts';
import { designEffectOf } from '../answers/query/design-effects.ts';
import { distributionOf } from '../answers/query/engine/count-records.ts';
import { remainingLines } from '../answers/query/engine/remaining-lines.ts';
import { readableRelease } from '../answers/query/release.ts';
import { resolveQuery } from '../answers/query/salary-query.ts';
import { distributionSha256 } from '../answers/serving/distribution-json.ts';
import type { QueryContext } from '../answers/serving/query-scheduler.ts';
import { sha256 } from '../platform/digest.ts';
import { notFound } from '../platform/errors.ts';
import type { Store } from '../platform/store/store.ts';
import { cancelTogether } from '../platform/warehouse/cancel-together.ts';
import { allInpcMonths, realFactors } from '../reference/inpc.ts';
import { releaseByNumber } from '../registry/releases/release-by-number.ts';
import { checkEqualityReceipt, readEqualityReceipt } from './equality-receipts.ts';
import { queryWords } from './query-words.ts';
import {
  receiptHead,
  type ReceiptsDeps,
  type StoredReceipt,
  storedReceipt,
} from './receipt-store.ts';
import { requireWholeQuery, wordsWithoutText } from './remove-typed-text.ts';

/** Timeout for recomputing a search, which the engine does concurrently with the searches of other people. */
const searchTimeoutMs = 30_000;

/** A stored response with the files that it rests on. Throws `AppError` 404 for an unknown receipt. */
export async function readReceipt(
  { store }: Pick<ReceiptsDeps, 'store'>,
  id: string,
): Promise<Receipt> {
  const row = await storedReceipt(store, id);
  return row.kind === 'igualdade' ? readEqualityReceipt(store, row) : searchReceipt(store, row);
}

/**
 * Recomputes a stored response on its own release. Throws `AppError` 404 for an unknown receipt and 410 if the
 * release's data or the typed text was removed.
 */
export async function checkReceipt(
  deps: ReceiptsDeps,
  id: string,
  context: QueryContext,
): Promise<ReceiptCheck> {
  const row = await storedReceipt(deps.store, id);
  return row.kind === 'igualdade'
    ? checkEqualityReceipt(deps, row, context)
    : checkSearch(deps, row, { ...context, timeoutMs: searchTimeoutMs });
}

/** The stored response of a search with the files that it rests on. Throws `AppError` 404 for any other ID. */
export async function readSearchReceipt(
  { store }: Pick<ReceiptsDeps, 'store'>,
  id: string,
): Promise<SearchReceipt> {
  return searchReceipt(store, await storedReceipt(store, id));
}

/** `readSearchReceipt` for a query that will be recomputed. Throws `AppError` 410 if its typed text was removed. */
export async function readWholeSearchReceipt(
  { store }: Pick<ReceiptsDeps, 'store'>,
  id: string,
): Promise<SearchReceipt> {
  const row = await storedReceipt(store, id);
  const receipt = await searchReceipt(store, row);
  requireWholeQuery(row);
  return receipt;
}

async function searchReceipt(store: Pick<Store, 'db'>, row: StoredReceipt): Promise<SearchReceipt> {
  const { filters, method, statistics, distributionSha256: hash } = searchOf(row);
  const head = await receiptHead(store, row);
  return {
    kind: 'pesquisa',
    ...head,
    filters,
    query: wordsWithoutText(queryWords(filters, method.period), row),
    method: { ...method, completeness: completenessOf(method.period, head.files) },
    statistics,
    distributionSha256: hash,
    isRepeatable: row.text_removed_at === null,
    correctionMonths: correctionMonths(method.period),
  };
}

/**
 * Recomputes the stored response of a search on its own release. Throws `AppError` 404 for an unknown receipt and 410
 * if the release's data or the typed text was removed.
 */
export async function checkSearchReceipt(
  deps: ReceiptsDeps,
  id: string,
  context: QueryContext,
): Promise<ReceiptCheck> {
  return checkSearch(deps, await storedReceipt(deps.store, id), context);
}

async function checkSearch(
  { store, warehouse, clock, version, queries }: ReceiptsDeps,
  row: StoredReceipt,
  context: QueryContext,
): Promise<ReceiptCheck> {
  const stored = searchOf(row);
  requireWholeQuery(row);
  const release = readableRelease(await releaseByNumber(store, row.release));
  const query = resolveQuery(stored.filters, release);
  const [distribution, remaining] = await queries.run([query, query], context, (limits) =>
    cancelTogether(limits, (limited) =>
      Promise.all([
        distributionOf(warehouse, query, limited),
        remainingLines(warehouse, query, limited),
      ]),
    ),
  );
  const recomputed = suppressedPay(distribution, designEffectOf(query), minRecordsOf(query));
  const now = {
    statistics: recomputed.statistics,
    funnel: funnelOf(query, remaining),
    distributionSha256: await distributionSha256(recomputed.distribution),
  };
  const differences = differencesOf({ ...stored, funnel: stored.method.funnel }, now);
  return {
    result: differences.length === 0 ? 'confere' : 'difere',
    checkedAt: clock().toISOString(),
    version,
    distributionSha256: now.distributionSha256,
    differences,
  };
}

/** None unless the indexes reach from the first month to the last: the laudo corrects each salary from its own month. */
function correctionMonths(period: Method['period']): string[] {
  if (period === null) return [];
  const { factors } = realFactors([period.from, period.to]);
  if (!factors.has(period.from) || !factors.has(period.to)) return [];
  return allInpcMonths().flatMap(({ month }) => (month >= period.to ? [month] : []));
}

// Receipts from before suppression existed hold the hash of distributions that are now suppressed.
const suppressedSha256 = sha256(JSON.stringify({ centavos: [], counts: [] }));

/** A stored search; its pay is suppressed also where the receipt is from before suppression existed. */
function searchOf(row: StoredReceipt) {
  if (row.kind !== 'pesquisa') throw notOfSearch();
  const filters = SearchFilters.parse(JSON.parse(row.filters));
  // Responses stored before a statistic existed lack it.
  const statistics = Statistics.parse({ ...countOnly(0), ...JSON.parse(row.statistics) });
  const isSuppressed = !isPublishable(statistics.count, minRecordsOfFilters(filters));
  return {
    filters,
    method: StoredMethod.parse(JSON.parse(row.method)),
    statistics: isSuppressed ? countOnly(statistics.count) : statistics,
    distributionSha256: isSuppressed ? suppressedSha256 : row.distribution_sha256,
  };
}

// Completeness follows from the release's files, also for receipts of earlier versions.
const StoredMethod = Method.omit({ completeness: true });

const notOfSearch = () =>
  notFound(
    'unknown_receipt',
    'Este recibo é de Igualdade, não de uma pesquisa: só pode ser lido e recalculado.',
  );

/** The values that a check compares. */
interface Outcome {
  readonly statistics: Statistics;
  readonly funnel: readonly FunnelStep[];
  readonly distributionSha256: string;
}

function differencesOf(stored: Outcome, now: Outcome): ReceiptDifference[] {
  const storedTexts = new Map(figureTexts(stored));
  const textsNow = new Map(figureTexts(now));
  return (
    [...new Set([...storedTexts.keys(), ...textsNow.keys()])]
      .map((label) => ({
        label,
        stored: storedTexts.get(label) ?? '—',
        now: textsNow.get(label) ?? '—',
      }))
      // A statistic that the stored response lacks follows from the distribution, whose hash is compared.
      .filter((figure) => figure.stored !== figure.now && storedTexts.get(figure.label) !== '—')
  );
}

const figureTexts = ({ statistics, funnel, distributionSha256: hash }: Outcome): LabelledText[] => [
  ...figuresOf(statistics).map((figure): LabelledText => [figure.title, figureText(figure)]),
  ...funnel.map(({ label, removed, remaining }): LabelledText => [
    `Etapa “${label}”`,
    `${formatCount(removed)} retirados, restam ${formatCount(remaining)}`,
  ]),
  ['SHA-256 da distribuição', hash],
];
type LabelledText = [label: string, text: string];
