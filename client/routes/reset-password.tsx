import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass, loneLinkClass } from '../components/button.tsx';
import { CenteredCard } from '../components/document.tsx';
import { ResetPasswordForm } from '../features/passwords/password-forms.tsx';
import { endSession, currentUserOptions, useCurrentUser } from '../lib/session.ts';

/** The target of the mailed link: sets a new password for the holder of its token. */
export default function ResetPasswordPage() {
  const client = useQueryClient();
  const token = useToken();
  // The user may open another mail's link on the page of this one.
  const [spent, setSpent] = useState<string>();
  if (token !== '' && spent === token) return <Done />;
  if (token === '') return <NoToken />;
  return (
    <CenteredCard
      title="Redefinir senha"
      lead="Escolha uma nova senha. As sessões abertas com a antiga serão encerradas."
      footer={
        <Link to="/forgot-password" className={loneLinkClass}>
          Solicitar novo reset
        </Link>
      }
    >
      <ResetPasswordForm
        key={token}
        token={token}
        onReset={() => {
          setSpent(token);
          // The link may belong to another user than the signed-in one, whose session continues.
          void client.refetchQueries({ queryKey: currentUserOptions.queryKey });
        }}
      />
    </CenteredCard>
  );
}

/** A token after the `#` never leaves the browser for a server, proxy or log. A query parameter is accepted too. */
function useToken(): string {
  const { token } = useSearch({ from: '__root__' });
  const behind = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') });
  return (behind ?? (typeof token === 'string' ? token : '')).trim();
}

function NoToken() {
  return (
    <CenteredCard
      title="Token Inválido"
      lead="Token de recuperação não encontrado. Solicite um novo reset de senha."
    >
      <div className="flex flex-col gap-2">
        <Link to="/forgot-password" className={buttonClass('primary')}>
          Solicitar novo reset
        </Link>
        <Link to="/login" className={buttonClass('secondary')}>
          Voltar ao login
        </Link>
      </div>
    </CenteredCard>
  );
}

function Done() {
  const user = useCurrentUser();
  return (
    <CenteredCard
      title="Senha Redefinida!"
      lead="Sua senha foi redefinida com sucesso! Você já pode fazer login."
    >
      {user === null ? (
        <Link to="/login" className={buttonClass('primary', 'w-full')}>
          Fazer login
        </Link>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-muted wrap-anywhere">
            Neste navegador continua aberta a sessão de {user.email}.
          </p>
          <Button look="primary" onClick={endSession}>
            Sair e fazer login
          </Button>
          <Link to="/dashboard" className={buttonClass('secondary')}>
            Continuar como {user.firstName}
          </Link>
        </div>
      )}
    </CenteredCard>
  );
}
