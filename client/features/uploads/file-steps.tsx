import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import CircleDot from 'lucide-react/icons/circle-dot';
import Pause from 'lucide-react/icons/pause';
import X from 'lucide-react/icons/x';
import type { LucideIcon } from 'lucide-react';
import {
  fileStepLabels,
  type FileStep,
  type UploadFile,
  type UploadStatus,
} from '../../../shared/contracts/uploads.ts';
import { formatMilliseconds } from '../../../shared/words/format.ts';

const looks = {
  done: { icon: Check, className: 'text-good', words: 'feito' },
  current: { icon: CircleDot, className: 'text-accent', words: 'em andamento' },
  waiting: { icon: Pause, className: 'text-warm', words: 'espera' },
  failed: { icon: X, className: 'text-danger', words: 'parou aqui' },
  stopped: { icon: X, className: 'text-muted', words: 'interrompido' },
  spared: { icon: Circle, className: 'text-muted', words: 'não foi preciso' },
  ahead: { icon: Circle, className: 'text-muted', words: 'ainda não' },
} as const satisfies Record<string, { icon: LucideIcon; className: string; words: string }>;
type StepState = keyof typeof looks;

/** A file's processing steps; each finished step has its duration. */
export function FileSteps({ label, steps }: { label: string; steps: readonly ShownStep[] }) {
  return (
    <div className="@container">
      <ol aria-label={label} className="grid gap-2 @xl:grid-cols-5">
        {steps.map(({ step, state, spentMs }) => {
          const { icon: Icon, className, words } = looks[state];
          return (
            <li
              key={step}
              aria-current={state === 'current' ? 'step' : undefined}
              className={`flex min-w-0 gap-2 border-t-2 pt-2 @max-xl:border-t-0 @max-xl:border-l-2 @max-xl:pt-0 @max-xl:pl-3 ${
                state === 'done' ? 'border-good' : 'border-line'
              } ${state === 'current' ? 'border-accent' : ''}`}
            >
              <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${className}`} />
              <span className="min-w-0 text-dense">
                <span className={`block ${state === 'current' ? 'font-medium' : ''}`}>
                  {fileStepLabels[step]}
                </span>
                <span className="block text-muted tabular-nums">
                  {spentMs !== undefined && state !== 'current' ? (
                    <>
                      {state !== 'done' && `${words} após `}
                      <span className="sr-only">{state === 'done' && `${words} em `}</span>
                      {formatMilliseconds(spentMs)}
                    </>
                  ) : (
                    words
                  )}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface ShownStep {
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
