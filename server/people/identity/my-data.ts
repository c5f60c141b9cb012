import type { z } from 'zod';
import type { AuditEntry } from '../../../shared/contracts/audit.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { MyData, type UpdateMyName } from '../../../shared/contracts/my-data.ts';
import { recordUserAct, type Actor } from '../audit/audit.ts';
import { auditOfPerson } from '../audit/read-audit.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { existingUser, lockedUser, searchText, toUser } from './users.ts';
import { sessionsOf } from './my-sessions.ts';

/**
 * The data that an area of the product stores about a user, under its name in the user's export. An area with a table
 * that refers to `users` adds itself to the list that the server passes to these routes.
 */
export interface PersonalRecords {
  readonly name: string;
  read(userId: string): Promise<Record<string, z.core.util.JSONType>[]>;
}

export interface MyDataDeps {
  readonly db: AppDatabase;
  readonly clock: () => Date;
  readonly idleHours: number;
  readonly personalRecords: readonly PersonalRecords[];
}

type Person = Actor & { readonly userId: string };

/** Exports all data about a user; the audit records the export. */
export async function exportMyData(deps: MyDataDeps, person: Person): Promise<MyData> {
  await recordUserAct(deps.db, 'my_data.exported', person, person.userId, deps.clock());
  return myData(deps, person);
}

export async function myData(
  { db, clock, idleHours, personalRecords }: MyDataDeps,
  { userId }: Person,
): Promise<MyData> {
  const user = await existingUser(db, userId);
  const now = clock();
  const records: MyData['records'] = {};
  // One statement at a time: an export must not occupy all connections to the database.
  for (const area of personalRecords) records[area.name] = await area.read(userId);
  const audit = await auditOfPerson(db, userId);
  return {
    generatedAt: now.toISOString(),
    user,
    company: (await companyOf(db, user.companyId)) ?? null,
    // Without the identifiers of sessions.
    sessions: MyData.shape.sessions.parse(await sessionsOf(db, userId, { now, idleHours })),
    audit: audit.map((entry) => withoutOthers(entry, userId)),
    records,
  };
}

/**
 * Removes data about other people: who else acted, from where, and on whom. A summary of refused calls names the most
 * frequent user and the most frequent address, which may be another user's.
 */
function withoutOthers(entry: AuditEntry, userId: string): AuditEntry {
  const isOwnAct = entry.actorId === userId;
  const isAboutSelf = entry.subjectId === userId;
  return {
    ...entry,
    ...(entry.action === 'calls.refused' && { address: null }),
    ...(!isOwnAct && entry.actorId !== null && { actorId: null, actor: null, address: null }),
    ...(!isAboutSelf && entry.subjectType === 'user' && { subjectId: null, subject: null }),
  };
}

async function companyOf(db: AppDatabase, companyId: string | null) {
  if (companyId === null) return undefined;
  return db
    .selectFrom('companies')
    .select(['name', 'cnpj'])
    .where('id', '=', companyId)
    .executeTakeFirst();
}

export async function changeMyName(
  { db, clock }: MyDataDeps,
  person: Person,
  { firstName, lastName }: UpdateMyName,
): Promise<CurrentUser> {
  const { userId } = person;
  const now = clock();
  return db.transaction().execute(async (transaction) => {
    const { email, version } = await lockedUser(transaction, userId);
    const row = await transaction
      .updateTable('users')
      .set({
        first_name: firstName,
        last_name: lastName,
        search_text: searchText({ firstName, lastName, email }),
        updated_at: now.toISOString(),
        version: version + 1,
      })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordUserAct(transaction, 'my_data.updated', person, userId, now);
    return toUser(row);
  });
}

/**
 * Records a user's request to be deleted, which an administrator then carries out. Repeating the request changes
 * nothing. Returns the time of the first request.
 */
export async function requestDeletion({ db, clock }: MyDataDeps, person: Person): Promise<string> {
  const { userId } = person;
  return db.transaction().execute(async (transaction) => {
    const { erasure_requested_at: earlier } = await lockedUser(transaction, userId);
    if (earlier !== null) return earlier;
    const now = clock();
    await transaction
      .updateTable('users')
      .set({ erasure_requested_at: now.toISOString() })
      .where('id', '=', userId)
      .execute();
    await recordUserAct(transaction, 'my_data.erasure_requested', person, userId, now);
    return now.toISOString();
  });
}
