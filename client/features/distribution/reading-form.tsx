import { useId, useState } from 'react';
import { UnitInput } from '../../components/unit-input.tsx';
import { formatDecimal } from '../../../shared/words/format.ts';
import type { Position, Reading } from './reading.ts';

/** What the handle reads, and a field for a percentile, which shows the current one while it has no focus. */
export function ReadingForm({
  position,
  reading,
  waiting,
  onPosition,
  hint,
}: {
  position: Position;
  reading: Reading;
  /** Shown while the position is unknown: the loading message, or why loading failed. */
  waiting: string | undefined;
  onPosition: (position: Position) => void;
  /** A hint about another way to query, where there is one. */
  hint?: string;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isRefused =
    typed !== null && !isUnfinished(typed) && maybeTenThousandths(typed) === undefined;
  const shown =
    position.kind === 'percentile'
      ? position.tenThousandths / 100
      : Math.round(reading.tenThousandths / 100);
  const handleText = (text: string) => {
    setTyped(text);
    const tenThousandths = maybeTenThousandths(text);
    if (tenThousandths !== undefined) onPosition({ kind: 'percentile', tenThousandths });
  };
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p data-reading className="font-semibold tabular-nums">
        {reading.sentence}
      </p>
      <p className="mt-0.5 min-h-9 text-dense text-muted tabular-nums">
        {waiting ?? [reading.detail, reading.note].filter((text) => text !== null).join(' ')}
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-3 print:hidden">
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="text-dense font-medium">
            Ver um percentil
          </label>
          <UnitInput
            id={id}
            unit="P"
            className="w-24"
            isInvalid={isRefused}
            value={typed ?? formatDecimal(shown)}
            onChange={(event) => handleText(event.target.value)}
            onBlur={() => setTyped(null)}
          />
        </div>
        {isRefused ? (
          <p role="alert" className="pb-2.5 text-dense text-danger">
            Informe um percentil de 0 a 100, com até duas casas.
          </p>
        ) : (
          <p className="pb-2.5 text-dense text-muted">{hint}</p>
        )}
      </div>
    </div>
  );
}

/** "68" or "99,5" in ten-thousandths; undefined outside 0 to 100. */
function maybeTenThousandths(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(trimmed)) return undefined;
  const tenThousandths = Math.round(Number(trimmed.replace(',', '.')) * 100);
  return tenThousandths <= 10_000 ? tenThousandths : undefined;
}

/** Empty, or a number whose decimals are still missing. */
const isUnfinished = (text: string) => /^\s*$|[.,]$/.test(text);
