import type { LoadedFromSource, SourceNews } from '../../../shared/contracts/source.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { compareWithLoaded, loadedFromSource, type News } from '../sources/news.ts';
import type { FileVersion } from '../sources/source.ts';
import type { Store } from '../../platform/store/store.ts';
import { queueFromSource, requireSource, type SourceLoads } from './source-loads.ts';

/** Compares the source with what is loaded, for the given months or for all. */
export async function newsOf(deps: SourceLoads, months?: readonly string[]): Promise<News[]> {
  const source = requireSource(deps);
  const [offered, loaded] = await Promise.all([
    source.list({ months }),
    loadedFromSource(deps.store, source.label),
  ]);
  const asked = loaded.filter(({ month }) => months === undefined || months.includes(month));
  return compareWithLoaded(offered, asked);
}

/** 'Procurar novidades' as users see it: without the source's own addresses. */
export async function sourceNews(
  deps: SourceLoads,
  months?: readonly string[],
): Promise<SourceNews> {
  const news = await newsOf(deps, months);
  return {
    source: requireSource(deps).label,
    checkedAt: deps.clock().toISOString(),
    news: news.map(({ kind, month, state, file, loaded }) => ({
      kind,
      month,
      state,
      file: file && shown(file),
      loaded: loaded && shown(loaded),
    })),
  };
}

const shown = ({ name, bytes, modifiedAt, hash }: FileVersion & { readonly name: string }) => ({
  name,
  bytes,
  modifiedAt,
  hash,
});

/**
 * Queues everything that is new or changed, one upload per month, oldest first. A month that is already queued, under
 * way or awaits approval is skipped.
 */
export async function loadNews(
  deps: SourceLoads,
  actor: Actor,
  months?: readonly string[],
): Promise<LoadedFromSource> {
  const news = await newsOf(deps, months);
  const busy = await monthsUnderWay(deps.store);
  const wanted = news.flatMap(({ state, file }) =>
    file !== null && (state === 'nova' || state === 'alterada') && !busy.has(file.month)
      ? [file]
      : [],
  );
  const byMonth = [...Map.groupBy(wanted, ({ month }) => month)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const uploads: LoadedFromSource['uploads'] = [];
  for (const [month, files] of byMonth) {
    const id = await queueFromSource(deps, { month, files, createdBy: actor.userId });
    uploads.push({ id, competencia: month, files: files.map(({ kind }) => kind) });
  }
  await recordAct(deps.store.db, {
    action: 'source.loaded',
    actor,
    details: { months: byMonth.map(([month]) => month) },
    at: deps.clock(),
  });
  return { uploads, message: loadedSentence(uploads.length) };
}

function loadedSentence(months: number): string {
  if (months === 0) return 'Não há novidades na fonte.';
  return months === 1 ? 'Um mês foi para a fila.' : `${months} meses foram para a fila.`;
}

async function monthsUnderWay({ db }: Store): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('competencia')
    .where('origin', '=', 'source')
    .where('status', 'in', ['PENDING', 'PROCESSING', 'AWAITING_APPROVAL'])
    .execute();
  return new Set(rows.flatMap(({ competencia }) => competencia ?? []));
}
