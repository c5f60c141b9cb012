import { z } from 'zod';
import type { CurrentUser } from '../../shared/contracts/identity.ts';
import {
  FiguresOfRelease,
  type SavedChange,
  type HistoryQuery,
  type SavedSearch,
} from '../../shared/contracts/history.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { notFound } from '../platform/errors.ts';
import { plainText } from '../../shared/words/format.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { mapYielding } from '../platform/map-yielding.ts';
import { countOf, pageOf } from '../platform/store/pages.ts';
import type { QueryContext } from '../answers/serving/query-scheduler.ts';
import { currentFigures, figuresOf, type FiguresDeps } from './figures.ts';
import { queryWords, partsNotInName } from './query-words.ts';

const Json = z.json();

export interface SavedDeps extends FiguresDeps {
  readonly clock: () => Date;
}

/** A reader of saved searches: sees their own, and those shared with their company. */
export type Reader = Pick<CurrentUser, 'id' | 'companyId'>;

/** The saved searches that a reader may see: shared ones while their owner belongs to that company. */
export function readableBy(db: AppDatabase, { id, companyId }: Reader) {
  return db
    .selectFrom('saved_searches as saved')
    .innerJoin('users as owner', 'owner.id', 'saved.user_id')
    .leftJoin('saved_search_views as view', (join) =>
      join.onRef('view.saved_search_id', '=', 'saved.id').on('view.user_id', '=', id),
    )
    .leftJoin('saved_search_follows as follow', (join) =>
      join.onRef('follow.saved_search_id', '=', 'saved.id').on('follow.user_id', '=', id),
    )
    .where((where) =>
      companyId === null
        ? where('saved.user_id', '=', id)
        : where.or([
            where('saved.user_id', '=', id),
            where.and([
              where('saved.shared_company_id', '=', companyId),
              where('owner.company_id', '=', companyId),
            ]),
          ]),
    );
}

const savedRows = (db: AppDatabase, reader: Reader) =>
  readableBy(db, reader)
    .selectAll('saved')
    .select([
      'owner.first_name',
      'owner.last_name',
      'owner.company_id as owner_company_id',
      'view.figures as seen_figures',
      'follow.created_at as followed_at',
    ]);
type SavedRow = Awaited<ReturnType<ReturnType<typeof savedRows>['execute']>>[number];

/** A page of the searches that a reader may see, by name, and the total. */
export async function listSaved(
  db: AppDatabase,
  reader: Reader,
  { search = '', ...shown }: HistoryQuery,
): Promise<{ searches: SavedSearch[]; total: number }> {
  const words = plainText(search).split(' ');
  const chosen = savedRows(db, reader).where((where) =>
    where.and(words.map((word) => where('saved.search_text', 'like', `%${word}%`))),
  );
  const ordered = chosen.orderBy('saved.name_key').orderBy('saved.id');
  const [found, total] = await Promise.all([pageOf(ordered, shown).execute(), countOf(chosen)]);
  const current = await currentNumber(db);
  const searches = await mapYielding(found, (row) => toSaved(row, reader, current));
  return { searches, total };
}

/** One saved search that a reader may see. Throws `AppError` 404 for any other. */
export async function readSaved(db: AppDatabase, reader: Reader, id: string): Promise<SavedSearch> {
  const row = await savedRows(db, reader).where('saved.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('unknown_search', 'Esta pesquisa salva não existe.');
  return toSaved(row, reader, await currentNumber(db));
}

/** The figures that the reader last saw, and those of the current data. */
export async function changeOf(
  deps: SavedDeps,
  reader: Reader,
  id: string,
  context: QueryContext,
): Promise<SavedChange> {
  const { filters, seen, hasNewData } = await readSaved(deps.store.db, reader, id);
  return { before: seen, now: hasNewData ? await currentFigures(deps, filters, context) : seen };
}

/** Returns the change and marks the current figures as seen by the reader. */
export async function markSeen(
  deps: SavedDeps,
  reader: Reader,
  id: string,
  context: QueryContext,
): Promise<SavedChange> {
  const change = await changeOf(deps, reader, id, context);
  const seen = { figures: JSON.stringify(change.now), seen_at: deps.clock().toISOString() };
  await deps.store.db.transaction().execute(async (transaction) => {
    // The owner may have deleted it while the figures were computed.
    await readSaved(transaction, reader, id);
    await transaction
      .insertInto('saved_search_views')
      .values({ saved_search_id: id, user_id: reader.id, ...seen })
      .onConflict((conflict) => conflict.columns(['saved_search_id', 'user_id']).doUpdateSet(seen))
      .execute();
  });
  return change;
}

async function currentNumber(db: AppDatabase): Promise<number | null> {
  const row = await db.selectFrom('current_release').select('release').executeTakeFirst();
  return row?.release ?? null;
}

function toSaved(row: SavedRow, reader: Reader, current: number | null): SavedSearch {
  const filters = SearchFilters.parse(JSON.parse(row.filters));
  const isOwn = row.user_id === reader.id;
  const seen = storedFigures(row.seen_figures ?? row.figures, filters);
  return {
    id: row.id,
    name: row.name,
    query: queryWords(filters),
    notInName: partsNotInName(row.name, filters),
    filters,
    ownSalary: isOwn && row.own_salary !== null ? row.own_salary / 100 : null,
    isShared: isShared(row),
    isOwn,
    owner: `${row.first_name} ${row.last_name}`.trim(),
    seen,
    hasNewData: seen.release !== current,
    isFollowed: row.followed_at !== null,
    version: row.version,
  };
}

/** Whether anyone but the owner sees it: not after the owner left the company that it is shared with. */
const isShared = ({ shared_company_id: shared, owner_company_id: current }: SavedRow) =>
  shared !== null && shared === current;

/** A person's own saved searches, for "Meus dados". */
export async function savedRecords(db: AppDatabase, userId: string) {
  const rows = await savedRows(db, { id: userId, companyId: null })
    .orderBy('saved.name_key')
    .execute();
  return rows.map((row) => ({
    nome: row.name,
    filtros: Json.parse(JSON.parse(row.filters)),
    salarioInformado: row.own_salary === null ? null : row.own_salary / 100,
    compartilhada: isShared(row),
    criadaEm: row.created_at,
    alteradaEm: row.updated_at,
  }));
}

/** When a person opened which saved search and the figures seen, for "Meus dados". */
export async function viewRecords(db: AppDatabase, userId: string) {
  const rows = await db
    .selectFrom('saved_search_views')
    .innerJoin('saved_searches', 'saved_searches.id', 'saved_search_views.saved_search_id')
    .select(['saved_search_id', 'seen_at', 'saved_search_views.figures', 'saved_searches.filters'])
    .where('saved_search_views.user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .execute();
  return mapYielding(rows, ({ saved_search_id, seen_at, figures, filters }) => {
    const seen = storedFigures(figures, SearchFilters.parse(JSON.parse(filters)));
    const { count, median, release, isSynthetic } = seen;
    return {
      pesquisaSalva: saved_search_id,
      abertaEm: seen_at,
      numeros: { count, median, release },
      // Null where an earlier version of the product stored the figures.
      dadosSinteticos: isSynthetic ?? null,
    };
  });
}

/** The normalised name that searches match; it also makes a name unique per person. */
export const nameKey = (name: string) => plainText(name) || name.toLowerCase();

/** Applies the current suppression, because figures stored before it may disclose more. */
function storedFigures(json: string, filters: SearchFilters): FiguresOfRelease {
  const stored = FiguresOfRelease.parse(JSON.parse(json));
  return { ...stored, ...figuresOf(stored, filters) };
}
