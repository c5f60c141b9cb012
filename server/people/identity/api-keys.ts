import { randomBytes, randomUUID } from 'node:crypto';
import { dayMs } from '../../../shared/codes/months.ts';
import type { ApiKey, CreateApiKey, CreatedApiKey } from '../../../shared/contracts/api-keys.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { withLock } from '../../platform/store/lock.ts';
import { countOf } from '../../platform/store/pages.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { sha256 } from '../../platform/digest.ts';
import { recordCompanyAct, type Actor } from '../audit/audit.ts';
import { existingCompany } from './companies.ts';
import { requireFreshProof, type FreshProofDeps, type Person } from './fresh-proof.ts';

export interface MakeApiKeysDeps extends StoreAndClock {
  readonly confirmation: FreshProofDeps;
}

/** A program that calls the API, identified by its key. */
export interface ApiCaller {
  readonly keyId: string;
  readonly companyId: string;
}

/** Prefix by which secret scanners recognise a key of this product. */
const keyPrefix = 'caged_';
const shownCharacters = keyPrefix.length + 6;
const maxKeys = 20;
const notedEveryMs = 60_000;

/** A company's keys, newest first. */
export async function listApiKeys({ store }: StoreAndClock, companyId: string): Promise<ApiKey[]> {
  await existingCompany(store.db, companyId);
  return store.db
    .selectFrom('api_keys')
    .select(shownColumns)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Creates a key after a fresh proof. Only this response contains the key. */
export async function createApiKey(
  { confirmation, ...deps }: MakeApiKeysDeps,
  administrator: Person,
  companyId: string,
  { name, days, ...proof }: CreateApiKey,
): Promise<CreatedApiKey> {
  await requireFreshProof(confirmation, administrator, proof);
  return insertApiKey(deps, administrator, companyId, { name, days });
}

/** Creates a key without a fresh proof of identity. */
export async function insertApiKey(
  { store, clock }: StoreAndClock,
  administrator: Actor,
  companyId: string,
  { name, days }: Pick<CreateApiKey, 'name' | 'days'>,
): Promise<CreatedApiKey> {
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`;
  const now = clock();
  return withLock(store, `keys of ${companyId}`, () =>
    store.db.transaction().execute(async (db) => {
      await existingCompany(db, companyId);
      const open = db
        .selectFrom('api_keys')
        .where('company_id', '=', companyId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now.toISOString());
      if ((await countOf(open)) >= maxKeys) throw tooManyKeys();
      const row = await db
        .insertInto('api_keys')
        .values({
          id: randomUUID(),
          company_id: companyId,
          name,
          prefix: key.slice(0, shownCharacters),
          key_hash: sha256(key),
          scope: 'leitura',
          created_at: now.toISOString(),
          expires_at: new Date(now.getTime() + days * dayMs).toISOString(),
        })
        .returning(shownColumns)
        .executeTakeFirstOrThrow();
      const details = { key: row.id, days };
      await recordCompanyAct(db, 'api_key.created', administrator, companyId, now, details);
      return { ...row, key };
    }),
  );
}

/** Revokes a key at once. A key that is already revoked stays unchanged. */
export async function revokeApiKey(
  { store, clock }: StoreAndClock,
  administrator: Actor,
  id: string,
): Promise<ApiKey> {
  const now = clock();
  return store.db.transaction().execute(async (db) => {
    const revoked = await db
      .updateTable('api_keys')
      .set({ revoked_at: now.toISOString() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(shownColumns)
      .executeTakeFirst();
    if (revoked !== undefined) {
      const details = { key: id };
      await recordCompanyAct(db, 'api_key.revoked', administrator, revoked.companyId, now, details);
      return revoked;
    }
    return db
      .selectFrom('api_keys')
      .select(shownColumns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('unknown_key', 'Esta chave não existe.'));
  });
}

/**
 * The caller of a valid key. The lookup uses the key's hash, so its duration reveals nothing about any key. The last
 * use is recorded to the minute. A failure to record it goes to `onUnrecorded`: a database that cannot be written must not
 * prevent reading.
 */
export async function maybeApiCaller(
  { store, clock }: StoreAndClock,
  key: string,
  onUnrecorded: (error: unknown) => void,
): Promise<ApiCaller | undefined> {
  if (!key.startsWith(keyPrefix)) return undefined;
  const now = clock();
  const row = await store.db
    .selectFrom('api_keys')
    .select(['id', 'company_id', 'last_used_at'])
    .where('key_hash', '=', sha256(key))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const noted = row.last_used_at === null ? 0 : Date.parse(row.last_used_at);
  if (now.getTime() - noted >= notedEveryMs)
    await store.db
      .updateTable('api_keys')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', row.id)
      .execute()
      .catch(onUnrecorded);
  return { keyId: row.id, companyId: row.company_id };
}

/** A key as administrators see it. */
const shownColumns = [
  'id',
  'company_id as companyId',
  'name',
  'prefix',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
  'revoked_at as revokedAt',
] as const;

const tooManyKeys = () =>
  conflict(
    'too_many_keys',
    `Esta empresa já tem ${maxKeys} chaves ativas. Revogue uma antes de criar outra.`,
  );
