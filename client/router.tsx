import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { PageSpinner } from './components/spinner.tsx';
import { lazy } from './components/lazy.tsx';
import { focusContentIfLost } from './lib/lost-focus.ts';
import { parseUrlState, stringifyUrlState, type UrlState } from './lib/url-state.ts';
import { useCan, useCurrentUser } from './lib/session.ts';
import { loadSearchPage } from './routes/page-loaders.ts';
import { BrokenPage } from './routes/broken.tsx';
import { Root } from './routes/root.tsx';

const AccessDeniedPage = lazy(() => import('./routes/access-denied.tsx'));
const LoginPage = lazy(() => import('./routes/login.tsx'));
const NotFoundPage = lazy(() => import('./routes/not-found.tsx'));
const SearchPage = lazy(loadSearchPage);

/**
 * The sign-in state selects the set of routes. A screen for signed-in users shows the login form to others, and the
 * link is preserved through the login; a screen for signed-out users is unknown to signed-in ones.
 */
type Screens = { signedIn?: ComponentType; signedOut?: ComponentType };

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  validateSearch: (search: UrlState) => search,
});

const routeTree = rootRoute.addChildren([
  screenRoute('/', { signedIn: SearchPage }),
  screenRoute('/dashboard', { signedIn: SearchPage }),
  forUsers('/change-password', () => import('./routes/change-password.tsx')),
  forUsers('/upload-test', () => import('./routes/upload-test.tsx')),
  forUsers('/reports', () => import('./routes/reports.tsx')),
  forUsers('/history', () => import('./routes/history.tsx')),
  forUsers('/compare', () => import('./routes/compare.tsx')),
  forUsers('/equality', () => import('./routes/equality.tsx')),
  forUsers('/payroll', () => import('./routes/payroll.tsx')),
  forUsers('/saved', () => import('./routes/saved.tsx')),
  forUsers('/receipt/$id', () => import('./routes/receipt.tsx')),
  forUsers('/my-data', () => import('./routes/my-data.tsx')),
  forUsers('/integrity', () => import('./routes/integrity.tsx')),
  administration('/admin/dashboard', () => import('./routes/admin-dashboard.tsx')),
  administration('/admin/upload', () => import('./routes/admin-upload.tsx')),
  administration('/admin/uploads/$id', () => import('./routes/admin-upload-detail.tsx')),
  administration('/admin/source', () => import('./routes/admin-source.tsx')),
  administration('/admin/releases', () => import('./routes/admin-releases.tsx')),
  administration('/admin/upload-advanced', () => import('./routes/admin-upload-advanced.tsx')),
  administration('/admin/users', () => import('./routes/admin-users.tsx')),
  administration('/admin/companies', () => import('./routes/admin-companies.tsx')),
  administration('/admin/settings', () => import('./routes/admin-settings.tsx')),
  administration('/admin/audit', () => import('./routes/admin-audit.tsx')),

  screenRoute('/login', { signedIn: ToDashboard, signedOut: LoginPage }),
  screenRoute('/test-login', {
    signedIn: NotFoundPage,
    signedOut: lazy(() => import('./routes/test-login.tsx')),
  }),
  screenRoute('/working-login', {
    signedIn: NotFoundPage,
    signedOut: lazy(() => import('./routes/working-login.tsx')),
  }),
  forEveryone('/forgot-password', () => import('./routes/forgot-password.tsx')),
  forEveryone('/reset-password', () => import('./routes/reset-password.tsx')),
  forEveryone('/unsubscribe', () => import('./routes/unsubscribe.tsx')),
  forEveryone('/p/$token', () => import('./routes/public-receipt.tsx')),
  forEveryone('/embed/$token', () => import('./routes/embed.tsx')),
  forEveryone('/docs/api', () => import('./routes/api-docs.tsx')),
  forEveryone('/privacy', () => import('./routes/privacy.tsx')),
  forEveryone('/terms', () => import('./routes/terms.tsx')),
]);

export const router = createRouter({
  routeTree,
  parseSearch: parseUrlState,
  stringifySearch: stringifyUrlState,
  scrollRestoration: true,
  defaultErrorComponent: BrokenPage,
  // As tall as the window, so that the frame's footer is not visible first and does not jump when the screen arrives.
  defaultPendingComponent: () => <PageSpinner />,
});

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  // The first page begins at its start.
  if (fromLocation !== undefined && pathChanged) focusContentIfLost();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function screenRoute<Path extends string>(path: Path, screens: Screens) {
  function Screen() {
    const SignedIn = screens.signedIn ?? NotFoundPage;
    const SignedOut = screens.signedOut ?? LoginPage;
    return useCurrentUser() ? <SignedIn /> : <SignedOut />;
  }
  return createRoute({ getParentRoute: () => rootRoute, path, component: Screen });
}

type Load = () => Promise<{ default: ComponentType }>;

function forUsers<Path extends string>(path: Path, load: Load) {
  return screenRoute(path, { signedIn: lazy(load) });
}

function forEveryone<Path extends string>(path: Path, load: Load) {
  const Screen = lazy(load);
  return screenRoute(path, { signedIn: Screen, signedOut: Screen });
}

function administration<Path extends string>(path: Path, load: Load) {
  return screenRoute(path, { signedIn: toAdminister(lazy(load)) });
}

function toAdminister(Screen: ComponentType): ComponentType {
  return function AdministrationScreen() {
    return useCan('administer') ? <Screen /> : <AccessDeniedPage />;
  };
}

function ToDashboard() {
  return <Navigate to="/dashboard" search replace />;
}
