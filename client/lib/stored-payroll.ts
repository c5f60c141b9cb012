/**
 * Storage of a payroll in this browser, if its owner chose it: one encrypted record, which cannot be read without the
 * owner's password. It belongs to all screens, because signing out deletes it.
 */
export interface SealedPayroll {
  /** The ID of the user who stored it. */
  readonly owner: string;
  readonly keptAt: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const databaseName = 'minha-folha';
const storeName = 'guardada';
const only = 'unica';

/** The record of this user; null if there is none. Another user's record is deleted. */
export async function storedPayroll(owner: string): Promise<SealedPayroll | null> {
  const stored: unknown = await within('readonly', (store) => store.get(only));
  if (!isSealed(stored)) return null;
  if (stored.owner === owner) return stored;
  await deleteStoredPayroll();
  return null;
}

export async function keepPayroll(sealed: SealedPayroll): Promise<void> {
  await within('readwrite', (store) => store.put(sealed, only));
}

/** Deletes the record; also succeeds if there is none, or if the browser stores nothing. */
export async function deleteStoredPayroll(): Promise<void> {
  try {
    await settled(indexedDB.deleteDatabase(databaseName));
  } catch {
    // A browser without storage has nothing to delete.
  }
}

function isSealed(value: unknown): value is SealedPayroll {
  return typeof value === 'object' && value !== null && 'owner' in value && 'sealed' in value;
}

async function within<Result>(
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName));
  const database = await settled(opening);
  try {
    return await settled(operation(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(new Error('IndexedDB', { cause: request.error })));
  return promise;
}
