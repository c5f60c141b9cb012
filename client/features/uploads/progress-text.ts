import {
  formatCount,
  formatCounted,
  formatShare,
  formatBytes,
  formatSeconds,
} from '../../../shared/words/format.ts';
import { fileStepLabels, type Upload, type UploadFile } from '../../../shared/contracts/uploads.ts';

/** The current activity of an upload, in a line; undefined if there is none. */
export function nowText({ status, isCancelling, files }: Upload): string | undefined {
  if (isCancelling) return 'Cancelando...';
  if (status === 'PENDING') return 'Espera a vez; os envios são processados um depois do outro.';
  if (status !== 'PROCESSING') return undefined;
  const file = files.find(({ outcome, pace }) => outcome === null && pace !== null);
  if (file === undefined) return 'Começando...';
  const share = file.pace?.share ?? null;
  const label = fileStepLabels[file.step];
  return share === null
    ? `${label}: ${file.name}`
    : `${label}: ${file.name}, ${formatShare(share)}`;
}

/** Speed and remaining time of the current step: "12 MB de 434 MB · 38 MB/s · faltam 11 s". */
export function paceText(file: UploadFile): string {
  const { pace, step, bytes, textBytes, progressBytes, progressLines } = file;
  const whole = step === 'receber' ? bytes : (textBytes ?? 0);
  const isMoving = step === 'receber' || step === 'ler' || step === 'validar';
  const parts = [
    isMoving &&
      progressBytes > 0 &&
      (whole > 0
        ? `${formatBytes(progressBytes)} de ${formatBytes(whole)}`
        : formatBytes(progressBytes)),
    step === 'ler' && progressLines > 0 && formatCounted(progressLines, 'linha', 'linhas'),
    pace?.bytesPerSecond != null && `${formatBytes(pace.bytesPerSecond)}/s`,
    pace?.linesPerSecond != null && `${formatCount(pace.linesPerSecond)} linhas/s`,
    pace?.secondsLeft != null && `faltam ${formatSeconds(pace.secondsLeft)}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(' · ');
}
