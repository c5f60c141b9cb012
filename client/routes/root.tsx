import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoneNotice, NoticeOverPage } from '../components/page.tsx';
import { PageSpinner } from '../components/spinner.tsx';
import { PublicFrame } from '../features/shell/public-frame.tsx';
import { lazy, lazyPart } from '../components/lazy.tsx';
import { releaseOptions } from '../lib/release.ts';
import {
  closeSignInAgain,
  currentUserOptions,
  signInAgainOptions,
  useCurrentUser,
} from '../lib/session.ts';
import { loadAppShell, loadSignedInPages } from './page-loaders.ts';

const AppShell = lazy(loadAppShell, LoneNotice);
const SignInAgain = lazyPart(
  () => import('../features/login/sign-in-again.tsx'),
  undefined,
  FailedSignIn,
);
const FirstFactorPage = lazy(() => import('./first-factor.tsx'));
const FirstPasswordPage = lazy(() => import('./first-password.tsx'));

/** Pages of text, which need no session. A signed-in user keeps the menu around them. */
const textPaths: ReadonlySet<string> = new Set(['/docs/api', '/privacy', '/terms']);
/** Screens with the signed-out frame for every user: they end a session, or strangers or a mail have their link. */
const publicFramePaths: ReadonlySet<string> = new Set([
  '/forgot-password',
  '/reset-password',
  '/unsubscribe',
]);
const hasPublicFrame = (path: string) => publicFramePaths.has(path) || path.startsWith('/p/');
/** Whether the path's screen needs no session. */
const needsNoSession = (path: string) => textPaths.has(path) || hasPublicFrame(path);
/** A card is embedded in a frame of another site. */
const isCard = (path: string) => path.startsWith('/embed/');

/** The path's screen in its frame, and over it the login form if its session ended. */
export function Root() {
  const user = useCurrentUser();
  const isSigningIn = useQuery(signInAgainOptions).data;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <Frame />
      {isSigningIn && user !== null && !needsNoSession(path) && <SignInAgain user={user} />}
    </>
  );
}

/** Stands in place of a login form that does not load, until the user closes it. */
function FailedSignIn({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return <NoticeOverPage onClose={() => closeSignInAgain(client)}>{children}</NoticeOverPage>;
}

/** The frame for the sign-in state, around the path's screen. */
function Frame() {
  const user = useQuery(currentUserOptions);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isAdmitted =
    user.data?.mustChangePassword === false && user.data.mustSetSecondFactor !== true;
  // Loads both chunks and the state of the data at once, so that none waits for another.
  const release = useQuery({ ...releaseOptions, enabled: isAdmitted });
  if (isAdmitted) loadSignedInPages();
  if (isCard(path)) {
    return (
      <Suspense>
        <Outlet />
      </Suspense>
    );
  }
  if (user.isPending) return <PageSpinner />;
  if (user.isError && user.data === undefined) {
    return (
      <LoneNotice>
        <FailureNotice
          title="O CAGED Analytics não respondeu"
          error={user.error}
          retry={() => void user.refetch()}
        />
      </LoneNotice>
    );
  }
  if (user.data && isAdmitted && !hasPublicFrame(path)) {
    // The demonstration banner is above the frame: appearing later, it would push the frame down.
    // Only for the first request: later ones start within the frame, which must not disappear for them.
    if (release.isPending && release.errorUpdateCount === 0) return <PageSpinner />;
    return (
      <Suspense fallback={<PageSpinner />}>
        <AppShell key={user.data.id} user={user.data}>
          <Suspense fallback={<PageSpinner />}>
            {textPaths.has(path) ? (
              <div className="px-4 sm:px-6">
                <Outlet />
              </div>
            ) : (
              <Outlet />
            )}
          </Suspense>
        </AppShell>
      </Suspense>
    );
  }
  const isStopped = !needsNoSession(path);
  const mustChoosePassword = isStopped && user.data?.mustChangePassword === true;
  const mustSetSecondFactor = isStopped && user.data?.mustSetSecondFactor === true;
  return (
    <Suspense fallback={<PageSpinner />}>
      <PublicFrame>
        {mustChoosePassword ? (
          <FirstPasswordPage />
        ) : mustSetSecondFactor ? (
          <FirstFactorPage />
        ) : (
          <Outlet />
        )}
      </PublicFrame>
    </Suspense>
  );
}
