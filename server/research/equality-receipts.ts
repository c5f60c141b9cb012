import {
  EqualityFigures,
  EqualityQuery,
  establishmentSizes,
  type EqualityRow,
  type EqualityWithoutReceipt,
} from '../../shared/contracts/equality.ts';
import type { EqualityReceipt, ReceiptCheck } from '../../shared/contracts/receipts.ts';
import { SearchFilters, type Method, type ReceiptLink } from '../../shared/contracts/search.ts';
import {
  equalityFigures,
  groupLabel,
  differingFigures,
} from '../../shared/sentences/equality-sentences.ts';
import { completenessOf } from '../../shared/statistics/completeness.ts';
import { minForStatistics } from '../../shared/statistics/design-effect.ts';
import { refusalOf } from '../../shared/statistics/pay-ratio.ts';
import type { QueryWords } from '../../shared/words/query-words.ts';
import type { QueryContext } from '../answers/serving/query-scheduler.ts';
import { equalityGroups } from '../answers/present/equality/equality-groups.ts';
import { equalitySelection } from '../answers/present/equality/equality-selection.ts';
import {
  publishedEquality,
  withoutRatios,
} from '../answers/present/equality/published-equality.ts';
import { readableRelease } from '../answers/query/release.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import type { Store } from '../platform/store/store.ts';
import { sha256 } from '../platform/digest.ts';
import { withStableReferences } from '../reference/imported-references.ts';
import { nodeName } from '../reference/occupation-tree.ts';
import { releaseByNumber } from '../registry/releases/release-by-number.ts';
import { canonicalEntries } from './canonical-filters.ts';
import {
  type ReceiptOwner,
  type ReceiptsDeps,
  type StoredReceipt,
  storeResponse,
  receiptHead,
  receiptWriter,
} from './receipt-store.ts';
import { queryWords } from './query-words.ts';

/** A response about women's and men's pay, with its query, its owner and its moment. */
export interface AnsweredEquality {
  readonly owner: ReceiptOwner & { readonly userId: string };
  readonly query: EqualityQuery;
  readonly answer: EqualityWithoutReceipt;
  readonly version: string;
  readonly now: Date;
}

/** Stores responses of Igualdade under receipts. */
export const equalityWriter = (store: Omit<Store, 'close'>) =>
  receiptWriter(store, storeEquality, {
    anHour: 200,
    callerOf: ({ owner }) => owner.userId,
    loss: 'esta resposta não tem recibo.',
  });

async function storeEquality(
  db: AppDatabase,
  { owner, query, answer, version, now }: AnsweredEquality,
): Promise<ReceiptLink | null> {
  const { release, period, whole, rows } = answer;
  if (release === null || period === null) return null;
  const months = { periodoInicio: period.from, periodoFim: period.to };
  const filters = JSON.stringify(Object.fromEntries(canonicalEntries({ ...query, ...months })));
  const figures = { whole, rows };
  const figuresHash = figuresSha256(figures);
  const response = {
    kind: 'igualdade' as const,
    answer_sha256: sha256(JSON.stringify(['igualdade', filters, release.number, figuresHash])),
    question_sha256: sha256(`igualdade ${filters}`),
    release: release.number,
    filters,
    method: '{}',
    statistics: JSON.stringify(figures),
    distribution_sha256: figuresHash,
    version,
  };
  return storeResponse(db, owner, response, now);
}

/** SHA-256 of the figures as displayed. Digits beyond the displayed ones depend on the machine. */
const figuresSha256 = (figures: EqualityFigures) =>
  sha256(
    JSON.stringify(equalityFigures(figures).map(({ code, name, text }) => [code, name, text])),
  );

/** A stored response of Igualdade with the files that it rests on. */
export async function readEqualityReceipt(
  store: Pick<Store, 'db'>,
  row: StoredReceipt,
): Promise<EqualityReceipt> {
  const { query, figures } = storedEquality(row);
  const head = await receiptHead(store, row);
  const completeness = completenessOf(periodOf(query), head.files);
  return {
    kind: 'igualdade',
    ...head,
    query: equalityWords(query),
    requested: query,
    completeness,
    figures: withoutRatios(figures, completeness),
  };
}

/** Recomputes a stored response of Igualdade on its own release. Throws `AppError` 410 if its data were removed. */
export async function checkEqualityReceipt(
  { store, warehouse, queries, clock, version }: ReceiptsDeps,
  row: StoredReceipt,
  context: QueryContext,
): Promise<ReceiptCheck> {
  const { query, figures } = storedEquality(row);
  const release = readableRelease(await releaseByNumber(store, row.release));
  const groups = await withStableReferences(store.db, () => {
    // One count covers every group of all occupations.
    const selection = equalitySelection({ ...query, grupo: '' }, release);
    return queries.run([selection.query], context, (limits) =>
      equalityGroups(warehouse, selection, 'occupation', limits),
    );
  });
  const now = publishedEquality(query, groups, release);
  const differences = differingFigures(withoutRatios(figures, now.completeness), now);
  return {
    result: differences.length === 0 ? 'confere' : 'difere',
    checkedAt: clock().toISOString(),
    version,
    distributionSha256: figuresSha256(now),
    differences,
  };
}

function storedEquality({ filters, statistics }: StoredReceipt) {
  const { whole, rows } = EqualityFigures.parse(JSON.parse(statistics));
  return {
    query: EqualityQuery.parse(JSON.parse(filters)),
    figures: { whole: withReason(whole), rows: rows.map(withReason) },
  };
}

/** Receipts of earlier versions have a reason without the number for 3 or 4 people of a sex. */
const withReason = (row: EqualityRow): EqualityRow => ({
  ...row,
  withheld:
    row.withheld && (refusalOf(row.women.count, row.men.count, minForStatistics) ?? row.withheld),
});

function equalityWords({ grupo = '', empregados, ...rest }: EqualityQuery): QueryWords {
  const { parts } = queryWords(SearchFilters.parse(rest), periodOf(rest));
  return {
    subject: `Igualdade: ${groupLabel({ code: grupo, name: nodeName(grupo) })}`,
    parts: [establishmentSizes[empregados].label, ...parts],
  };
}

/** A receipt names both months, or neither if nothing was loaded. */
const periodOf = ({
  periodoInicio,
  periodoFim,
}: Pick<EqualityQuery, 'periodoInicio' | 'periodoFim'>): Method['period'] =>
  periodoInicio === undefined || periodoFim === undefined
    ? null
    : { from: periodoInicio, to: periodoFim };
