import { randomBytes } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import { z } from 'zod';
import {
  SearchAnswer,
  type Distribution,
  type ReceiptLink,
  type SearchFilters,
  type UnkeptAnswer,
} from '../../shared/contracts/search.ts';
import type { ReceiptTable } from '../platform/store/research-schema.ts';
import type { Database } from '../platform/store/schema.ts';
import { sha256 } from '../platform/sha256.ts';
import { canonicalFilters, questionSha256 } from './canonical-question.ts';
import { keepReceiptFiles } from './receipt-files.ts';
import { hasTypedText } from './typed-text.ts';

/** The parts of a response that a receipt stores. */
export const AnswerGist = SearchAnswer.pick({ statistics: true, method: true, debug: true }).extend(
  {
    distributionSha256: z.string(),
  },
);
export type AnswerGist = Readonly<z.infer<typeof AnswerGist>>;

/** A query and the parts of its response that a receipt stores. */
export interface AnsweredQuestion {
  readonly filters: SearchFilters;
  readonly gist: AnswerGist;
}

export const receiptLink = (id: string): ReceiptLink => ({ id, path: `/receipt/${id}` });

/** SHA-256 of the distribution as JSON, as the response has it. */
export const distributionSha256 = ({ centavos, counts }: Distribution) =>
  sha256(JSON.stringify({ centavos, counts }));

/** The parts that a receipt stores; `distribution` is the response's distribution as JSON. */
export const gistOf = (
  { statistics, method, debug }: UnkeptAnswer,
  distribution: string | Uint8Array,
): AnswerGist => ({ statistics, method, debug, distributionSha256: sha256(distribution) });

/**
 * The owner of a receipt: the company, or the person if there is none. Equal responses share a receipt within one owner
 * only.
 */
export interface ReceiptOwner {
  readonly companyId: string | null;
  /** Null for a company's key. */
  readonly userId: string | null;
}

/**
 * Stores a response, or finds the owner's receipt of an equal one. Returns the receipt's ID, or null if nothing is
 * published.
 */
export async function keepReceipt(
  db: Kysely<Database>,
  owner: ReceiptOwner,
  answered: AnsweredQuestion,
  now: Date,
): Promise<string | null> {
  const { filters, gist } = answered;
  const { release } = gist.method;
  if (release === null) return null;
  return keepAnswer(
    db,
    owner,
    {
      kind: 'pesquisa',
      answer_sha256: answerFingerprint(answered),
      question_sha256: questionSha256(filters),
      release: release.number,
      filters: JSON.stringify(canonicalFilters(filters)),
      method: JSON.stringify(gist.method),
      statistics: JSON.stringify(gist.statistics),
      distribution_sha256: gist.distributionSha256,
      version: gist.debug.version,
    },
    now,
  );
}

/** Stores a response of any kind, or finds the owner's receipt of an equal one. Returns the receipt's ID. */
export async function keepAnswer(
  db: Kysely<Database>,
  owner: ReceiptOwner,
  answer: Omit<Insertable<ReceiptTable>, 'id' | 'created_at'>,
  now: Date,
): Promise<string | null> {
  const answerSha256 = sha256(JSON.stringify([scopeOf(owner), answer.answer_sha256]));
  const known = await receiptOfAnswer(db, answerSha256);
  if (known !== undefined) return known;
  await keepReceiptFiles(db, answer.release);
  const inserted = await db
    .insertInto('receipts')
    .values({
      ...answer,
      answer_sha256: answerSha256,
      typed_by: hasTypedText(answer.filters) ? owner.userId : null,
      id: randomBytes(16).toString('base64url'),
      created_at: now.toISOString(),
    })
    // Another process may store the same response at the same moment.
    .onConflict((conflict) => conflict.column('answer_sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? (await receiptOfAnswer(db, answerSha256)) ?? null;
}

const scopeOf = ({ companyId, userId }: ReceiptOwner): string =>
  companyId === null ? `person ${userId}` : `company ${companyId}`;

/**
 * The fingerprint excludes the structure that was counted from, since all structures give the same figures. It also
 * excludes the completeness, which follows from the release and the period.
 */
function answerFingerprint({ filters, gist }: AnsweredQuestion): string {
  const { statistics, distributionSha256: distribution } = gist;
  const { structure: _, completeness: _completeness, ...method } = gist.method;
  return sha256(JSON.stringify([questionSha256(filters), method, statistics, distribution]));
}

async function receiptOfAnswer(db: Kysely<Database>, answer: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('receipts')
    .select('id')
    .where('answer_sha256', '=', answer)
    .executeTakeFirst();
  return row?.id;
}
