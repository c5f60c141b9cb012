import { randomBytes, randomUUID } from 'node:crypto';
import { dayMs } from '../../shared/codes/months.ts';
import { dataLimits } from '../../shared/contracts/completeness.ts';
import type { CurrentUser } from '../../shared/contracts/identity.ts';
import type {
  CreatePublicLink,
  NewPublicLink,
  PublicLink,
  PublicReceipt,
  ReceiptLinks,
} from '../../shared/contracts/public-links.ts';
import { recordAct } from '../people/audit/audit.ts';
import {
  requireFreshProof,
  type FreshProofDeps,
  type Person,
} from '../people/identity/fresh-proof.ts';
import { lockedUser } from '../people/identity/users.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import type { StoreAndClock } from '../platform/store/store.ts';
import { countOf } from '../platform/store/pages.ts';
import { sha256 } from '../platform/digest.ts';
import { publicLinks } from '../registry/settings/load-settings.ts';
import { readSetting } from '../registry/settings/stored-settings.ts';
import { requireReadable } from './receipt-access.ts';
import { readSearchReceipt } from './receipts.ts';

export interface MakeLinksDeps extends StoreAndClock {
  readonly confirmation: FreshProofDeps;
  /** Without a slash at the end. */
  readonly siteAddress: () => string;
}

/** The person who makes and revokes links; an administrator manages everyone's. */
export type LinkOwner = Pick<CurrentUser, 'id' | 'companyId' | 'role'> &
  Pick<Person, 'address' | 'sessionId' | 'onProof'>;

const maxOpenLinks = 200;

/** The links that a person manages: the own ones; for an administrator, all. */
const linkRows = (db: AppDatabase, { id, role }: Pick<LinkOwner, 'id' | 'role'>) =>
  db
    .selectFrom('public_links as link')
    .innerJoin('users as maker', 'maker.id', 'link.user_id')
    .selectAll('link')
    .select(['maker.first_name', 'maker.last_name'])
    .$if(role !== 'ADMIN', (query) => query.where('link.user_id', '=', id));
type LinkRow = Awaited<ReturnType<ReturnType<typeof linkRows>['execute']>>[number];

const toLink = (row: LinkRow): PublicLink => ({
  id: row.id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  openings: row.openings,
  lastOpenedAt: row.last_opened_at,
  createdBy: `${row.first_name} ${row.last_name}`.trim(),
});

/** The links of a receipt that the reader may manage, newest first. Throws `AppError` 404 for an unknown receipt. */
export async function linksOfReceipt(
  { store }: Pick<StoreAndClock, 'store'>,
  owner: LinkOwner,
  receiptId: string,
): Promise<ReceiptLinks> {
  await requireReadable(store.db, receiptId, { user: owner });
  await readSearchReceipt({ store }, receiptId);
  const { isAllowed, frameOrigins } = await readSetting(store.db, publicLinks);
  const rows = await linkRows(store.db, owner)
    .where('link.receipt_id', '=', receiptId)
    .orderBy('link.created_at', 'desc')
    .orderBy('link.id')
    .limit(maxOpenLinks)
    .execute();
  return { isAllowed, canBeFramed: frameOrigins.length > 0, links: rows.map(toLink) };
}

/** Makes a link after a fresh proof. Throws `AppError` 404 without the receipt, 409 if links are off or too many. */
export async function createLink(
  { store, clock, siteAddress, confirmation }: MakeLinksDeps,
  owner: LinkOwner,
  receiptId: string,
  { days, ...proof }: CreatePublicLink,
): Promise<NewPublicLink> {
  await requireReadable(store.db, receiptId, { user: owner });
  await readSearchReceipt({ store }, receiptId);
  const { isAllowed } = await readSetting(store.db, publicLinks);
  if (!isAllowed) throw linksOff();
  await requireFreshProof(confirmation, { ...owner, userId: owner.id }, proof);
  const token = randomBytes(24).toString('base64url');
  const id = randomUUID();
  const now = clock();
  const link = await store.db.transaction().execute(async (transaction) => {
    await lockedUser(transaction, owner.id);
    await requireRoom(transaction, owner.id, now);
    await transaction
      .insertInto('public_links')
      .values({
        id,
        token_hash: sha256(token),
        receipt_id: receiptId,
        user_id: owner.id,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + days * dayMs).toISOString(),
      })
      .execute();
    await recordAct(transaction, {
      action: 'public_link.created',
      actor: { userId: owner.id, address: owner.address },
      subject: { type: 'public_link', id },
      details: { days },
      at: now,
    });
    return toLink(
      await linkRows(transaction, owner).where('link.id', '=', id).executeTakeFirstOrThrow(),
    );
  });
  const site = siteAddress();
  return { link, address: `${site}/p/${token}`, embedAddress: `${site}/embed/${token}` };
}

