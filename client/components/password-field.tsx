import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Field } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  onText: (text: string) => void;
};

/** A password with a button that shows or hides what was typed. */
export function PasswordField({ label, hint, error, onText, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const does = isShown ? 'Ocultar' : 'Mostrar';
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...rest}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className="control pr-12"
            onChange={(event) => onText(event.target.value)}
          />
          <button
            type="button"
            aria-label={`${does}: ${label}`}
            title={does}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-muted hover:text-ink"
          >
            <Icon aria-hidden size={18} />
          </button>
        </div>
      )}
    </Field>
  );
}
