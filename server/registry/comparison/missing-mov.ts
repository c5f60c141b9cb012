import { withoutMovCode, type UploadReason } from '../../../shared/contracts/uploads.ts';
import { formatLongMonth } from '../../../shared/words/format.ts';
import type { PublishedFile } from '../../platform/store/current-release.ts';

/**
 * The reasons that hold files which would publish a month without its main file (MOV): one per month, on its first
 * file.
 */
export function missingMovReasons(
  files: readonly PublishedFile[],
  published: readonly PublishedFile[],
): UploadReason[] {
  const withMov = new Set(
    [...published, ...files].flatMap(({ kind, month }) => (kind === 'MOV' ? [month] : [])),
  );
  const firstOf = new Map(files.toReversed().map((file) => [file.month, file]));
  return [...firstOf.values()]
    .filter(({ month }) => !withMov.has(month))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .map(({ month, batch }) => ({
      code: withoutMovCode,
      file: batch,
      message: `Falta o arquivo principal (MOV) de ${formatLongMonth(month)}: as pesquisas desse mês terão só declarações fora do prazo e mostrarão “Dados incompletos”.`,
    }));
}

/** Whether missing main files are the only reason that holds an upload. */
export const isOnlyMissingMov = (reasons: readonly UploadReason[]): boolean =>
  reasons.length > 0 && reasons.every(({ code }) => code === withoutMovCode);
