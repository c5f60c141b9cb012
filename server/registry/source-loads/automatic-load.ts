import type { NewFileHandling } from '../../platform/mail/mail-templates.ts';
import { declinedAmong } from './declined-files.ts';
import { requireSource, type SourceLoads } from './source-loads.ts';
import {
  filesUnderWay,
  queueByMonth,
  queuedSentence,
  underWaySentence,
  type NewFile,
} from './source-news.ts';

export interface HandledFile extends NewFile {
  readonly handling: NewFileHandling;
}

/**
 * Queues the new and changed files without a person: not one that is already under way, nor a version of which an
 * administrator cancelled the load or that was refused. An administrator may still load such a version. Returns what
 * happened to each file, and a sentence about it.
 */
export async function loadAutomatically(
  deps: SourceLoads,
  news: readonly NewFile[],
): Promise<{ readonly files: readonly HandledFile[]; readonly message: string }> {
  const offered = news.map(({ file }) => file);
  const busy = await filesUnderWay(deps.store);
  const declined = await declinedAmong(offered, deps.store, requireSource(deps).label);
  const files = news.map((each): HandledFile => {
    if (busy.has(each.kind + each.month)) return { ...each, handling: 'under_way' };
    return { ...each, handling: declined.has(each.file) ? 'declined' : 'queued' };
  });
  const queued = files.filter(({ handling }) => handling === 'queued').map(({ file }) => file);
  if (queued.length > 0) {
    const noPerson = { userId: null, address: null };
    const uploads = await queueByMonth(deps, noPerson, queued);
    return { files, message: queuedSentence(uploads.length) };
  }
  const isAllUnderWay = files.every(({ handling }) => handling === 'under_way');
  return { files, message: isAllUnderWay ? underWaySentence : declinedSentence };
}

const declinedSentence =
  'Nada foi carregado: use "Procurar novidades" para os arquivos cujo envio foi cancelado ou recusado.';
