import { withoutMovCode, type UploadReason } from '../../../shared/contracts/uploads.ts';
import { formatLongMonth } from '../../../shared/words/format.ts';
import type { PublishedFile } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';

/**
 * The months of files that are published without their main file (MOV): one reason per month, on its first file. In
 * a month that is already published without it, the reason holds no upload.
 */
export function missingMovReasons(
  files: readonly PublishedFile[],
  published: readonly PublishedFile[],
): UploadReason[] {
  const withMov = new Set(
    [...published, ...files].flatMap(({ kind, month }) => (kind === 'MOV' ? [month] : [])),
  );
  const publishedMonths = new Set(published.map(({ month }) => month));
  const firstOf = new Map(files.toReversed().map((file) => [file.month, file]));
  return [...firstOf.values()]
    .filter(({ month }) => !withMov.has(month))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .map(({ month, batch }) => ({
      code: withoutMovCode,
      file: batch,
      message: `Falta o arquivo principal (MOV) de ${formatLongMonth(month)} neste envio: enquanto ele não for publicado, as pesquisas desse mês terão só declarações fora do prazo e mostrarão “Dados incompletos”.`,
      ...(publishedMonths.has(month) && ({ isAlreadyPublished: true } as const)),
    }));
}

/** The reasons for which an administrator must approve the upload. */
export const holding = (reasons: readonly UploadReason[]): UploadReason[] =>
  reasons.filter(({ isAlreadyPublished }) => isAlreadyPublished !== true);

/** Whether missing main files are the only reason that holds an upload. */
export const isOnlyMissingMov = (reasons: readonly UploadReason[]): boolean =>
  reasons.length > 0 && reasons.every(({ code }) => code === withoutMovCode);

/**
 * The reasons that hold files of an upload that is older than the published version of their month. Such an upload
 * awaited approval while the newer one was published, or a user retries it.
 */
export async function newerVersionReasons(
  { db }: Pick<Store, 'db'>,
  files: readonly PublishedFile[],
  published: readonly PublishedFile[],
): Promise<UploadReason[]> {
  const replaced = files.flatMap((file) => {
    const version = published.find(({ kind, month }) => kind === file.kind && month === file.month);
    return version === undefined ? [] : [{ file, version: version.batch }];
  });
  if (replaced.length === 0) return [];
  const rows = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select(['batch', 'created_at'])
    .where(
      'batch',
      'in',
      replaced.flatMap(({ file, version }) => [file.batch, version]),
    )
    .execute();
  const receivedAt = new Map(rows.map(({ batch, created_at }) => [batch, created_at]));
  return replaced
    .filter(({ file, version }) => {
      const [received, other] = [receivedAt.get(file.batch), receivedAt.get(version)];
      return received !== undefined && other !== undefined && received < other;
    })
    .map(({ file: { kind, month, batch } }) => ({
      code: 'versaoMaisNova',
      file: batch,
      message: `A versão publicada de ${kind} de ${formatLongMonth(month)} foi enviada depois deste arquivo, que a substituiria.`,
    }));
}
