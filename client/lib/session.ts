import {
  queryOptions,
  skipToken,
  useQuery,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { can, type Act } from '../../shared/contracts/acts.ts';
import { type LoginRequest, CurrentUser } from '../../shared/contracts/identity.ts';
import { CallError, get, send } from './call.ts';

/** The signed-in user, or null when signed out: here a 401 is a result, not an error. */
export const currentUserOptions = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await get('/api/user', CurrentUser, { signal });
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      // The session may have ended while no screen was open.
      forgetWindow();
      return null;
    }
  },
  gcTime: Infinity,
});

/** The current user; null when signed out or unknown. */
export function useCurrentUser(): CurrentUser | null {
  return useQuery(currentUserOptions).data ?? null;
}

export function useCan(act: Act): boolean {
  return can(useCurrentUser()?.role, act);
}

export async function login(credentials: LoginRequest): Promise<CurrentUser> {
  if (!navigator.cookieEnabled) {
    const message = 'Este navegador bloqueia os cookies deste endereço. Permita-os para entrar.';
    throw new CallError(400, message, { code: 'cookies_blocked' });
  }
  return send('POST', '/api/login', CurrentUser, credentials);
}

/** Makes this the current user and clears what an earlier user was shown. */
export function enterSession(client: QueryClient, user: CurrentUser): void {
  forgetResponses(client);
  forgetWindow();
  client.setQueryData(currentUserOptions.queryKey, user);
}

/** The session ended on the server: shows the signed-out screens, and clears what was shown or stored here. */
export function leaveSession(client: QueryClient): void {
  client.setQueryData(currentUserOptions.queryKey, null);
  forgetResponses(client);
  client.getMutationCache().clear();
  forgetWindow();
}

/** Whether the login form is open over the screen of a session that ended on the server. */
export const signInAgainOptions = queryOptions({
  queryKey: ['user', 'signs-in-again'],
  queryFn: skipToken,
  initialData: false,
});

export const openSignInAgain = (client: QueryClient): void =>
  void client.setQueryData(signInAgainOptions.queryKey, true);
export const closeSignInAgain = (client: QueryClient): void =>
  void client.setQueryData(signInAgainOptions.queryKey, false);

/**
 * The user of the screen has signed in again: what is typed there stays, and what failed is requested again. If the user
 * has another role or company now, all responses are forgotten, and those on the screen requested again.
 */
export async function resumeSession(client: QueryClient): Promise<void> {
  closeSignInAgain(client);
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  });
  const { queryKey } = currentUserOptions;
  const before = client.getQueryData(queryKey);
  await client.prefetchQuery({ ...currentUserOptions, staleTime: 0 });
  const now = client.getQueryData(queryKey);
  if (before?.role === now?.role && before?.companyId === now?.companyId) return;
  await client.resetQueries({ predicate: wasShown });
}

function forgetResponses(client: QueryClient): void {
  client.removeQueries({ predicate: wasShown });
}

/** Whether a query is for something that the user was shown, and not for the user. */
const wasShown = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== 'user';

const deletingMs = 1_000;

/**
 * Ends the session: the browser navigates to the logout, where the server clears the session and sends the signed-out
 * page. A payroll stored in this browser, and what the session left in this window, are deleted first.
 */
export function endSession(): void {
  // The back button must not restore the cached page with its content.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const deleted = Promise.race([
    import('./stored-payroll.ts').then(({ deleteStoredPayroll }) => deleteStoredPayroll()),
    new Promise((passed) => setTimeout(passed, deletingMs)),
  ]);
  void deleted.finally(() => {
    forgetWindow();
    notifyWindows(null);
    location.assign('/api/logout');
  });
}

/**
 * Deletes what a session left in this window's storage, such as a comparison. Choices of the browser stay: the theme,
 * open panels and visible columns are in `localStorage`.
 */
export function forgetWindow(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser without storage has nothing to delete.
  }
}

const name = 'session';

/** Sends the session's user to the other windows of this browser, which share the session; null after a sign-out. */
export function notifyWindows(userId: string | null): void {
  const windows = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its own origin alone
  windows.postMessage(userId);
  windows.close();
}

/** Listens to the messages of `notifyWindows` from other windows; returns a function that stops it. */
export function followWindows(onSession: (userId: string | null) => void): () => void {
  const windows = new BroadcastChannel(name);
  windows.addEventListener('message', ({ data }) => onSession(data === null ? null : String(data)));
  return () => windows.close();
}
