import { useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { Button } from './components/button.tsx';
import { Notice } from './components/notice.tsx';
import { PageSpinner } from './components/spinner.tsx';
import { parseUrlState, stringifyUrlState, type UrlState } from './lib/url-state.ts';
import { releaseOptions } from './lib/release.ts';
import { currentUserOptions, useCurrentUser } from './lib/session.ts';
import { loadAppShell, loadSearchPage, loadSignedInPages } from './page-loaders.ts';
import NotFoundPage from './routes/not-found.tsx';

const AppShell = lazy(loadAppShell);
const SearchPage = lazy(loadSearchPage);
const LoginPage = lazy(() => import('./routes/login.tsx'));

/** Sign-in state decides the route set: a path has a screen for one state, for the other, or for both. */
type Screens = { signedIn?: ComponentType; signedOut?: ComponentType };

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  validateSearch: (search: UrlState) => search,
});

const routeTree = rootRoute.addChildren([
  screenRoute('/', { signedIn: SearchPage, signedOut: LoginPage }),
  screenRoute('/dashboard', { signedIn: SearchPage }),
  screenRoute('/login', { signedIn: ToDashboard, signedOut: LoginPage }),
]);

export const router = createRouter({
  routeTree,
  parseSearch: parseUrlState,
  stringifySearch: stringifyUrlState,
  scrollRestoration: true,
  defaultErrorComponent: BrokenPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function screenRoute<Path extends string>(path: Path, screens: Screens) {
  function Screen() {
    const Content = (useCurrentUser() ? screens.signedIn : screens.signedOut) ?? NotFoundPage;
    return <Content />;
  }
  return createRoute({ getParentRoute: () => rootRoute, path, component: Screen });
}

function Root() {
  const user = useQuery(currentUserOptions);
  // Both chunks and the state of the data at once: nothing on the screen waits for the one before it.
  useQuery({ ...releaseOptions, enabled: Boolean(user.data) });
  if (user.data) loadSignedInPages();
  if (user.isPending) return <PageSpinner />;
  if (user.isError && user.data === undefined) {
    return <Unreachable error={user.error} retry={() => void user.refetch()} />;
  }
  return (
    <Suspense fallback={<PageSpinner />}>
      {user.data ? (
        <AppShell user={user.data}>
          <Outlet />
        </AppShell>
      ) : (
        <Outlet />
      )}
    </Suspense>
  );
}

function ToDashboard() {
  return <Navigate to="/dashboard" search replace />;
}

function BrokenPage() {
  return (
    <main className="mx-auto max-w-lg px-4 py-16">
      <h1 className="sr-only">Erro</h1>
      <Notice
        tone="danger"
        title="Algo deu errado nesta tela"
        actions={<Button onClick={() => location.reload()}>Recarregar a página</Button>}
      >
        O erro é nosso, não seu. Se ele voltar, avise um administrador.
      </Notice>
    </main>
  );
}

function Unreachable({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
      <Notice
        tone="danger"
        title="O CAGED Analytics não respondeu"
        actions={<Button onClick={retry}>Tentar de novo</Button>}
      >
        {error.message}
      </Notice>
    </main>
  );
}
