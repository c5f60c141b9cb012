import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useRouterState } from '@tanstack/react-router';
import type { CurrentUser } from '../../shared/contracts/identity.ts';
import type { Proof } from '../../shared/contracts/my-sessions.ts';
import { CallError, failedField, failureText } from '../lib/call.ts';
import { Button, buttonClass } from './button.tsx';
import { CodeField, PasswordField } from './password-field.tsx';
import { Sheet } from './sheet.tsx';
import { confirmedMinutes } from '../../shared/contracts/provider.ts';
import { providerAddress, signInProviderOptions } from '../lib/provider.ts';
import { useCurrentUser } from '../lib/session.ts';
import { ActFailure } from './failure-notice.tsx';
import { FormActions } from './form-actions.tsx';

/** Whether a failure concerns the proof itself; the dialog then shows it. */
export const isAboutProof = (error: Error): boolean =>
  failedField(error, ['password', 'code']) !== undefined ||
  (error instanceof CallError && ['must_confirm', 'too_many_attempts'].includes(error.code ?? ''));

/** Lets the dialog close if a failure does not concern the proof: the form behind it shows that failure. */
export async function unlessOfForm(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && !isAboutProof(error)) return;
    throw error;
  }
}

/**
 * Requires a fresh proof of identity before an action: the password, a code of the second factor once the server
 * requires one, or a new proof at the provider. The dialog shows a failure and leaves the typed values in place.
 */
export function ConfirmWithPassword({
  title,
  label,
  busyLabel,
  act,
  onClose,
  children,
}: {
  title: string;
  /** The button's text, before and during the action. */
  label: string;
  busyLabel: string;
  act: (proof: Proof) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const user = useCurrentUser();
  const acting = useMutation({
    mutationFn: act,
    onError: (error) => {
      if (failedField(error, ['code'])) setCode((typed) => typed ?? '');
    },
  });
  const proof = proofOf(user, acting.error);
  const typedInto = (set: (text: string) => void) => (text: string) => {
    set(text);
    // A call in progress stays observed: it still disables the button and closes the dialog.
    if (acting.isError) acting.reset();
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const typedCode = code?.trim() ?? '';
    const given = { password, ...(typedCode !== '' && { code: typedCode }) };
    // Not in the options above, which would close the next dialog if this one was closed meanwhile.
    acting.mutate(given, { onSuccess: onClose });
  };
  const failure = acting.error && failureText(acting.error, 'Tente de novo em instantes.');
  const isOfCode = acting.error !== null && failedField(acting.error, ['code']) !== undefined;
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
            onText={typedInto(setPassword)}
            error={isOfCode ? undefined : (failure ?? undefined)}
          />
        )}
        {proof === 'password' && code !== undefined && (
          <CodeField
            value={code}
            onText={typedInto(setCode)}
            error={isOfCode ? (failure ?? undefined) : undefined}
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
            {proof === 'proved' && failure && (
              <p role="alert" className="text-danger">
                {failure}
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

/** Replaces the password field for a user without a password: a button to prove the identity at the provider. */
function ProviderProof() {
  const { data } = useQuery(signInProviderOptions);
  const here = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-dense text-muted">
        Antes, identifique-se de novo em {data?.label ?? 'seu provedor de login'}. Você volta a esta
        tela e tem {confirmedMinutes} minutos para repetir o que ia fazer.
      </p>
      <a href={providerAddress('confirm', here)} className={buttonClass('secondary')}>
        Identificar-se
      </a>
    </div>
  );
}

/**
 * How the user confirms: with the password, at the provider first, or not at all soon after that. The server decides how
 * soon, as the browser's clock may be wrong.
 */
export function proofOf(user: CurrentUser | null, error: Error | null) {
  if (user?.signsInElsewhere !== true) return 'password';
  const isRefused = error instanceof CallError && error.code === 'must_confirm';
  return user.confirmedUntil === undefined || isRefused ? 'provider' : 'proved';
}

/** Requests confirmation before an action. If it is closed meanwhile, the end of the action closes no later dialog. */
export function ConfirmAct({
  title,
  label,
  busyLabel = 'Excluindo...',
  failureTitle = 'Não foi possível excluir',
  act,
  onClose,
  children,
}: {
  title: string;
  /** The button's text, before and during the action. */
  label: string;
  busyLabel?: string;
  failureTitle?: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const acting = useMutation({ mutationFn: act });
  return (
    <Sheet
      title={title}
      side="center"
      isOpen
      onOpen={onClose}
      footer={
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            disabled={acting.isPending}
            onClick={() => acting.mutate(undefined, { onSuccess: onClose })}
          >
            {acting.isPending ? busyLabel : label}
          </Button>
          <Button onClick={onClose}>Voltar</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="wrap-anywhere">{children}</div>
        <ActFailure error={acting.error} fallback={failureTitle} />
      </div>
    </Sheet>
  );
}
