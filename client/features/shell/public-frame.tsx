import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { Wordmark } from '../../components/wordmark.tsx';

const quietLink = 'inline-flex min-h-6 items-center text-muted hover:text-ink hover:underline';

/** The frame of screens outside the menu: before and during the login, and public pages. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8 print:min-h-0">
      <header className="flex items-center justify-between py-4">
        <Link to="/" className="rounded-control">
          <Wordmark />
        </Link>
        <ThemeToggle />
      </header>
      <div id="conteudo" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {children}
      </div>
      <footer className="mt-auto flex flex-wrap gap-x-6 gap-y-2 border-t border-line py-4 text-dense">
        <Link to="/privacy" className={quietLink}>
          Aviso de privacidade
        </Link>
        <Link to="/terms" className={quietLink}>
          Termos de uso
        </Link>
      </footer>
    </div>
  );
}
