import { z } from 'zod';

/**
 * What is carried from one installation to another, whatever engines either has: the rows of the app database,
 * the rows of the warehouse by table and batch, and files. Counts and digests are of the content, so that they are
 * the same wherever it lies.
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

/** A table of the warehouse; rows are lines as `batch-lines.ts` writes them. Types are the product's (`batch-tables.ts`). */
export const BatchTable = z.object({
  name: z.string().regex(/^\w{1,63}$/),
  columns: z.array(z.object({ name: z.string().regex(/^\w{1,63}$/) })),
  batches: z.array(z.object({ batch: count, rows: count, digest })),
});
export type BatchTable = z.infer<typeof BatchTable>;
export type Batch = BatchTable['batches'][number];

/** A file of the installation's folder. */
export const KeptFile = z.object({
  /** Within the folder, with `/`. */
  path: z.string().regex(/^(?!\/)(?!.*\.\.(\/|$))[^\0\\]+$/),
  bytes: count,
  sha256: digest,
});
export type KeptFile = z.infer<typeof KeptFile>;

/** Whether a path, within the installation's folder, is of documents or received files: no other file is carried. */
export const isCarriedPath = (path: string): boolean => /^(reports|uploads)\//.test(path);

/** A published release as `releaseFingerprint` tells it. */
const Fingerprint = z.object({
  release: z.int().positive(),
  rows: count,
  lines: count,
  exclusions: count,
  digest,
});

/** Everything that is carried. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The name that the installation's databases know each other by. */
  installation: z.string().regex(/^[0-9a-f-]{36}$/),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that the app database has, in order. */
  migrations: z.array(z.string()),
  app: z.array(AppTable),
  warehouse: z.array(BatchTable),
  files: z.array(KeptFile.refine(({ path }) => isCarriedPath(path))),
  /** Null while nothing is published. */
  fingerprint: Fingerprint.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Where an installation's content is read from: its engines, or a backup. */
export interface TransferSource {
  readonly manifest: Manifest;
  /** A JSON list a row. */
  rows(table: AppTable): AsyncIterable<string>;
  /** The lines of a batch as one text, in pieces that end anywhere. */
  lines(table: BatchTable, batch: Batch): AsyncIterable<Uint8Array>;
  file(file: KeptFile): AsyncIterable<Uint8Array>;
}

/** Tells whoever waits what is being done, a line at a time. */
export type Say = (line: string) => void;
