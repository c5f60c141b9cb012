import { Popover } from 'radix-ui';
import {
  qualityOfAnswer,
  type LoadedMonths,
  type QualityLevel,
} from '../../../shared/statistics/quality.ts';
import type { AnswerHead } from '../../../shared/contracts/search.ts';

const tones: Record<QualityLevel, string> = {
  alta: 'border-good/50 text-good',
  media: 'border-control text-ink',
  baixa: 'border-warm/50 bg-warm-soft text-warm',
  insuficiente: 'border-warm/50 bg-warm-soft text-warm',
};

/** The reliability of the figures in one word; a click explains it. */
export function QualityBadge({
  answer,
  loaded,
}: {
  answer: Pick<AnswerHead, 'statistics' | 'method'>;
  loaded: LoadedMonths;
}) {
  const quality = qualityOfAnswer(answer, loaded);
  return (
    <Popover.Root>
      <Popover.Trigger
        // The touch target is taller than what is drawn.
        className="-my-2.5 inline-flex min-h-11 items-center rounded-control hover:[&>span]:decoration-solid"
      >
        <span
          className={`rounded-control border px-2 py-0.5 text-fine font-medium whitespace-nowrap underline decoration-dotted underline-offset-2 ${tones[quality.level]}`}
        >
          qualidade {quality.label.toLowerCase()}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={`Qualidade ${quality.label.toLowerCase()}: por quê`}
          className="fade-in z-40 flex w-96 max-w-[calc(100vw-24px)] flex-col gap-2 rounded-card border border-control bg-surface p-4 text-dense tabular-nums"
        >
          <p className="font-medium">Por que a qualidade é {quality.label.toLowerCase()}</p>
          <ul className="flex list-disc flex-col gap-1 pl-4">
            {quality.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="text-muted">
            Vale o pior destes critérios: número de registros, largura do intervalo da mediana,
            idade dos dados e arquivos que faltam.
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
