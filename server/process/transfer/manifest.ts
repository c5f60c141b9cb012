import { z } from 'zod';

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

/**
 * A table of the warehouse; rows are lines as `batch-lines.ts` writes them. The product's tables define the types
 * (`batch-tables.ts`).
 */
export const BatchTable = z.object({
  name: z.string().regex(/^\w{1,63}$/),
  columns: z.array(z.object({ name: z.string().regex(/^\w{1,63}$/) })),
  batches: z.array(z.object({ batch: count, rows: count, digest })),
});
export type BatchTable = z.infer<typeof BatchTable>;
export type Batch = BatchTable['batches'][number];

/** A file of the installation's folder. */
export const KeptFile = z.object({
  /** Relative to the folder, with `/` as separator. */
  path: z.string().regex(/^(?!\/)(?!.*\.\.(\/|$))[^\0\\]+$/),
  bytes: count,
  sha256: digest,
});
export type KeptFile = z.infer<typeof KeptFile>;

/**
 * Whether a path, relative to the installation's folder, is of a document or a received file: no other file is carried.
 */
export const isCarriedPath = (path: string): boolean => /^(reports|uploads)\//.test(path);

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
  files: z.array(KeptFile.refine(({ path }) => isCarriedPath(path))),
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
  file(file: KeptFile): AsyncIterable<Uint8Array>;
}

/** Reports progress to the user, one line at a time. */
export type Say = (line: string) => void;
