import type { Options } from '../../shared/codes/keys.ts';

/** A choice between a few views; each button has its pressed state. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValue,
}: {
  label: string;
  options: Options<Value>;
  value: Value;
  onValue: (value: Value) => void;
}) {
  return (
    <fieldset aria-label={label} className="inline-flex flex-wrap rounded-control bg-sunken p-0.5">
      {options.map(([code, text]) => (
        <button
          key={code}
          type="button"
          aria-pressed={code === value}
          onClick={() => onValue(code)}
          className="min-h-8 rounded-[4px] px-3 text-dense text-muted aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
