import { randomUUID } from 'node:crypto';
import type { Actor } from '../../people/audit/audit.ts';
import { queueUpload, receivedFiles, type NewUpload } from '../ingest/uploads.ts';
import { noSource } from '../sources/failures.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';

export interface SourceLoads extends StoreAndClock {
  /** Undefined while none is configured. */
  readonly source: Source | undefined;
  /** Notifies the runner that there is work. */
  readonly wake: () => void;
}

/** The configured source; throws `AppError` 409 while there is none. */
export function requireSource({ source }: SourceLoads): Source {
  if (source === undefined) throw noSource();
  return source;
}

/** Queues files of a month (AAAAMM) of the source, which the runner fetches and loads. Returns the upload's ID. */
export async function queueFromSource(
  { store, clock, source, wake }: SourceLoads,
  actor: Actor,
  month: string,
  files: readonly SourceFile[],
): Promise<string> {
  const folder = `${receivedFiles}/${randomUUID()}`;
  const upload: NewUpload = {
    origin: 'source',
    competencia: month,
    createdBy: actor.userId,
    act: { action: 'source.loaded', actor, details: { months: [month] } },
    source: source?.label ?? '',
    files: files.map(({ kind, name, bytes }) => ({
      name,
      // The path does not contain the source's name for the file.
      path: `${folder}/${kind}`,
      stated: { kind, month },
      bytes: bytes ?? 0,
    })),
  };
  const id = await queueUpload(store, upload, clock);
  wake();
  return id;
}
