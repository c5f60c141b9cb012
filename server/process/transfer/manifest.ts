import { z } from 'zod';
import { isSameSecret, sha256 } from '../../platform/digest.ts';
import { isSharedName } from '../../platform/files/shared-files.ts';
import { createHmac, hkdfSync } from 'node:crypto';

/**
 * What a transfer carries from one installation to another, whatever engines they use: the rows of the app database,
 * the rows of the warehouse by table and batch, and files. Counts and digests cover the content, so that they do not
 * depend on the engine.
 */

const count = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]*$/);

/** A table of the app database; rows are JSON lists of the values of `columns`. */
export const AppTable = z.object({
  name: z.string().regex(/^\w{1,63}$/),
  columns: z.array(z.string().regex(/^\w{1,63}$/)),
  rows: count,
  digest,
});
export type AppTable = z.infer<typeof AppTable>;

/** A table of the warehouse; rows are lines as `batch-lines.ts` writes them. The product's tables define the types. */
export const BatchTable = z.object({
  name: z.string().regex(/^\w{1,63}$/),
  columns: z.array(z.object({ name: z.string().regex(/^\w{1,63}$/) })),
  batches: z.array(z.object({ batch: count, rows: count, digest })),
});
export type BatchTable = z.infer<typeof BatchTable>;
export type Batch = BatchTable['batches'][number];

export const TransferredFile = z.object({
  /** Relative to the folder, with `/` as separator. */
  path: z
    .string()
    .regex(/^[^\p{Cc}\\]+$/u)
    .refine(isSharedName),
  bytes: count,
  sha256: digest,
});
export type TransferredFile = z.infer<typeof TransferredFile>;

/** Whether a path, relative to the installation's folder, is of a document or a received file: no other is carried. */
export const isTransferredPath = (path: string): boolean => /^(reports|uploads)\//.test(path);

/** A published release as `releaseFingerprint` describes it. */
const Fingerprint = z.object({
  release: z.int().positive(),
  rows: count,
  lines: count,
  exclusions: count,
  digest,
});

/** Everything that a transfer carries. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The name by which the installation's databases recognise each other. */
  installation: z.string().regex(/^[0-9a-f-]{36}$/),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that the app database has, in order. */
  migrations: z.array(z.string()),
  app: z.array(AppTable),
  warehouse: z.array(BatchTable),
  files: z.array(TransferredFile.refine(({ path }) => isTransferredPath(path))),
  /** Null while nothing is published. */
  fingerprint: Fingerprint.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Where an installation's content is read from: its databases, or a backup. */
export interface TransferSource {
  readonly manifest: Manifest;
  /** One JSON list per row. */
  rows(table: AppTable): AsyncIterable<string>;
  /** The lines of a batch as one text, in chunks that may end in the middle of a line. */
  lines(table: BatchTable, batch: Batch): AsyncIterable<Uint8Array>;
  file(file: TransferredFile): AsyncIterable<Uint8Array>;
}

/** Reports progress to the user, one line at a time. */
export type Print = (line: string) => void;

/** SHA-256 of the contents, in hexadecimal: detects damage, not forgery. */
export const checksumOf = (contents: unknown): string => sha256(JSON.stringify(contents));

/** Signs backups with the installation's secret, which no backup holds (RFC 2104, RFC 5869). */
export class BackupSeal {
  readonly #key: Buffer;

  constructor(secret: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'backup seal', 32));
  }

  /** HMAC-SHA-256 of the contents, in hexadecimal. */
  sign(contents: unknown): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(contents)).digest('hex');
  }

  /** Whether this secret signed the contents; false without a signature. */
  isOf(contents: unknown, signature: string | undefined): boolean {
    return isSameSecret(this.sign(contents), signature ?? '');
  }
}
