import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { lazy, type ComponentType } from 'react';
import { PageSpinner } from './components/spinner.tsx';
import { parseUrlState, stringifyUrlState, type UrlState } from './lib/url-state.ts';
import { useCan, useCurrentUser } from './lib/session.ts';
import { loadSearchPage } from './routes/page-loaders.ts';
import { BrokenPage } from './routes/broken.tsx';
import { Root } from './routes/root.tsx';

const AdvancedUploadPage = lazy(() => import('./routes/admin-upload-advanced.tsx'));
const ApiDocsPage = lazy(() => import('./routes/api-docs.tsx'));
const AccessDeniedPage = lazy(() => import('./routes/access-denied.tsx'));
const ChangePasswordPage = lazy(() => import('./routes/change-password.tsx'));
const ComparePage = lazy(() => import('./routes/compare.tsx'));
const CompaniesPage = lazy(() => import('./routes/admin-companies.tsx'));
const DashboardPage = lazy(() => import('./routes/admin-dashboard.tsx'));
const EqualityPage = lazy(() => import('./routes/equality.tsx'));
const EmbedPage = lazy(() => import('./routes/embed.tsx'));
const ForgotPasswordPage = lazy(() => import('./routes/forgot-password.tsx'));
const HistoryPage = lazy(() => import('./routes/history.tsx'));
const IntegrityPage = lazy(() => import('./routes/integrity.tsx'));
const LoginPage = lazy(() => import('./routes/login.tsx'));
const AuditPage = lazy(() => import('./routes/admin-audit.tsx'));
const NotFoundPage = lazy(() => import('./routes/not-found.tsx'));
const MyDataPage = lazy(() => import('./routes/my-data.tsx'));
const PayrollPage = lazy(() => import('./routes/payroll.tsx'));
const PrivacyPage = lazy(() => import('./routes/privacy.tsx'));
const PublicReceiptPage = lazy(() => import('./routes/public-receipt.tsx'));
const ReceiptPage = lazy(() => import('./routes/receipt.tsx'));
const ReleasesPage = lazy(() => import('./routes/admin-releases.tsx'));
const ReportsPage = lazy(() => import('./routes/reports.tsx'));
const ResetPasswordPage = lazy(() => import('./routes/reset-password.tsx'));
const SavedPage = lazy(() => import('./routes/saved.tsx'));
const SearchPage = lazy(loadSearchPage);
const SettingsPage = lazy(() => import('./routes/admin-settings.tsx'));
const UnsubscribePage = lazy(() => import('./routes/unsubscribe.tsx'));
const UploadPage = lazy(() => import('./routes/admin-upload.tsx'));
const UploadDetailPage = lazy(() => import('./routes/admin-upload-detail.tsx'));
const SourcePage = lazy(() => import('./routes/admin-source.tsx'));
const TermsPage = lazy(() => import('./routes/terms.tsx'));
const TestLoginPage = lazy(() => import('./routes/test-login.tsx'));
const UploadTestPage = lazy(() => import('./routes/upload-test.tsx'));
const UsersPage = lazy(() => import('./routes/admin-users.tsx'));
const WorkingLoginPage = lazy(() => import('./routes/working-login.tsx'));

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
  screenRoute('/change-password', { signedIn: ChangePasswordPage }),
  screenRoute('/upload-test', { signedIn: UploadTestPage }),
  screenRoute('/reports', { signedIn: ReportsPage }),
  screenRoute('/history', { signedIn: HistoryPage }),
  screenRoute('/compare', { signedIn: ComparePage }),
  screenRoute('/equality', { signedIn: EqualityPage }),
  screenRoute('/payroll', { signedIn: PayrollPage }),
  screenRoute('/saved', { signedIn: SavedPage }),
  screenRoute('/receipt/$id', { signedIn: ReceiptPage }),
  screenRoute('/my-data', { signedIn: MyDataPage }),
  screenRoute('/integrity', { signedIn: IntegrityPage }),
  screenRoute('/admin/dashboard', { signedIn: toAdminister(DashboardPage) }),
  screenRoute('/admin/upload', { signedIn: toAdminister(UploadPage) }),
  screenRoute('/admin/uploads/$id', { signedIn: toAdminister(UploadDetailPage) }),
  screenRoute('/admin/source', { signedIn: toAdminister(SourcePage) }),
  screenRoute('/admin/releases', { signedIn: toAdminister(ReleasesPage) }),
  screenRoute('/admin/upload-advanced', { signedIn: toAdminister(AdvancedUploadPage) }),
  screenRoute('/admin/users', { signedIn: toAdminister(UsersPage) }),
  screenRoute('/admin/companies', { signedIn: toAdminister(CompaniesPage) }),
  screenRoute('/admin/settings', { signedIn: toAdminister(SettingsPage) }),
  screenRoute('/admin/audit', { signedIn: toAdminister(AuditPage) }),

  screenRoute('/login', { signedIn: ToDashboard, signedOut: LoginPage }),
  screenRoute('/test-login', { signedIn: NotFoundPage, signedOut: TestLoginPage }),
  screenRoute('/working-login', { signedIn: NotFoundPage, signedOut: WorkingLoginPage }),
  screenRoute('/forgot-password', openTo(ForgotPasswordPage)),
  screenRoute('/reset-password', openTo(ResetPasswordPage)),
  screenRoute('/unsubscribe', openTo(UnsubscribePage)),
  screenRoute('/p/$token', openTo(PublicReceiptPage)),
  screenRoute('/embed/$token', openTo(EmbedPage)),
  screenRoute('/docs/api', openTo(ApiDocsPage)),
  screenRoute('/privacy', openTo(PrivacyPage)),
  screenRoute('/terms', openTo(TermsPage)),
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

function openTo(Screen: ComponentType): Screens {
  return { signedIn: Screen, signedOut: Screen };
}

function toAdminister(Screen: ComponentType): ComponentType {
  return function AdministrationScreen() {
    return useCan('administer') ? <Screen /> : <AccessDeniedPage />;
  };
}

function ToDashboard() {
  return <Navigate to="/dashboard" search replace />;
}
