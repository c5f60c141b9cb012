import { randomUUID } from 'node:crypto';
import type { CreateSaved, SavedSearch, UpdateSaved } from '../../shared/contracts/history.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { recordAct, type Actor } from '../people/audit/audit.ts';
import { lockedUser } from '../people/identity/users.ts';
import { AppError, conflict } from '../platform/errors.ts';
import { orTaken } from '../platform/store/store-error.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { countOf } from '../platform/store/pages.ts';
import type { QueryContext } from '../answers/serving/query-scheduler.ts';
import { canonicalFilters } from './canonical-filters.ts';
import { currentFigures } from './figures.ts';
import { searchableText } from './query-words.ts';
import { nameKey, readSaved, type Reader, type SavedDeps } from './saved-searches.ts';

const maxSaved = 500;

export type Owner = Reader & Pick<Actor, 'address'>;

/** Saves a search under a name that is unique among the owner's. */
export async function saveSearch(
  deps: SavedDeps,
  owner: Owner,
  { name, filters, ownSalary, isShared }: CreateSaved,
  context: QueryContext,
): Promise<SavedSearch> {
  const canonical = canonicalFilters(filters);
  const figures = await currentFigures(deps, canonical, context);
  const id = randomUUID();
  const now = deps.clock();
  return deps.store.db.transaction().execute(async (transaction) => {
    await lockedUser(transaction, owner.id);
    await requireRoom(transaction, owner);
    await orTaken(
      transaction
        .insertInto('saved_searches')
        .values({
          id,
          user_id: owner.id,
          ...stored(name, canonical),
          filters: JSON.stringify(canonical),
          own_salary: ownSalary === undefined ? null : Math.round(ownSalary * 100),
          shared_company_id: isShared ? companyOf(owner) : null,
          figures: JSON.stringify(figures),
          created_at: now.toISOString(),
          updated_at: now.toISOString(),
        })
        .execute(),
      nameTaken,
    );
    await transaction
      .insertInto('saved_search_views')
      .values({
        saved_search_id: id,
        user_id: owner.id,
        figures: JSON.stringify(figures),
        seen_at: now.toISOString(),
      })
      .execute();
    if (isShared) await recordSharing(transaction, owner, id, true, now);
    return readSaved(transaction, owner, id);
  });
}

/** Renames, shares or unshares a search. Only its owner may call it. */
export async function changeSaved(
  { store, clock }: SavedDeps,
  owner: Owner,
  id: string,
  { name, isShared, version }: UpdateSaved,
): Promise<SavedSearch> {
  return store.db.transaction().execute(async (transaction) => {
    const before = await ownSaved(transaction, owner, id);
    const now = clock();
    await orTaken(
      transaction
        .updateTable('saved_searches')
        .set({
          ...stored(name ?? before.name, before.filters),
          ...(isShared !== undefined && { shared_company_id: isShared ? companyOf(owner) : null }),
          updated_at: now.toISOString(),
          version: before.version + 1,
        })
        .where('id', '=', id)
        .where('version', '=', version ?? before.version)
        .returning('id')
        .executeTakeFirstOrThrow(staleVersion),
      nameTaken,
    );
    if (isShared !== undefined && isShared !== before.isShared) {
      await recordSharing(transaction, owner, id, isShared, now);
    }
    return readSaved(transaction, owner, id);
  });
}

/** Deletes a search for everyone who could read it. Only its owner may call it. */
export async function deleteSaved(
  { store, clock }: SavedDeps,
  owner: Owner,
  id: string,
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    const { isShared } = await ownSaved(transaction, owner, id);
    await transaction.deleteFrom('saved_searches').where('id', '=', id).execute();
    if (isShared) await recordSharing(transaction, owner, id, false, clock());
  });
}

async function ownSaved(db: AppDatabase, owner: Owner, id: string): Promise<SavedSearch> {
  const saved = await readSaved(db, owner, id);
  if (saved.isOwn) return saved;
  throw new AppError(
    'not_owner',
    403,
    `Só ${saved.owner}, que salvou esta pesquisa, pode alterá-la.`,
  );
}

const stored = (name: string, filters: SearchFilters) => ({
  name,
  name_key: nameKey(name),
  search_text: searchableText(name, filters),
});

function companyOf({ companyId }: Owner): string {
  if (companyId !== null) return companyId;
  throw conflict(
    'no_company',
    'A sua conta não pertence a uma empresa, por isso não é possível compartilhar. Um administrador pode incluir você em uma empresa.',
    { field: 'isShared' },
  );
}

async function requireRoom(db: AppDatabase, { id }: Owner): Promise<void> {
  const searches = db.selectFrom('saved_searches').where('user_id', '=', id);
  if ((await countOf(searches)) < maxSaved) return;
  throw conflict(
    'too_many_saved',
    `Você já tem ${maxSaved} pesquisas salvas, o máximo. Exclua alguma para salvar esta.`,
  );
}

function recordSharing(
  db: AppDatabase,
  { id: userId, address }: Owner,
  savedId: string,
  isShared: boolean,
  at: Date,
): Promise<void> {
  return recordAct(db, {
    action: isShared ? 'saved_search.shared' : 'saved_search.unshared',
    actor: { userId, address },
    subject: { type: 'saved_search', id: savedId },
    at,
  });
}

const nameTaken = () =>
  conflict('name_taken', 'Você já tem uma pesquisa salva com este nome. Escolha outro.', {
    field: 'name',
  });

const staleVersion = () =>
  conflict(
    'stale_version',
    'Esta pesquisa salva foi alterada em outra janela. Recarregue a lista e tente de novo.',
  );
