import { Link } from '@tanstack/react-router';
import { buttonClass } from '../components/button.tsx';
import { useCurrentUser } from '../lib/session.ts';

/** A path that the current route set does not have. Who is signed out may find it after the login. */
export default function NotFoundPage() {
  const user = useCurrentUser();
  return (
    <main className="mx-auto flex min-h-[70dvh] max-w-prose flex-col items-start justify-center gap-4 px-4">
      <title>Page Not Found · CAGED Analytics</title>
      <p className="text-dense text-muted tabular-nums">404</p>
      <h1 className="text-figure font-semibold">Page Not Found</h1>
      {user ? (
        <>
          <p>Este endereço não existe. Confira o link ou volte à pesquisa.</p>
          <Link to="/" className={buttonClass('primary')}>
            Ir para a pesquisa
          </Link>
        </>
      ) : (
        <>
          <p>Este endereço não existe, ou só existe para quem entrou no sistema.</p>
          <Link to="/login" search className={buttonClass('primary')}>
            Fazer Login
          </Link>
        </>
      )}
    </main>
  );
}
