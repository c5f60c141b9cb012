import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { failureText } from '../lib/failure-text.ts';
import { FormActions } from './form-actions.tsx';
import { PasswordField } from './password-field.tsx';
import { Sheet } from './sheet.tsx';

/** Asks for the own password before an act; a failure is told on the field, and what was typed stays. */
export function ConfirmWithPassword({
  title,
  label,
  busyLabel,
  act,
  onClose,
  children,
}: {
  title: string;
  /** What the button says, and while the act is under way. */
  label: string;
  busyLabel: string;
  act: (password: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [password, setPassword] = useState('');
  const acting = useMutation({ mutationFn: act, onSuccess: onClose });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    acting.mutate(password);
  };
  return (
    <Sheet title={title} side="center" isOpen onOpen={onClose}>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <div className="wrap-anywhere">{children}</div>
        <PasswordField
          label="Sua senha"
          autoComplete="current-password"
          required
          value={password}
          onText={(text) => {
            setPassword(text);
            acting.reset();
          }}
          error={
            acting.error ? failureText(acting.error, 'Tente de novo em instantes.') : undefined
          }
        />
        <FormActions
          label={label}
          busyLabel={busyLabel}
          isBusy={acting.isPending}
          onCancel={onClose}
        />
      </form>
    </Sheet>
  );
}
