import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { Button, loneLinkClass, buttonClass } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { CodeField } from '../../components/password-field.tsx';
import { showToast } from '../../components/toast.ts';
import { CallError, failureText, gatewaySentence } from '../../lib/call.ts';
import { lazyPart } from '../../components/lazy.tsx';
import { login } from '../../lib/session.ts';
import { providerAddress, signInProviderOptions } from '../../lib/provider.ts';
import { Skeleton } from '../../components/async-panel.tsx';

/** The e-mail and password form; `onPending` can preload what the next screen needs. */
export function LoginForm({
  knownEmail = '',
  onPending,
  onSuccess,
}: {
  knownEmail?: string;
  onPending?: () => void;
  onSuccess: (user: CurrentUser) => void;
}) {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const signIn = useMutation({
    mutationFn: login,
    onMutate: () => onPending?.(),
    onSuccess: (user) => {
      onSuccess(user);
      showToast({ title: 'Login realizado', description: 'Bem-vindo ao CAGED Analytics!' });
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === 'code_required' && code === undefined) {
        setCode('');
        return;
      }
      showToast({
        tone: 'danger',
        title: 'Erro no login',
        description: signInProblem(error),
      });
    },
  });

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (email.trim() === '' || password.trim() === '') {
      showToast({
        tone: 'danger',
        title: 'Campos obrigatórios',
        description: 'Por favor, preencha email e senha.',
      });
      const blank = email.trim() === '' ? 'email' : 'password';
      event.currentTarget.querySelector<HTMLElement>(`[name=${blank}]`)?.focus();
      return;
    }
    const typedCode = code?.trim() ?? '';
    signIn.mutate({ email: email.trim(), password, ...(typedCode !== '' && { code: typedCode }) });
  };

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onText={setEmail}
      />
      <TextField
        label="Senha"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onText={setPassword}
      />
      {code !== undefined && <CodeField name="code" value={code} onText={setCode} />}
      <Button type="submit" look="primary" disabled={signIn.isPending} className="mt-2 w-full">
        {signIn.isPending ? 'Entrando...' : 'Entrar'}
      </Button>
      <Link to="/forgot-password" className={`self-center ${loneLinkClass}`}>
        Esqueci minha senha
      </Link>
    </form>
  );
}

const wrongPassword = 'Usuário ou senha inválidos';

/** Only a 401 without a message means a wrong password. */
export const signInProblem = (error: Error): string =>
  error instanceof CallError && error.status === 401 && error.code === undefined
    ? wrongPassword
    : failureText(error, gatewaySentence(error) ?? wrongPassword);

/**
 * The link to sign in with the provider, where there is one; afterwards the user returns to the requested screen, in
 * another tab if this one has a screen to preserve.
 */
export function ProviderButton({ returnTo, target }: { returnTo: string; target?: '_blank' }) {
  const { data } = useQuery(signInProviderOptions);
  if (typeof data?.label !== 'string') return null;
  return (
    <div className="mt-6 border-t border-line pt-6">
      <a
        href={providerAddress('start', returnTo)}
        target={target}
        // Without an opener, Safari calls the request one of another site, which does not lead to the provider.
        rel={target && 'opener'}
        className={buttonClass('secondary', 'w-full text-center wrap-anywhere')}
      >
        Entrar com {data.label}
        {target && ' (outra aba)'}
      </a>
    </div>
  );
}

const ProductTour = lazyPart(
  () => import('./product-tour.tsx'),
  <>
    <Skeleton className="h-88" />
    <Skeleton className="h-80" />
  </>,
);

/** What the product is, for users who are not signed in; the form beside it does not wait for this. */
export function ProductStatement() {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <p className="max-w-xl text-[1.75rem] leading-9 font-semibold tracking-tight text-balance">
        Salários de contratação do emprego formal no Brasil, com dados oficiais.
      </p>
      <ProductTour />
    </div>
  );
}
