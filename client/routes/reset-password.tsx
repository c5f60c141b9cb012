import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../components/button.tsx';
import { DoorCard } from '../components/door-card.tsx';
import { linkClass } from '../components/link-class.ts';
import { ResetPasswordForm } from '../features/passwords/reset-password-form.tsx';
import { leaveSession } from '../lib/session.ts';

/** Where the mailed link leads: a new password for whoever holds its token. */
export default function ResetPasswordPage() {
  const client = useQueryClient();
  const { token } = useSearch({ from: '__root__' });
  const [isReset, setReset] = useState(false);
  if (isReset) return <Done />;
  if (typeof token !== 'string' || token.trim() === '') return <NoToken />;
  return (
    <DoorCard
      title="Redefinir senha"
      lead="Escolha uma nova senha. As sessões abertas com a antiga serão encerradas."
      footer={
        <Link to="/forgot-password" className={linkClass}>
          Solicitar novo reset
        </Link>
      }
    >
      <ResetPasswordForm
        token={token}
        onReset={() => {
          setReset(true);
          leaveSession(client);
        }}
      />
    </DoorCard>
  );
}

function NoToken() {
  return (
    <DoorCard
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
    </DoorCard>
  );
}

function Done() {
  return (
    <DoorCard
      title="Senha Redefinida!"
      lead="Sua senha foi redefinida com sucesso! Você já pode fazer login."
    >
      <Link to="/login" className={buttonClass('primary', 'w-full')}>
        Fazer login
      </Link>
    </DoorCard>
  );
}
