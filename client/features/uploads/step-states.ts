import type { FileStep, UploadFile, UploadStatus } from '../../../shared/contracts/uploads.ts';

export type StepState = 'done' | 'current' | 'waiting' | 'failed' | 'stopped' | 'spared' | 'ahead';

export interface ShownStep {
  readonly step: FileStep;
  readonly state: StepState;
  /** Wall time of a finished step, in milliseconds. */
  readonly spentMs: number | undefined;
}

const shownSteps = [
  'receber',
  'ler',
  'validar',
  'conferir',
  'publicar',
] as const satisfies FileStep[];

/** A file's progress: each step with its state. A file that did not come from a source was received before. */
export function stepStates(
  file: Pick<UploadFile, 'step' | 'stepTimes' | 'outcome'>,
  status: UploadStatus,
): ShownStep[] {
  const last = lastStep(file);
  return shownSteps.map((step, index) => ({
    step,
    spentMs: file.stepTimes[step],
    state: stateOf(index - last, file, status),
  }));
}

/** The file's current or last step, as an index of the shown steps; -1 before the first. */
function lastStep({
  step,
  stepTimes,
  outcome,
}: Pick<UploadFile, 'step' | 'stepTimes' | 'outcome'>) {
  if (outcome === 'PUBLISHED') return shownSteps.length;
  const at = shownSteps.findIndex((shown) => shown === step);
  if (at >= 0) return at;
  const ended = shownSteps.findLastIndex((shown) => stepTimes[shown] !== undefined);
  // Between two steps the previous one is done; a file that ended stays at its last step.
  return step === 'pronto' || ended < 0 ? ended : ended + 0.5;
}

function stateOf(
  distance: number,
  { outcome }: Pick<UploadFile, 'outcome'>,
  status: UploadStatus,
): StepState {
  if (distance < 0) return 'done';
  if (outcome === 'UNCHANGED') return distance === 0 ? 'done' : 'spared';
  if (distance > 0) return 'ahead';
  if (outcome === 'REFUSED') return 'failed';
  if (status === 'PROCESSING') return 'current';
  if (status === 'AWAITING_APPROVAL' || status === 'PENDING') return 'waiting';
  return 'stopped';
}
