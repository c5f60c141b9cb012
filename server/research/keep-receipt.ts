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

/** What a receipt keeps of an answer. */
export const AnswerGist = SearchAnswer.pick({ statistics: true, method: true, debug: true }).extend(
  {
    distributionSha256: z.string(),
  },
);
export type AnswerGist = Readonly<z.infer<typeof AnswerGist>>;

/** What an answer is kept by. */
export interface AnsweredQuestion {
  readonly filters: SearchFilters;
  readonly gist: AnswerGist;
}

export const receiptLink = (id: string): ReceiptLink => ({ id, path: `/receipt/${id}` });

/** SHA-256 of the distribution as JSON, as the answer brings it. */
export const distributionSha256 = ({ centavos, counts }: Distribution) =>
  sha256(JSON.stringify({ centavos, counts }));

/** What a receipt keeps; `distribution` is the answer's own as JSON. */
export const gistOf = (
  { statistics, method, debug }: UnkeptAnswer,
  distribution: string | Uint8Array,
): AnswerGist => ({ statistics, method, debug, distributionSha256: sha256(distribution) });

/** Whose a receipt is: the company's, or the person's where there is none. Equal answers share one within it only. */
export interface ReceiptOwner {
  readonly companyId: string | null;
  /** Null for a company's key. */
  readonly userId: string | null;
}

/** Keeps an answer, or finds the owner's receipt of an equal one; null while nothing is published. Answers its id. */
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

/** Keeps an answer of any kind, or finds the owner's receipt of an equal one. Answers its id. */
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
    // The same answer may be kept by another process at the same moment.
    .onConflict((conflict) => conflict.column('answer_sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? (await receiptOfAnswer(db, answerSha256)) ?? null;
}

const scopeOf = ({ companyId, userId }: ReceiptOwner): string =>
  companyId === null ? `person ${userId}` : `company ${companyId}`;

/**
 * The structure that was counted from is no part of an answer: each gives the same. Nor is the completeness, which follows
 * from the release and the period.
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
