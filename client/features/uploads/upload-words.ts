import {
  formatLongMonth,
  formatCounted,
  formatShare,
  formatBytes,
  timeLeftText,
} from '../../../shared/words/format.ts';
import {
  type Upload,
  type UploadFile,
  type UploadOrigin,
  fileStepLabels,
} from '../../../shared/contracts/uploads.ts';

const originLabels = {
  web: 'enviado pela tela',
  command: 'pela linha de comando',
  source: 'buscado na fonte',
  demonstration: 'demonstração',
} as const satisfies Record<UploadOrigin, string>;

/** "buscado na fonte por Ana Souza". */
export function originText({ origin, createdBy }: Pick<Upload, 'origin' | 'createdBy'>): string {
  const how = originLabels[origin];
  return createdBy === null ? how : `${how} por ${createdBy.name}`;
}

/** The month of an upload: "julho de 2023", or what is known of it. */
export function monthText({ competencia, files }: Pick<Upload, 'competencia' | 'files'>): string {
  if (competencia !== null) return formatLongMonth(competencia);
  const months = new Set(files.flatMap(({ month }) => (month === null ? [] : [month])));
  const [only] = months;
  if (only === undefined) return 'competência ainda não lida';
  return months.size === 1 ? formatLongMonth(only) : `${months.size} competências`;
}

/** The current activity of an upload, in a line; undefined if there is none. */
export function nowText({ status, isCancelling, files }: Upload): string | undefined {
  if (isCancelling) return 'Cancelando...';
  if (status === 'PENDING') return 'Na fila: os envios são processados um de cada vez.';
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
    pace?.linesPerSecond != null && `${formatCounted(pace.linesPerSecond, 'linha', 'linhas')}/s`,
    pace?.secondsLeft != null && timeLeftText(pace.secondsLeft),
  ];
  return parts.filter((part) => typeof part === 'string').join(' · ');
}
