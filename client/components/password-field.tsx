import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { IconButton } from './button.tsx';
import { Field, TextField, type TextFieldProps } from './field.tsx';

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

/** A code of the second factor, which takes the focus: it appears when the server requires it. */
export function CodeField(props: Pick<TextFieldProps, 'name' | 'value' | 'error' | 'onText'>) {
  return (
    <TextField
      label="Código de verificação"
      hint="Os 6 números do seu aplicativo, ou um código de recuperação."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      // The server has just required this step.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      {...props}
    />
  );
}
