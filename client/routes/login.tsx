import { useNavigate } from '@tanstack/react-router';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import { Wordmark } from '../components/wordmark.tsx';
import { LoginForm } from '../features/login/login-form.tsx';
import { ProductStatement } from '../features/login/product-statement.tsx';
import { loadSignedInPages } from '../page-loaders.ts';

/** The door: the form, and beside it what waits behind it. A shared link keeps its question through the login. */
export default function LoginPage() {
  const navigate = useNavigate();
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <title>Entrar · CAGED Analytics</title>
      <header className="flex items-center justify-between py-4">
        <Wordmark />
        <ThemeToggle />
      </header>
      <main className="grid flex-1 content-center items-center gap-x-16 gap-y-12 py-8 lg:grid-cols-[1fr_380px]">
        <section aria-label="Entrar" className="card p-6 sm:p-8 lg:order-2">
          <h1 className="mb-6 text-title font-semibold">Entrar</h1>
          <LoginForm
            onPending={loadSignedInPages}
            onSuccess={() => void navigate({ to: '/dashboard', search: true })}
          />
        </section>
        <ProductStatement />
      </main>
    </div>
  );
}
