import { useId, useState, type ReactNode } from 'react';
import { formatDecimal } from '../../../shared/words/format.ts';
import type { Position, Reading } from './reading.ts';

/** What the handle reads, and a field for a percentile; the result of a loaded distribution is there before the next frame. */
export function ReadingForm({
  position,
  reading,
  waiting,
  onPosition,
  hint,
}: {
  position: Position;
  reading: Reading;
  /** Shown while the wanted position is not known: that it loads, or why it cannot. */
  waiting: string | undefined;
  onPosition: (position: Position) => void;
  /** A hint about another way to query, where there is one. */
  hint?: string;
}) {
  const [refusal, setRefusal] = useState<string>();
  const shownPercentile =
    position.kind === 'percentile'
      ? position.tenThousandths / 100
      : Math.round(reading.tenThousandths / 100);
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p data-reading className="font-semibold tabular-nums">
        {reading.sentence}
      </p>
      <p className="mt-0.5 min-h-9 text-dense text-muted tabular-nums">
        {waiting ?? [reading.detail, reading.note].filter((text) => text !== null).join(' ')}
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-3 print:hidden">
        <Entry
          label="Ver um percentil"
          unit="P"
          className="w-24"
          shown={formatDecimal(shownPercentile)}
          refusal="Informe um percentil de 0 a 100, com até duas casas."
          read={(text) => {
            const tenThousandths = maybeTenThousandths(text);
            return tenThousandths === undefined
              ? undefined
              : { kind: 'percentile', tenThousandths };
          }}
          onPosition={onPosition}
          onRefused={setRefusal}
        />
        {refusal === undefined ? (
          <p className="pb-2.5 text-dense text-muted">{hint}</p>
        ) : (
          <p role="alert" className="pb-2.5 text-dense text-danger">
            {refusal}
          </p>
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

/** An editable figure: while it has the focus it shows the typed text, otherwise the current value. */
function Entry({
  label,
  unit,
  shown,
  className,
  refusal,
  read,
  onPosition,
  onRefused,
}: {
  label: string;
  unit: ReactNode;
  shown: string;
  className: string;
  /** The message for a text that is not a valid value. */
  refusal: string;
  read: (text: string) => Position | undefined;
  onPosition: (position: Position) => void;
  onRefused: (refusal: string | undefined) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isRefused = typed !== null && !isUnfinished(typed) && read(typed) === undefined;
  const handleText = (text: string) => {
    const position = read(text);
    setTyped(text);
    onRefused(position === undefined && !isUnfinished(text) ? refusal : undefined);
    if (position !== undefined) onPosition(position);
  };
  const handleBlur = () => {
    setTyped(null);
    onRefused(undefined);
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-dense font-medium">
        {label}
      </label>
      <span className={`relative ${className}`}>
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
        >
          {unit}
        </span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isRefused || undefined}
          className="control pl-9 text-right tabular-nums"
          value={typed ?? shown}
          onFocus={(event) => event.target.select()}
          onChange={(event) => handleText(event.target.value)}
          onBlur={handleBlur}
        />
      </span>
    </div>
  );
}

/** Empty, or a number whose decimals are still missing. */
const isUnfinished = (text: string) => /^\s*$|[.,]$/.test(text);
