import { randomUUID } from 'node:crypto';
import { insertUpload, receivedFiles } from '../ingest/uploads.ts';
import { noSource } from '../sources/no-source.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import type { Store } from '../../platform/store/store.ts';

/** What bringing months from the source needs. */
export interface SourceLoads {
  readonly store: Store;
  readonly clock: () => Date;
  /** Undefined while none is configured. */
  readonly source: Source | undefined;
  /** Tells the runner that there is work. */
  readonly wake: () => void;
}

/** The configured source; throws `AppError` 409 while there is none. */
export function requireSource({ source }: SourceLoads): Source {
  if (source === undefined) throw noSource();
  return source;
}

export interface MonthToLoad {
  /** AAAAMM. */
  readonly month: string;
  readonly files: readonly SourceFile[];
  /** Null for the daily check. */
  readonly createdBy: string | null;
}

/** Queues files of a month of the source: the runner fetches and loads them. Answers the upload's id. */
export async function queueFromSource(
  { store, clock, source, wake }: SourceLoads,
  { month, files, createdBy }: MonthToLoad,
): Promise<string> {
  const id = randomUUID();
  await insertUpload(
    store,
    {
      id,
      origin: 'source',
      competencia: month,
      createdBy,
      source: source?.label ?? '',
      files: files.map(({ kind, name, bytes }) => ({
        name,
        // Without the source's own name: the path is ours.
        path: `${receivedFiles}/${id}/${kind}`,
        asked: { kind, month },
        bytes: bytes ?? 0,
      })),
    },
    clock,
  );
  wake();
  return id;
}
