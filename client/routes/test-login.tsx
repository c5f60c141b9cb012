import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { roles } from '../../shared/codes/roles.ts';
import type { CurrentUser } from '../../shared/contracts/identity.ts';
import { Button, loneLinkClass } from '../components/button.tsx';
import { CenteredCard } from '../components/document.tsx';
import { TextField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { CallError, errorSentence } from '../lib/call.ts';
import { endSession, enterSession, login } from '../lib/session.ts';

/** A diagnostic page: queries the server directly and shows its response, or that it is unreachable. */
export default function TestLoginPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useMutation({ mutationFn: login });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    attempt.mutate({ email: email.trim(), password });
  };
  return (
    <CenteredCard
      title="Teste de login"
      lead="Página de diagnóstico. Faz um login direto e mostra o que o servidor respondeu."
      footer={
        <Link to="/login" className={loneLinkClass}>
          Ir para o login
        </Link>
      }
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          onText={setEmail}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          value={password}
          onText={setPassword}
        />
        <Button type="submit" look="primary" disabled={attempt.isPending} className="mt-2 w-full">
          {attempt.isPending ? 'Testando...' : 'Testar login'}
        </Button>
        {attempt.isError && <Failed error={attempt.error} />}
        {attempt.isSuccess && <Succeeded user={attempt.data} />}
      </form>
    </CenteredCard>
  );
}

function Failed({ error }: { error: Error }) {
  const title =
    error instanceof CallError ? `O servidor respondeu ${error.status}` : 'Erro de conexão';
  return (
    <Notice tone="danger" title={title}>
      {errorSentence(error)}
    </Notice>
  );
}

function Succeeded({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = () => {
    void navigate({ to: '/dashboard' });
    enterSession(client, user);
  };
  return (
    <Notice
      tone="neutral"
      title="O servidor respondeu 200"
      actions={
        <>
          <Button look="primary" onClick={open}>
            Abrir o sistema
          </Button>
          <Button onClick={endSession}>Encerrar a sessão</Button>
        </>
      }
    >
      Sessão aberta para {user.email} ({roles[user.role]}).
    </Notice>
  );
}
