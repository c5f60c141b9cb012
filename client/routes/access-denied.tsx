import { Link } from '@tanstack/react-router';
import { roles } from '../../shared/codes/roles.ts';
import { buttonClass } from '../components/button.tsx';
import { useCurrentUser } from '../lib/session.ts';

/** A screen that exists, but is not allowed for the user's role. */
export default function AccessDeniedPage() {
  const user = useCurrentUser();
  return (
    <main className="mx-auto flex min-h-[70dvh] max-w-prose flex-col items-start justify-center gap-4 px-4">
      <title>Acesso negado · CAGED Analytics</title>
      <h1 className="text-figure font-semibold">Acesso negado</h1>
      <p>
        Esta tela é só para administradores
        {user && `, e a sua conta é de ${roles[user.role]}`}. Se você precisa dela, fale com um
        administrador.
      </p>
      <Link to="/" className={buttonClass('primary')}>
        Ir para a pesquisa
      </Link>
    </main>
  );
}
