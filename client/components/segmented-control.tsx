/** A choice between a few views; each button has its pressed state. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValue,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValue: (value: Value) => void;
}) {
  return (
    <fieldset aria-label={label} className="inline-flex flex-wrap rounded-control bg-sunken p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
          className="min-h-8 rounded-[4px] px-3 text-dense text-muted aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
