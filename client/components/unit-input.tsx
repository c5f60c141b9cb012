import type { ComponentProps } from 'react';

/** An input for a number, with its unit in front. Focus selects the number. */
export function UnitInput({
  unit,
  className,
  isInvalid,
  ...input
}: {
  unit: string;
  className: string;
  isInvalid: boolean;
} & ComponentProps<'input'>) {
  return (
    <span className={`relative ${className}`}>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
      >
        {unit}
      </span>
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isInvalid || undefined}
        className="control pl-10 text-right tabular-nums"
        onFocus={(event) => event.target.select()}
        {...input}
      />
    </span>
  );
}
