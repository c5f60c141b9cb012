import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { problemParameter } from '../../shared/contracts/provider.ts';
import { LoginForm, ProviderButton, ProductStatement } from '../features/login/login-form.tsx';
import { lazyPart } from '../components/lazy.tsx';
import { withoutProblem } from '../lib/provider.ts';
import { enterSession } from '../lib/session.ts';
import { loadSignedInPages } from './page-loaders.ts';

const ProviderNotice = lazyPart(() => import('../features/login/provider-notice.tsx'));

/** The login form, with a presentation of the product beside it. A shared link is preserved through the login. */
export default function LoginPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const {
    pathname: path,
    search,
    searchStr,
  } = useRouterState({ select: (state) => state.location });
  const isLoginAddress = path === '/' || path === '/login';
  return (
    <main className="grid flex-1 content-center items-start gap-x-16 gap-y-12 py-8 lg:grid-cols-[1fr_380px]">
      <title>Entrar · CAGED Analytics</title>
      <section aria-label="Entrar" className="card p-6 sm:p-8 lg:sticky lg:top-8 lg:order-2">
        <h1 className="text-title font-semibold">Entrar</h1>
        {!isLoginAddress && (
          <p className="mt-1 text-muted">Depois do login, você vai para a página que abriu.</p>
        )}
        {problemParameter in search && <ProviderNotice search={search} />}
        <div className="mt-6">
          <LoginForm
            onPending={loadSignedInPages}
            onSuccess={(user) => {
              if (isLoginAddress) void navigate({ to: '/dashboard', search: withoutProblem });
              enterSession(client, user);
            }}
          />
          <ProviderButton returnTo={isLoginAddress ? '/' : path + searchStr} />
        </div>
      </section>
      <ProductStatement />
    </main>
  );
}
