import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { PageSpinner } from '../components/spinner.tsx';
import { DoorFrame } from '../features/shell/door-frame.tsx';
import { releaseOptions } from '../lib/release.ts';
import { currentUserOptions } from '../lib/session.ts';
import { loadAppShell, loadSignedInPages } from './page-loaders.ts';

const AppShell = lazy(loadAppShell);
const FirstFactorPage = lazy(() => import('./first-factor.tsx'));
const FirstPasswordPage = lazy(() => import('./first-password.tsx'));

/** Screens that stand in the door's frame whoever looks: they need no session, or end one. */
const openPaths: ReadonlySet<string> = new Set([
  '/forgot-password',
  '/reset-password',
  '/docs/api',
  '/privacy',
  '/terms',
]);
const isOpenTo = (path: string) => openPaths.has(path) || path.startsWith('/p/');
/** A card stands in a frame of somebody else's page. */
const isCard = (path: string) => path.startsWith('/embed/');

/** The frame that the sign-in state asks for, around the path's screen. */
export function Root() {
  const user = useQuery(currentUserOptions);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isAdmitted =
    user.data?.mustChangePassword === false && user.data.mustSetSecondFactor !== true;
  // Both chunks and the state of the data at once: nothing on the screen waits for the one before it.
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
    return <Unreachable error={user.error} retry={() => void user.refetch()} />;
  }
  if (user.data && isAdmitted && !isOpenTo(path)) {
    // Whether the data is a demonstration stands above the frame: it must not push the frame down afterwards.
    if (release.isPending) return <PageSpinner />;
    return (
      <Suspense fallback={<PageSpinner />}>
        <AppShell user={user.data}>
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </AppShell>
      </Suspense>
    );
  }
  const isStopped = !isOpenTo(path);
  const mustChoosePassword = isStopped && user.data?.mustChangePassword === true;
  const mustSetSecondFactor = isStopped && user.data?.mustSetSecondFactor === true;
  return (
    <Suspense fallback={<PageSpinner />}>
      <DoorFrame>
        {mustChoosePassword ? (
          <FirstPasswordPage />
        ) : mustSetSecondFactor ? (
          <FirstFactorPage />
        ) : (
          <Outlet />
        )}
      </DoorFrame>
    </Suspense>
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
