import { Link } from '@tanstack/react-router';
import { buttonClass } from '../components/button.tsx';
import { useCurrentUser } from '../lib/session.ts';

/** A path that the current route set does not have. */
export default function NotFoundPage() {
  const user = useCurrentUser();
  return (
    <main className="mx-auto flex min-h-[70dvh] max-w-prose flex-col items-start justify-center gap-4 px-4">
      <title>Page Not Found · CAGED Analytics</title>
      <p className="text-dense text-muted tabular-nums">404</p>
      <h1 className="text-figure font-semibold">Page Not Found</h1>
      <p>Este endereço não existe. Confira o link ou volte ao começo.</p>
      <Link to="/" className={buttonClass('primary')}>
        {user ? 'Ir para a pesquisa' : 'Fazer Login'}
      </Link>
    </main>
  );
}
