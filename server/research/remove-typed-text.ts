import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { allOccupationsText } from '../../shared/sentences/query-text.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { typedFields } from '../../shared/filters/catalogue.ts';
import type { QueryWords } from '../../shared/words/query-words.ts';
import { AppError } from '../platform/errors.ts';
import { sha256 } from '../platform/digest.ts';
import { mapYielding } from '../platform/map-yielding.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { searchableText } from './query-words.ts';

/**
 * Text that people type into a query may name a person. A receipt and the history hold it for `TYPED_TEXT_DAYS`, or until
 * its author is deleted; then they show the figures without the text, and the query cannot be recomputed.
 */

const textFields = [...typedFields].flatMap(([name, unit]) =>
  unit === 'caracteres' ? [name] : [],
);

const Filters = z.record(z.string(), z.json());
const filtersOf = (json: string) => Filters.parse(JSON.parse(json));

/** Whether a query, as JSON, has text that a person typed. */
export const hasTypedText = (json: string): boolean => {
  const filters = filtersOf(json);
  return textFields.some((name) => filters[name] !== undefined && filters[name] !== '');
};

/** The receipts that state who typed their text, for "Meus dados": reports and deleted history leave them, too. */
export async function typedTextRecords(db: AppDatabase, userId: string) {
  const rows = await db
    .selectFrom('receipts')
    .select(['id', 'filters', 'created_at'])
    .where('typed_by', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  // The texts of a year take some hundred milliseconds of the event loop.
  return mapYielding(rows, ({ id, filters, created_at }) => ({
    recibo: id,
    filtros: filtersOf(filters),
    criadoEm: created_at,
  }));
}

/** Removes the typed text of receipts created before a moment. Returns how many had some. */
export const removeTextBefore = (db: AppDatabase, before: Date, now: Date): Promise<number> =>
  removeText(db, now, createdBefore(before));

/** Receipts of before a moment, which the index `receipts_with_text` finds. */
export const createdBefore = (before: Date) => (query: ReturnType<typeof withText>) =>
  query.where('created_at', '<', before.toISOString());

/** Removes the text that a person typed, also from receipts of earlier versions that the person's history refers to. */
export async function removeTextOf(db: AppDatabase, userId: string, now: Date): Promise<void> {
  await removeText(db, now, (query) =>
    query.where((where) =>
      where.or([
        where('typed_by', '=', userId),
        where.and([
          where('typed_by', 'is', null),
          where(
            'id',
            'in',
            db.selectFrom('search_history').select('receipt_id').where('user_id', '=', userId),
          ),
        ]),
      ]),
    ),
  );
}

/** The conditions are those of `receipts_with_text`, without bound values: a planner compares them as text. */
export const withText = (db: AppDatabase) =>
  db
    .selectFrom('receipts')
    .select(['id', 'filters'])
    .where('text_removed_at', 'is', null)
    .where((where) =>
      where.or(textFields.map((name) => where('filters', 'like', sql.lit(`%"${name}":%`)))),
    );

/** Receipts whose text is removed in a turn of the event loop, which takes some 10 ms. */
const removedInTurn = 25;

async function removeText(
  db: AppDatabase,
  now: Date,
  choose: (query: ReturnType<typeof withText>) => ReturnType<typeof withText>,
): Promise<number> {
  let removed = 0;
  for (const { id, filters } of await choose(withText(db)).execute()) {
    if (!hasTypedText(filters)) continue;
    const rest = Object.fromEntries(
      Object.entries(filtersOf(filters)).filter(([name]) => !textFields.includes(name)),
    );
    // Before the receipt: a run that is interrupted in between is repeated.
    await removeFromHistory(db, id, SearchFilters.parse(rest));
    await db
      .updateTable('receipts')
      .set({
        filters: JSON.stringify(rest),
        question_sha256: randomHash(),
        answer_sha256: randomHash(),
        typed_by: null,
        text_removed_at: now.toISOString(),
      })
      .where('id', '=', id)
      .execute();
    removed += 1;
    // Within a transaction, statements of the embedded database follow each other without a turn.
    if (removed % removedInTurn === 0) await setImmediate();
  }
  return removed;
}

/** Replaces the hash of a query or an answer with typed text: the text, if short, can be guessed from it. */
const randomHash = () => sha256(randomBytes(16).toString('hex'));

/** Removes the text from what a search of the history looks in; the names that people gave stay. */
async function removeFromHistory(
  db: AppDatabase,
  receiptId: string,
  rest: SearchFilters,
): Promise<void> {
  const entries = await db
    .selectFrom('search_history')
    .select(['id', 'name'])
    .where('receipt_id', '=', receiptId)
    .execute();
  for (const { id, name } of entries) {
    await db
      .updateTable('search_history')
      .set({ question_sha256: randomHash(), search_text: searchableText(name ?? '', rest) })
      .where('id', '=', id)
      .execute();
  }
}

type TextState = { readonly text_removed_at: string | null };

/**
 * The words of a query, which state that its typed text was removed. Without another occupation filter, the remaining
 * filters would read as a query for all occupations.
 */
export function wordsWithoutText(words: QueryWords, row: TextState): QueryWords {
  if (row.text_removed_at === null) return words;
  return words.subject === allOccupationsText
    ? { ...words, subject: 'Pesquisa por texto apagado' }
    : { ...words, parts: [...words.parts, 'texto digitado: apagado'] };
}

/** Throws `AppError` 410 if the query cannot be recomputed because its text was removed. */
export function requireWholeQuery(row: TextState): void {
  if (row.text_removed_at === null) return;
  throw new AppError(
    'receipt_text_removed',
    410,
    'O texto digitado nesta pesquisa foi apagado. O recibo mostra os números da época, mas eles não podem ser recalculados.',
  );
}
