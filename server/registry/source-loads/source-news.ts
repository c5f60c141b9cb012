import { SourceNews, type LoadedFromSource } from '../../../shared/contracts/source.ts';
import type { Actor } from '../../people/audit/audit.ts';
import { compareWithLoaded, loadedFromSource, type News } from '../sources/news.ts';
import type { ListOptions, SourceFile } from '../sources/source.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { Store } from '../../platform/store/store.ts';
import { queueFromSource, requireSource, type SourceLoads } from './source-loads.ts';

/** Compares the source with what is loaded, for the given months or for all. */
export async function newsOf(deps: SourceLoads, options: ListOptions = {}): Promise<News[]> {
  const source = requireSource(deps);
  const { months } = options;
  const [offered, loaded] = await Promise.all([
    source.list(options),
    loadedFromSource(deps.store, source.label),
  ]);
  const requested = loaded.filter(({ month }) => months === undefined || months.includes(month));
  return compareWithLoaded(offered, requested);
}

/** A file of the source that is new or changed. */
export interface NewFile extends News {
  readonly file: SourceFile;
}

export const isNew = (news: News): news is NewFile =>
  news.file !== null && (news.state === 'nova' || news.state === 'alterada');

/** 'Procurar novidades' as users see it: without the source's own addresses. */
export async function sourceNews(deps: SourceLoads): Promise<SourceNews> {
  const [listed, busy] = await Promise.all([newsOf(deps), pendingFiles(deps.store)]);
  const news = listed.map((file) =>
    isNew(file) && busy.has(file.kind + file.month) ? { ...file, state: 'já pedida' } : file,
  );
  const checkedAt = deps.clock().toISOString();
  // The schema has no paths, which may contain a signature.
  return SourceNews.parse({ source: requireSource(deps).label, checkedAt, news });
}

/**
 * Queues everything that is new or changed, one upload per month, oldest first. A file that is already queued, under
 * way or awaits approval is skipped.
 */
export async function loadNews(
  deps: SourceLoads,
  actor: Actor,
  months?: readonly string[],
): Promise<LoadedFromSource> {
  const news = (await newsOf(deps, { months })).filter(isNew);
  return withPendingFiles(deps, async (busy) => {
    const free = news.filter(({ kind, month }) => !busy.has(kind + month)).map(({ file }) => file);
    if (free.length === 0) {
      return { uploads: [], message: news.length === 0 ? noNewsSentence : pendingSentence };
    }
    const uploads = await queueByMonth(deps, actor, free);
    return { uploads, message: queuedSentence(uploads.length) };
  });
}

/**
 * Runs the work with the files, as `MOV202307`, of which a load from the source is queued, in progress or awaits approval.
 * Of several calls, in any process, one runs at a time, so that two do not queue the same files.
 */
export const withPendingFiles = <Result>(
  { store }: SourceLoads,
  work: (busy: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> =>
  withLock(store, 'loads from the source', async () => work(await pendingFiles(store)));

/** Queues these files, one upload per month, oldest first. */
export async function queueByMonth(
  deps: SourceLoads,
  actor: Actor,
  wanted: readonly SourceFile[],
): Promise<LoadedFromSource['uploads']> {
  const byMonth = [...Map.groupBy(wanted, ({ month }) => month)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const uploads: LoadedFromSource['uploads'] = [];
  for (const [month, files] of byMonth) {
    const id = await queueFromSource(deps, actor, month, files);
    uploads.push({ id, competencia: month, files: files.map(({ kind }) => kind) });
  }
  return uploads;
}

export const noNewsSentence = 'Não há novidades na fonte.';
export const pendingSentence = 'As novidades já estão na fila ou aguardam aprovação.';
export const queuedSentence = (months: number) =>
  months === 1 ? 'Um mês foi para a fila.' : `${months} meses foram para a fila.`;

async function pendingFiles({ db }: Store): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select(['asked_kind', 'asked_month'])
    .where('origin', '=', 'source')
    .where('status', 'in', ['PENDING', 'PROCESSING', 'AWAITING_APPROVAL'])
    .where('outcome', 'is', null)
    .execute();
  return new Set(rows.map(({ asked_kind, asked_month }) => `${asked_kind}${asked_month}`));
}
