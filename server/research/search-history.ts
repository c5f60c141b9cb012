import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  Figures,
  type HistoryEntry,
  type HistoryQuery,
  type NameHistoryEntry,
} from '../../shared/contracts/history.ts';
import { Method, type ReceiptLink, SearchFilters } from '../../shared/contracts/search.ts';
import { type FileOfMonth, completenessOf } from '../../shared/statistics/completeness.ts';
import { plainText } from '../../shared/words/format.ts';
import { queryLine } from '../../shared/words/query-words.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { mapYielding } from '../platform/map-yielding.ts';
import { countOf, pageOf } from '../platform/store/pages.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import type { Store } from '../platform/store/store.ts';
import { querySha256 } from './canonical-filters.ts';
import { figuresOf } from './figures.ts';
import { queryWords, searchableText } from './query-words.ts';
import { type AnswerMetadata, receiptLink, receiptWriter, storeReceipt } from './receipt-store.ts';
import { wordsWithoutText } from './remove-typed-text.ts';

const Json = z.json();

const PeriodOfMethod = Method.pick({ period: true });

/** Number of newest searches that each person's history retains; docs/retention.md states why. */
export const maxHistoryEntries = 1000;

export interface HistoryInput {
  readonly userId: string;
  readonly filters: SearchFilters;
  readonly release: number;
  readonly receiptId: string;
}

