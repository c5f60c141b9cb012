import { openFiles } from '../../platform/files/open-files.ts';
import { preparationOf } from '../installation/sorted-index.ts';
import { loadingWith } from '../installation/installation.ts';
import { findUpload, isEnded, removeReceivedFiles } from '../../registry/ingest/uploads.ts';
import { uploadRunner } from '../../registry/ingest/upload-jobs.ts';
import { refreshImportedReferences } from '../../reference/imported-references.ts';
import { createLogger, logOutput } from '../installation/log.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { type CommandContext, followJobs } from './context.ts';
import { progressLine, resultTable } from './load-report.ts';
import { AppError } from '../../platform/errors.ts';
import { approveUpload, cancelUpload, requireUpload } from '../../registry/ingest/upload-acts.ts';

/**
 * Loads queued uploads, or follows the process that has the data open and loads them, and prints the results, also those
 * of `waited` that were compared again because of them. Returns 1 unless all `ids` are published.
 */
export async function followUploads(
  context: CommandContext,
  ids: readonly string[],
  waited: readonly string[],
): Promise<number> {
  const waiting = waited.filter((id) => !ids.includes(id));
  const look = async () => {
    const upload = await firstUnfinished(context, [...ids, ...waiting]);
    showProgress(upload === undefined ? '' : progressLine(upload, context.clock()));
    return upload === undefined ? true : undefined;
  };
  const isDone = await followJobs(
    context,
    (warehouse) => runnerOn(context, warehouse),
    look,
    'Outro processo, talvez o servidor, está usando os dados e vai carregar os arquivos. Acompanhe aqui.',
  ).finally(() => showProgress(''));
  if (isDone === undefined) {
    console.error(
      'Interrompido. Os envios que faltam continuam na fila: o servidor os carrega, ou o próximo import.',
    );
    return 1;
  }
  return report(context, ids, waiting);
}

/** The uploads that await approval: a publication, which may begin as soon as another upload is queued, may end that. */
export async function waitingUploads({ store }: Pick<CommandContext, 'store'>) {
  const waiting = await store.db
    .selectFrom('uploads')
    .select('id')
    .where('status', '=', 'AWAITING_APPROVAL')
    .orderBy('created_at')
    .execute();
  return waiting.map(({ id }) => id);
}

async function runnerOn({ config, store, clock }: CommandContext, warehouse: Warehouse) {
  const files = await openFiles(config);
  await refreshImportedReferences(store.db);
  const prepare = await preparationOf(config, { store, warehouse });
  return uploadRunner({
    loading: loadingWith(config, { store, warehouse, files, clock, prepare }),
    logger: createLogger(logOutput(config.dataDir)),
    onEnded: (id) => removeReceivedFiles(store, id, files),
  });
}

async function firstUnfinished({ store }: CommandContext, ids: readonly string[]) {
  for (const id of ids) {
    const upload = await findUpload(store, id);
    if (upload !== undefined && !isEnded(upload.status)) return upload;
  }
  return undefined;
}

function showProgress(line: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001B[2K${line.slice(0, process.stderr.columns - 1)}`);
}

async function report(
  { store }: CommandContext,
  ids: readonly string[],
  waited: readonly string[],
): Promise<number> {
  const found = async (uploads: readonly string[]) =>
    (await Promise.all(uploads.map((id) => findUpload(store, id)))).filter(
      (upload) => upload !== undefined,
    );
  const own = await found(ids);
  const others = (await found(waited)).filter(({ status }) => status !== 'AWAITING_APPROVAL');
  console.log(resultTable([...own, ...others]));
  return own.every(({ status }) => status === 'COMPLETED') ? 0 : 1;
}

/** The command line has no signed-in user and no client address. */
export const consoleActor = { userId: null, address: null };

/**
 * Publishes an upload that awaits approval, and follows it. If other data were published since the comparison, the
 * upload is compared again, or already waits for that, and goes live only within the limits; otherwise its new reasons
 * are printed and an operator must decide again. Throws `AppError` for an upload that does not exist, has ended or was
 * approved before.
 */
export async function approve(context: CommandContext, [id = '']: readonly string[]) {
  const { status, approved_at, compared_release } = await requireUpload(context.store, id);
  const waiting = await waitingUploads(context);
  const willBeCompared = !isEnded(status) && approved_at === null;
  try {
    await approveUpload(context, consoleActor, id, { comparedWith: compared_release });
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    const isOutdated = code === 'comparison_outdated';
    if (!isOutdated && !(code === 'upload_not_awaiting' && willBeCompared)) throw error;
    console.error(
      'Nada foi aprovado: este envio ainda não foi conferido com os dados publicados agora. A conferência está sendo feita. Se ela não achar nada fora do usual, o envio é publicado; se achar, repita o comando para publicar assim mesmo.',
    );
  }
  return followUploads(context, [id], waiting);
}

/** Cancels an upload that is queued, in progress or awaits approval. Throws `AppError` for one that has ended. */
export async function cancel(context: CommandContext, [id = '']: readonly string[]) {
  await cancelUpload(context, consoleActor, id);
  const { status, message } = await requireUpload(context.store, id);
  console.log(
    status === 'PROCESSING'
      ? 'Pedimos o cancelamento ao processo que está carregando este envio.'
      : message,
  );
  return 0;
}