/** Revokes a link at once. Throws `AppError` 404 for an unknown link or one that the caller may not revoke. */
export async function revokeLink(
  { store, clock }: StoreAndClock,
  owner: LinkOwner,
  id: string,
): Promise<PublicLink> {
  const now = clock();
  return store.db.transaction().execute(async (transaction) => {
    const managed = linkRows(transaction, owner).where('link.id', '=', id);
    if ((await managed.executeTakeFirst()) === undefined) throw unknownLink();
    const revoked = await transaction
      .updateTable('public_links')
      .set({ revoked_at: now.toISOString() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('openings')
      .executeTakeFirst();
    if (revoked !== undefined) {
      await recordAct(transaction, {
        action: 'public_link.revoked',
        actor: { userId: owner.id, address: owner.address },
        subject: { type: 'public_link', id },
        details: { openings: revoked.openings },
        at: now,
      });
    }
    return toLink(await managed.executeTakeFirstOrThrow());
  });
}

/** Whether a token opens a receipt now. Does not count an opening. */
export async function isOpen(deps: StoreAndClock, token: string) {
  return (await openRow(deps, token)) !== undefined;
}

/** Returns the receipt behind a token and counts the opening. Throws `AppError` 404 for a token that opens nothing. */
export async function openLink(deps: StoreAndClock, token: string): Promise<PublicReceipt> {
  const row = await openRow(deps, token);
  if (row === undefined) throw unknownLink();
  const { store, clock } = deps;
  const receipt = await readSearchReceipt(deps, row.receipt_id);
  const { query, createdAt, method, statistics, release } = receipt;
  await store.db
    .updateTable('public_links')
    .set(({ eb }) => ({
      openings: eb('openings', '+', 1),
      last_opened_at: clock().toISOString(),
    }))
    .where('id', '=', row.id)
    .execute();
  const { number, publishedAt, isSynthetic } = release;
  return {
    query,
    createdAt,
    expiresAt: row.expires_at,
    statistics,
    method: statistics.median === null ? { ...method, funnel: [] } : method,
    release: { number, publishedAt, isSynthetic },
    limits: [...dataLimits],
  };
}

async function openRow({ store: { db }, clock }: StoreAndClock, token: string) {
  const { isAllowed } = await readSetting(db, publicLinks);
  if (!isAllowed) return undefined;
  return db
    .selectFrom('public_links')
    .innerJoin('users', 'users.id', 'public_links.user_id')
    .select(['public_links.id', 'receipt_id', 'expires_at'])
    .where('users.is_active', '=', 1)
    .where('token_hash', '=', sha256(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst();
}

async function requireRoom(db: AppDatabase, userId: string, now: Date): Promise<void> {
  const open = db
    .selectFrom('public_links')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString());
  if ((await countOf(open)) < maxOpenLinks) return;
  throw conflict(
    'too_many_links',
    `Você já tem ${maxOpenLinks} links públicos abertos, o máximo. Revogue algum para criar outro.`,
  );
}

/** The same error for an unknown, expired or revoked token, a disabled maker's account and the disabled setting. */
const unknownLink = () =>
  notFound(
    'unknown_link',
    'Este link não existe, expirou ou foi revogado. Peça outro a quem o enviou.',
  );

const linksOff = () =>
  conflict(
    'public_links_off',
    'Links públicos não estão permitidos. Um administrador pode permiti-los em Configurações.',
  );

/** The links that a person made, for "Meus dados". */
export const linkRecords = (db: AppDatabase, userId: string) =>
  db
    .selectFrom('public_links')
    .select([
      'receipt_id as recibo',
      'created_at as criadoEm',
      'expires_at as expiraEm',
      'revoked_at as revogadoEm',
      'openings as aberturas',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