/** Adds a search at the top of a person's history; an equal query on the same release moves up. */
export async function recordSearch(db: AppDatabase, row: HistoryInput, now: Date): Promise<void> {
  const { userId, filters, release, receiptId } = row;
  const searchedAt = now.toISOString();
  const id = randomUUID();
  const written = await db
    .insertInto('search_history')
    .values({
      id,
      user_id: userId,
      question_sha256: querySha256(filters),
      release,
      receipt_id: receiptId,
      asked_at: searchedAt,
      search_text: searchableText('', filters),
    })
    .onConflict((on) =>
      on
        .columns(['user_id', 'question_sha256', 'release'])
        .doUpdateSet({ asked_at: searchedAt, receipt_id: receiptId }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  if (written.id === id) await trimHistory(db, userId);
}

async function trimHistory(db: AppDatabase, userId: string): Promise<void> {
  await db
    .deleteFrom('search_history')
    .where('id', 'in', (select) =>
      select
        .selectFrom('search_history')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('asked_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1_000_000)
        .offset(maxHistoryEntries),
    )
    .execute();
}

function entriesOf(db: AppDatabase, userId: string) {
  return db
    .selectFrom('search_history')
    .innerJoin('receipts', 'receipts.id', 'search_history.receipt_id')
    .innerJoin('releases', 'releases.number', 'receipts.release')
    .leftJoin('current_release', 'current_release.release', 'receipts.release')
    .select([
      'search_history.id',
      'search_history.name',
      'search_history.asked_at',
      'search_history.receipt_id',
      'search_history.version',
      'receipts.filters',
      'receipts.method',
      'receipts.statistics',
      'receipts.release',
      'receipts.text_removed_at',
      'releases.removed_at',
      'releases.is_synthetic',
      'current_release.release as current',
    ])
    .where('search_history.user_id', '=', userId);
}
type EntryRow = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number];

/** A page of a person's history that matches a search, newest first, and the total. */
export async function listHistory(
  db: AppDatabase,
  userId: string,
  { search = '', ...shown }: HistoryQuery,
): Promise<{ entries: HistoryEntry[]; total: number }> {
  const words = plainText(search).split(' ');
  const chosen = entriesOf(db, userId).where((where) =>
    where.and(words.map((word) => where('search_history.search_text', 'like', `%${word}%`))),
  );
  const ordered = chosen
    .orderBy('search_history.asked_at', 'desc')
    .orderBy('search_history.id', 'desc');
  const [rows, total] = await Promise.all([pageOf(ordered, shown).execute(), countOf(chosen)]);
  return { entries: await toEntries(db, rows), total };
}

/** Names a search in the person's history, or removes its name. */
export async function nameHistoryEntry(
  db: AppDatabase,
  userId: string,
  id: string,
  { name, version }: NameHistoryEntry,
): Promise<HistoryEntry> {
  return db.transaction().execute(async (transaction) => {
    const before = await ownEntry(transaction, userId, id);
    await transaction
      .updateTable('search_history')
      .set({
        name: name === '' ? null : name,
        search_text: searchableText(name, before.filters),
        version: before.version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version ?? before.version)
      .returning('id')
      .executeTakeFirstOrThrow(staleVersion);
    return ownEntry(transaction, userId, id);
  });
}

export async function deleteHistoryEntry(
  db: AppDatabase,
  userId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('search_history')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(unknownSearch);
}

export async function deleteHistory(db: AppDatabase, userId: string): Promise<void> {
  await db.deleteFrom('search_history').where('user_id', '=', userId).execute();
}

/** A person's history for "Meus dados". */
export async function historyRecords(db: AppDatabase, userId: string) {
  const rows = await entriesOf(db, userId).orderBy('search_history.asked_at', 'desc').execute();
  // A whole history takes 50 ms of the event loop.
  return mapYielding(rows, (row) => {
    const { name, searchedAt, query, release, figures, receipt } = toEntry(row, []);
    return {
      quando: searchedAt,
      nome: name,
      pesquisa: queryLine(query),
      filtros: Json.parse(JSON.parse(row.filters)),
      publicacao: release.number,
      dadosSinteticos: release.isSynthetic,
      registros: figures.count,
      recibo: receipt.path,
    };
  });
}

async function ownEntry(db: AppDatabase, userId: string, id: string): Promise<HistoryEntry> {
  const row = await entriesOf(db, userId).where('search_history.id', '=', id).executeTakeFirst();
  const [entry] = row === undefined ? [] : await toEntries(db, [row]);
  if (entry === undefined) throw unknownSearch();
  return entry;
}

/** Entries with the completeness of their months in the release that answered them. */
async function toEntries(db: AppDatabase, rows: readonly EntryRow[]): Promise<HistoryEntry[]> {
  const releases = [...new Set(rows.map(({ release }) => release))];
  if (releases.length === 0) return [];
  const files = await db
    .selectFrom('release_files')
    .select(['release', 'kind', 'month'])
    .where('release', 'in', releases)
    .execute();
  const byRelease = Map.groupBy(files, ({ release }) => release);
  return mapYielding(rows, (row) => toEntry(row, byRelease.get(row.release) ?? []));
}

function toEntry(row: EntryRow, files: readonly FileOfMonth[]): HistoryEntry {
  const filters = SearchFilters.parse(JSON.parse(row.filters));
  const { period } = PeriodOfMethod.parse(JSON.parse(row.method));
  return {
    id: row.id,
    name: row.name,
    query: wordsWithoutText(queryWords(filters, period), row),
    filters,
    isRepeatable: row.text_removed_at === null,
    release: {
      number: row.release,
      isCurrent: row.current !== null,
      isKept: row.removed_at === null,
      isSynthetic: row.is_synthetic === 1,
    },
    figures: figuresOf(Figures.parse(JSON.parse(row.statistics)), filters),
    completeness: completenessOf(period, files),
    searchedAt: row.asked_at,
    receipt: receiptLink(row.receipt_id),
    version: row.version,
  };
}

const unknownSearch = () => notFound('unknown_search', 'Esta pesquisa não está no seu histórico.');

const staleVersion = () =>
  conflict(
    'stale_version',
    'O nome desta pesquisa foi alterado em outra janela. Recarregue a lista e tente de novo.',
  );

export interface AnsweredSearch {
  readonly userId: string;
  readonly companyId: string | null;
  readonly filters: SearchFilters;
  readonly metadata: AnswerMetadata;
  readonly now: Date;
}

/** Stores each search under a receipt and adds it to the user's history. */
export const searchWriter = (store: Omit<Store, 'close'>) =>
  receiptWriter(store, storeSearch, {
    anHour: 1000,
    callerOf: ({ userId }) => userId,
    loss: 'esta pesquisa não entrou no histórico e não tem recibo.',
  });

async function storeSearch(
  db: AppDatabase,
  { userId, companyId, filters: requested, metadata, now }: AnsweredSearch,
): Promise<ReceiptLink | null> {
  const filters = withPeriod(requested, metadata.method.period);
  const receipt = await storeReceipt(db, { companyId, userId }, { filters, metadata }, now);
  const release = metadata.method.release?.number;
  if (receipt === null || release === undefined) return null;
  await recordSearch(db, { userId, filters, release, receiptId: receipt.id }, now);
  return receipt;
}

/** Sets the period explicitly: on one release, the last twelve months and the same months named are one query. */
export function withPeriod(filters: SearchFilters, period: Method['period']): SearchFilters {
  if (period === null) return filters;
  return { ...filters, periodoInicio: period.from, periodoFim: period.to };
}
