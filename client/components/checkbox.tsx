import Check from 'lucide-react/icons/check';
import { useId, type ReactNode } from 'react';

export function Checkbox({
  label,
  hint,
  isChecked,
  isDisabled = false,
  onChecked,
}: {
  label: ReactNode;
  hint?: string;
  isChecked: boolean;
  isDisabled?: boolean;
  onChecked: (isChecked: boolean) => void;
}) {
  const hintId = useId();
  return (
    <div>
      <label
        className={`inline-flex min-h-9 items-start gap-3 rounded-control py-1.5 pr-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11 pointer-coarse:py-2.5 ${isDisabled ? 'text-muted' : 'cursor-pointer'}`}
      >
        <span className="relative mt-0.5 flex size-5 shrink-0">
          <input
            type="checkbox"
            className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
            checked={isChecked}
            // A natively disabled one would lose the focus.
            aria-disabled={isDisabled || undefined}
            aria-describedby={hint === undefined ? undefined : hintId}
            onChange={(event) => isDisabled || onChecked(event.target.checked)}
          />
          <span
            aria-hidden
            className="pointer-events-none flex size-5 items-center justify-center rounded-[4px] border border-control text-on-accent *:invisible peer-checked:border-accent peer-checked:bg-accent peer-checked:*:visible"
          >
            <Check size={14} strokeWidth={3} />
          </span>
        </span>
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="pl-8 text-dense text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
