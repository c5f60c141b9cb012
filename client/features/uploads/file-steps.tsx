import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import CircleDot from 'lucide-react/icons/circle-dot';
import Pause from 'lucide-react/icons/pause';
import X from 'lucide-react/icons/x';
import type { LucideIcon } from 'lucide-react';
import { fileStepLabels } from '../../../shared/contracts/uploads.ts';
import { formatMilliseconds } from '../../../shared/words/format.ts';
import type { ShownStep, StepState } from './step-states.ts';

const looks = {
  done: { icon: Check, className: 'text-good', words: 'feito' },
  current: { icon: CircleDot, className: 'text-accent', words: 'em andamento' },
  waiting: { icon: Pause, className: 'text-warm', words: 'espera' },
  failed: { icon: X, className: 'text-danger', words: 'parou aqui' },
  stopped: { icon: X, className: 'text-muted', words: 'interrompido' },
  spared: { icon: Circle, className: 'text-muted', words: 'não foi preciso' },
  ahead: { icon: Circle, className: 'text-muted', words: 'ainda não' },
} as const satisfies Record<StepState, { icon: LucideIcon; className: string; words: string }>;

/** A file's processing steps; each finished step has its duration. */
export function FileSteps({ label, steps }: { label: string; steps: readonly ShownStep[] }) {
  return (
    <ol aria-label={label} className="grid gap-2 sm:grid-cols-5">
      {steps.map(({ step, state, spentMs }) => {
        const { icon: Icon, className, words } = looks[state];
        return (
          <li
            key={step}
            aria-current={state === 'current' ? 'step' : undefined}
            className={`flex min-w-0 gap-2 border-t-2 pt-2 max-sm:border-t-0 max-sm:border-l-2 max-sm:pt-0 max-sm:pl-3 ${
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
  );
}
