import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps, ReactNode } from 'react';
import type { Options } from '../../shared/codes/keys.ts';
import { Field } from './field.tsx';

/** The platform's select: it works with every keyboard, screen reader and touch screen. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onValue,
  hint,
  error,
}: {
  label: string;
  value: Value;
  options: Options<Value>;
  onValue: (value: Value) => void;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <BareSelect
          {...wiring}
          value={value}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex];
            if (chosen) onValue(chosen[0]);
          }}
        >
          {options.map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </BareSelect>
      )}
    </Field>
  );
}

/** A select without a label of its own, for a row of buttons. */
export function BareSelect(props: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...props} className="control appearance-none truncate pr-9" />
      <ChevronDown
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
