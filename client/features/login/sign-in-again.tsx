import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { Sheet } from '../../components/sheet.tsx';
import { closeSignInAgain, enterSession, resumeSession } from '../../lib/session.ts';
import { LoginForm, ProviderButton } from './login-form.tsx';

/** The login form over the screen of a session that ended on the server. What this user typed on the screen stays. */
export default function SignInAgain({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const returnTo = useRouterState({
    select: ({ location }) => location.pathname + location.searchStr,
  });
  return (
    <Sheet title="Entrar de novo" side="center" isOpen onOpen={() => closeSignInAgain(client)}>
      <p className="mb-4 text-dense text-muted">
        Sua sessão foi encerrada. O que está na tela continua depois do login.
      </p>
      <LoginForm
        knownEmail={user.email}
        onSuccess={(entered) => {
          if (entered.id !== user.id) enterSession(client, entered);
          void resumeSession(client);
        }}
      />
      <ProviderButton returnTo={returnTo} target="_blank" />
    </Sheet>
  );
}
