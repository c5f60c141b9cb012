import type { ReactNode } from 'react';
import { Popover } from 'radix-ui';
import { PopoverContent } from './popover-content.tsx';
import type { QualityLevel } from '../../shared/statistics/quality.ts';
import { Badge } from './badge.tsx';

const tones = { alta: 'good', media: 'neutral', baixa: 'warm', insuficiente: 'warm' } as const;

/** A quality as a badge that shows its reason when pressed; Esc closes it. */
export function ExplainedBadge({
  level,
  text,
  subject,
  explanation,
}: {
  level: QualityLevel;
  text: string;
  /** What the badge refers to, for a user who cannot see its position. */
  subject: string;
  explanation: ReactNode;
}) {
  return (
    <Popover.Root>
      <Popover.Trigger className="-my-1 inline-flex min-h-6 items-center rounded-control py-1 pointer-coarse:min-h-11">
        <Badge tone={tones[level]}>
          <span className="underline decoration-dotted underline-offset-3">{text}</span>
        </Badge>
        <span className="sr-only">{` por quê? ${subject}`}</span>
      </Popover.Trigger>
      <PopoverContent aria-label={`${text}: ${subject}`} className="w-80 p-3 text-dense">
        {explanation}
      </PopoverContent>
    </Popover.Root>
  );
}
