import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { failureText } from '../lib/failure-text.ts';
import { useProof } from '../lib/use-proof.ts';
import { Button } from './button.tsx';
import { FormActions } from './form-actions.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderProof } from './provider-proof.tsx';
import { Sheet } from './sheet.tsx';

/** Asks for the own password, or for a new proof at the provider, before an act; a failure is told on the field, and what was typed stays. */
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
  const proof = useProof();
  const acting = useMutation({ mutationFn: act, onSuccess: onClose });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    acting.mutate(password);
  };
  return (
    <Sheet title={title} side="center" isOpen onOpen={onClose}>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <div className="wrap-anywhere">{children}</div>
        {proof === 'password' && (
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
        )}
        {proof === 'provider' ? (
          <>
            <ProviderProof />
            <Button className="self-start" onClick={onClose}>
              Cancelar
            </Button>
          </>
        ) : (
          <>
            {proof === 'proved' && acting.error && (
              <p role="alert" className="text-danger">
                {failureText(acting.error, 'Tente de novo em instantes.')}
              </p>
            )}
            <FormActions
              label={label}
              busyLabel={busyLabel}
              isBusy={acting.isPending}
              onCancel={onClose}
            />
          </>
        )}
      </form>
    </Sheet>
  );
}
