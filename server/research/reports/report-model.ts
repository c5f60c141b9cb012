import { brasiliaMonth } from '../../../shared/codes/months.ts';
import { setImmediate } from 'node:timers/promises';
import type { PanelPage } from '../../../shared/contracts/panel-page.ts';
import type {
  ReceiptLink,
  SearchFilters,
  AnswerWithoutReceipt,
} from '../../../shared/contracts/search.ts';
import { deferredNames, deferredPage } from '../../../shared/sentences/deferred-pages.ts';
import { executiveSummary } from '../../../shared/sentences/executive-summary.ts';
import { provisionalTexts } from '../../../shared/sentences/expected-change.ts';
import { qualityOf } from '../../../shared/statistics/quality.ts';
import { deferredPanel } from '../../answers/present/deferred/deferred-panels.ts';
import type { PaySource } from '../../answers/query/engine/counted-pay.ts';
import { type QueryBackend, answerSearch } from '../../answers/present/answer.ts';
import {
  comparedAnswer,
  nearlyEqualAnswer,
  withoutEstimate,
} from '../../answers/present/suppression/compared-answer.ts';
import { nearlyEqualSelections } from '../../answers/present/suppression/compared-selections.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import { letterOf } from '../../../shared/statistics/selection-comparison.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { monthRevisions } from '../../registry/reconciliation/month-revisions.ts';
import { placeOf, queryWords } from '../query-words.ts';
import { type ReceiptOwner, metadataOf, receiptFiles, storeReceipt } from '../receipt-store.ts';
import type { ReportModel, ReportSelection } from './model.ts';

export interface ReportModelDeps extends StoreAndClock {
  readonly warehouse: Warehouse;
  readonly backend: QueryBackend;
  readonly version: string;
  /** Without a slash at the end. */
  readonly siteAddress: () => string;
}

/** A report's own description, which its model repeats, and what to answer. */
export interface ReportRequest extends Omit<
  ReportModel,
  'version' | 'isSynthetic' | 'selections' | 'release' | 'siteAddress' | 'provisional'
> {
  /** 1 to 5 selections. */
  readonly selections: readonly SearchFilters[];
  readonly release: CurrentRelease;
  /** The owner of the receipts of its responses, or the receipt that a laudo proves. */
  readonly receipts: ReceiptOwner | ReceiptLink;
}

/** Answers a report's queries as a search would, with a receipt of each, and collects the document's content. */
export async function reportModel(
  deps: ReportModelDeps,
  request: ReportRequest,
  limits: QueryLimits,
): Promise<ReportModel> {
  const { selections: requested, release: published, receipts: _, ...description } = request;
  const release = readableRelease(published);
  const selections: ReportSelection[] = [];
  const queries = requested.map((filters) => resolveQuery(filters, release));
  const suppressed = await nearlyEqualSelections(deps.warehouse, queries, limits);
  // Sequential, because each takes as many connections as a search, and people search meanwhile.
  for (const [index, filters] of requested.entries()) {
    const shownAs = shownIn(requested.length, suppressed[index] ?? false);
    const answered = await answeredSelection(deps, request, filters, shownAs, limits);
    selections.push({ label: letterOf(index), ...answered, pages: [] });
  }
  return {
    ...description,
    version: deps.version,
    isSynthetic: release.isSynthetic,
    selections,
    release:
      release.number === null || release.publishedAt === null
        ? null
        : {
            number: release.number,
            publishedAt: release.publishedAt,
            files: await receiptFiles(deps.store.db, release.number),
          },
    siteAddress: deps.siteAddress(),
    provisional: await provisionalOf(deps, request, selections),
  };
}

/** A laudo has none, because it proves counts. */
async function provisionalOf(
  deps: ReportModelDeps,
  { release, receipts }: ReportRequest,
  selections: readonly ReportSelection[],
): Promise<string[]> {
  if ('id' in receipts) return [];
  const { months } = await monthRevisions(deps, release);
  return provisionalTexts(
    months,
    selections.map(({ answer }) => answer.method),
  );
}

/**
 * The model with the panels that are computed on request, if its document has them: one selection with all its tables.
 * They take longer than the answer. A laudo has none.
 */
export async function withDeferredPanels(
  source: PaySource,
  model: ReportModel,
  release: CurrentRelease,
  limits: QueryLimits,
): Promise<ReportModel> {
  const [selection, ...others] = model.selections;
  const hasAllTables = model.type === 'EXCEL' || (model.type === 'PDF' && model.hasAnnex);
  if (selection === undefined || others.length > 0 || !hasAllTables) return model;
  if (selection.answer.suppressed !== null) return model;
  const query = resolveQuery(selection.filters, readableRelease(release));
  const pages: PanelPage[] = [];
  // Sequential, as the selections are.
  for (const name of deferredNames)
    pages.push(deferredPage(name, await deferredPanel(name, source, query, limits)));
  return { ...model, selections: [{ ...selection, pages }] };
}

/** How suppression between the selections of a report changes a response. */
function shownIn(
  selections: number,
  isNearlyEqual: boolean,
): (answer: AnswerWithoutReceipt) => AnswerWithoutReceipt {
  if (isNearlyEqual) return nearlyEqualAnswer;
  return selections > 1 ? comparedAnswer : (answer) => answer;
}

async function answeredSelection(
  { store, warehouse, backend, clock, version, siteAddress }: ReportModelDeps,
  { release: published, receipts }: ReportRequest,
  filters: SearchFilters,
  shownAs: ReturnType<typeof shownIn>,
  limits: QueryLimits,
): Promise<Omit<ReportSelection, 'label' | 'pages'>> {
  const release = readableRelease(published);
  const search = { filters, pageSize: 1 };
  const counted = await answerSearch(search, { warehouse, release, version, backend, limits });
  // For a whole country each of these takes some milliseconds; yields to the event loop in between.
  await setImmediate();
  const metadata = await metadataOf(counted);
  const receipt =
    'id' in receipts
      ? receipts
      : await storeReceipt(store.db, receipts, { filters, metadata }, clock());
  await setImmediate();
  const answer = shownAs('id' in receipts ? withoutEstimate(counted) : counted);
  const latestMonth = release.months.at(-1) ?? brasiliaMonth(clock());
  const { label, reasons } = qualityOf({ ...answer.method, ...answer.statistics, latestMonth });
  return {
    query: queryWords(filters, answer.method.period),
    place: placeOf(filters),
    filters,
    answer: { ...answer, results: [], receipt },
    summary: executiveSummary(answer, filters).map(({ text }) => text),
    quality: { label, reasons: [...reasons] },
    receiptAddress: receipt === null ? null : `${siteAddress()}${receipt.path}`,
  };
}
