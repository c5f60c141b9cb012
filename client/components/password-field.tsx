import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import { Field, type TextFieldProps } from './field.tsx';

/** A password with a button that shows or hides the typed text. */
export function PasswordField({
  label,
  hint,
  error,
  onText,
  ...rest
}: Omit<TextFieldProps, 'type' | 'className'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
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
          <IconButton
            label={`${isShown ? 'Ocultar' : 'Mostrar'}: ${label}`}
            onClick={() => setShown(!isShown)}
            className="absolute top-1/2 right-0.5 -translate-y-1/2"
          >
            <Icon aria-hidden size={18} />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
