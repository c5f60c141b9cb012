import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import { openCheckedWarehouse } from '../installation/checked-warehouse.ts';
import type { CommandContext } from './context.ts';
import { uploadsWithFiles } from '../../registry/ingest/uploads.ts';
import { textTable, waitingLines } from './load-report.ts';

/**
 * Prints the current release: its number and time, and one row per file with its version's hash and lines; then the
 * uploads that await approval. Throws `StartError` if the data are damaged, half copied or belong to another
 * installation.
 */
export async function printStatus(context: CommandContext): Promise<number> {
  await requireSoundWarehouse(context);
  await printRelease(context);
  await printWaiting(context);
  return 0;
}

/** A running server has the warehouse open and checks it itself. */
async function requireSoundWarehouse({ config, store }: CommandContext): Promise<void> {
  try {
    const warehouse = await openCheckedWarehouse(config, store);
    await warehouse.close();
  } catch (error) {
    if (!(error instanceof WarehouseBusyError)) throw error;
  }
}

async function printRelease({ store }: CommandContext): Promise<void> {
  const release = await store.db
    .selectFrom('current_release')
    .innerJoin('releases', 'releases.number', 'current_release.release')
    .selectAll('releases')
    .executeTakeFirst();
  if (release === undefined) {
    console.log(
      'Nada publicado ainda. Carregue arquivos com: npm run caged -- import <arquivo ou pasta>',
    );
    return;
  }
  const files = await store.db
    .selectFrom('release_files')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select([
      'release_files.month',
      'release_files.kind',
      'release_files.batch',
      'upload_files.accepted',
      'upload_files.rejected',
      'upload_files.sha256',
    ])
    .where('release_files.release', '=', release.number)
    .orderBy('release_files.month')
    .orderBy('release_files.kind', 'desc')
    .execute();
  const synthetic = release.is_synthetic === 1 ? ' (dados sintéticos de demonstração)' : '';
  console.log(
    `Versão ${release.number} dos dados${synthetic}, publicada em ${moment(release.published_at)}.`,
  );
  console.log(
    `Exclusões sem linha correspondente: ${release.unmatched_exclusions.toLocaleString('pt-BR')}.\n`,
  );
  console.log(
    textTable(
      [
        ['mês', 'left'],
        ['tipo', 'left'],
        ['nº', 'right'],
        ['linhas', 'right'],
        ['rejeitadas', 'right'],
        ['sha256', 'left'],
      ],
      files.map((file) => [
        file.month,
        file.kind,
        String(file.batch),
        (file.accepted ?? 0).toLocaleString('pt-BR'),
        (file.rejected ?? 0).toLocaleString('pt-BR'),
        file.sha256?.slice(0, 16) ?? '',
      ]),
    ),
  );
}

/** Prints the uploads that await approval. */
async function printWaiting({ store }: CommandContext): Promise<void> {
  const waiting = await store.db
    .selectFrom('uploads')
    .select('id')
    .where('status', '=', 'AWAITING_APPROVAL')
    .execute();
  const uploads = await uploadsWithFiles(
    store,
    waiting.map(({ id }) => id),
  );
  for (const upload of uploads) console.log(['', ...waitingLines(upload)].join('\n'));
}

/** A time as Brazilians write it, in the Brasília time zone. */
const moment = (iso: string) =>
  new Date(iso).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  });
