import type { NewFileHandling } from '../../platform/mail/mail-templates.ts';
import { StepTimes } from '../../../shared/contracts/uploads.ts';
import type { Row } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { Fetched } from '../ingest/receive-file.ts';
import { compareWithLoaded, type LoadedFile } from '../sources/news.ts';
import type { SourceFile } from '../sources/source.ts';
import { requireSource, type SourceLoads } from './source-loads.ts';
import {
  queueByMonth,
  queuedSentence,
  pendingSentence,
  withPendingFiles,
  type NewFile,
} from './source-news.ts';

export interface HandledFile extends NewFile {
  readonly handling: NewFileHandling;
}

/**
 * Queues the new and changed files without a person: not one that is already in progress, nor a version of which an
 * administrator cancelled the load or that was refused. An administrator may still load such a version. Returns what
 * happened to each file, and a sentence about it.
 */
export async function loadAutomatically(
  deps: SourceLoads,
  news: readonly NewFile[],
): Promise<{ readonly files: readonly HandledFile[]; readonly message: string }> {
  const offered = news.map(({ file }) => file);
  const declined = await declinedAmong(offered, deps.store, requireSource(deps).label);
  return withPendingFiles(deps, async (busy) => {
    const files = news.map((each): HandledFile => {
      if (busy.has(each.kind + each.month)) return { ...each, handling: 'pending' };
      return { ...each, handling: declined.has(each.file) ? 'declined' : 'queued' };
    });
    const queued = files.filter(({ handling }) => handling === 'queued').map(({ file }) => file);
    if (queued.length > 0) {
      const noPerson = { userId: null, address: null };
      const uploads = await queueByMonth(deps, noPerson, queued);
      return { files, message: queuedSentence(uploads.length) };
    }
    const areAllPending = files.every(({ handling }) => handling === 'pending');
    return { files, message: areAllPending ? pendingSentence : declinedSentence };
  });
}

const declinedSentence =
  'Nada foi carregado: use “Procurar novidades” para os arquivos cujo envio foi cancelado ou recusado.';

/**
 * The files among these of which exactly this version was declined: the newest load of this kind and month from the
 * source was cancelled, or the file was refused for its content. A refusal for another reason, such as a full disk or
 * a source that does not respond, does not count.
 */
async function declinedAmong(
  files: readonly SourceFile[],
  store: Store,
  source: string,
): Promise<ReadonlySet<SourceFile>> {
  if (files.length === 0) return new Set();
  const months = [...new Set(files.map(({ month }) => month))];
  const compared = compareWithLoaded(files, await declinedVersions(store, source, months));
  return new Set(
    compared.flatMap(({ state, file }) => (file !== null && state === 'igual' ? [file] : [])),
  );
}

async function declinedVersions(
  { db }: Store,
  source: string,
  months: readonly string[],
): Promise<LoadedFile[]> {
  const rows = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select([
      'asked_kind',
      'asked_month',
      'name',
      'bytes',
      'source_file',
      'step_times',
      'outcome',
      'uploads.status',
    ])
    .where('uploads.origin', '=', 'source')
    .where('uploads.source', '=', source)
    .where('asked_month', 'in', months)
    .orderBy('uploads.created_at', 'desc')
    .orderBy('batch', 'desc')
    .execute();
  const newest = new Map<string, LoadedFile | undefined>();
  for (const { asked_kind: kind, asked_month: month, ...row } of rows) {
    if (kind === null || month === null || newest.has(kind + month)) continue;
    const version = isDeclined(row) ? { ...versionOf(row), kind, month } : undefined;
    newest.set(kind + month, version);
  }
  return [...newest.values()].filter((version) => version !== undefined);
}

type LoadedRow = Pick<Row<'uploads'>, 'status'> &
  Pick<Row<'upload_files'>, 'name' | 'bytes' | 'source_file' | 'step_times' | 'outcome'>;

function isDeclined({ status, outcome, source_file, step_times }: LoadedRow): boolean {
  if (status === 'CANCELLED') return true;
  if (outcome !== 'REFUSED' || source_file === null) return false;
  // A file that was refused before it was read, for lack of disk space, has no time for this step.
  return StepTimes.parse(JSON.parse(step_times)).ler !== undefined;
}

/** The version as the source described it; of a file that was never fetched only name and size are known. */
function versionOf({ name, bytes, source_file }: LoadedRow) {
  if (source_file !== null) return Fetched.parse(JSON.parse(source_file));
  // The row of a file whose size the source does not state has 0.
  return { name, bytes: bytes === 0 ? null : bytes, modifiedAt: null, hash: null };
}
