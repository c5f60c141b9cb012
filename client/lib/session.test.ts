import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { keepComparison, loadComparison } from './comparison-link.ts';
import {
  login,
  endSession,
  currentUserOptions,
  enterSession,
  leaveSession,
  resumeSession,
} from './session.ts';

const ana = {
  id: 'ana',
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'CLIENT',
  companyId: null,
  isActive: true,
  mustChangePassword: false,
} as const;
const filters = SearchFilters.parse({ cbo: '521110' });
const comparison = { selections: [filters], rejected: [] };

/** The storage of a browser, as far as this program uses it. */
function emptyStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => entries.set(name, text),
    clear: () => entries.clear(),
  };
}

const mutationFn = async () => ({ recoveryCodes: ['abc'] });

let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', emptyStorage());
  vi.stubGlobal('localStorage', emptyStorage());
  localStorage.setItem('theme', 'dark');
  client = new QueryClient();
  client.setQueryData(currentUserOptions.queryKey, ana);
  client.setQueryData(['history'], ['salário do chefe']);
  keepComparison(ana.id, comparison);
});
afterEach(() => vi.unstubAllGlobals());

const compared = () => loadComparison(ana.id).selections.length;

test('a browser that blocks cookies is reported before the password is sent', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { cookieEnabled: false });
  await expect(login({ email: ana.email, password: 'Estrela-Polar-27' })).rejects.toThrow(
    'bloqueia os cookies',
  );
  expect(fetched).not.toHaveBeenCalled();
});

test('a comparison stays in its window while the session lasts', () => {
  expect(compared()).toBe(1);
});

test('signing out removes personal data and retains the settings of the browser', async () => {
  await new MutationObserver(client, { mutationFn }).mutate();
  leaveSession(client);
  expect(client.getQueryData(currentUserOptions.queryKey)).toBeNull();
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['user']]);
  expect(client.getMutationCache().getAll()).toEqual([]);
  expect(compared()).toBe(0);
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('another user sees no data of the previous user', () => {
  enterSession(client, { ...ana, id: 'bia' });
  expect(client.getQueryData(['history'])).toBeUndefined();
  expect(compared()).toBe(0);
});

test.each([
  ['the same rights keeps', {}, ['salário do chefe']],
  ['another role sees none of', { role: 'VIEWER' }, undefined],
  ['another company sees none of', { companyId: 'moinho' }, undefined],
])('a user who signs in again with %s what was shown', async (_, changed, history) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...ana, ...changed }));
  await resumeSession(client);
  expect(client.getQueryData(currentUserOptions.queryKey)).toMatchObject({ ...ana, ...changed });
  expect(client.getQueryData(['history'])).toEqual(history);
});

test('a list that the new role may not see leaves the screen', async () => {
  const list = new QueryObserver(client, {
    queryKey: ['history'],
    queryFn: () => Promise.reject(new Error('forbidden')),
    retry: false,
    staleTime: Infinity,
  });
  const leave = list.subscribe(() => undefined);
  expect(list.getCurrentResult().data).toEqual(['salário do chefe']);
  vi.stubGlobal('fetch', async () => Response.json({ ...ana, role: 'VIEWER' }));
  await resumeSession(client);
  expect(list.getCurrentResult()).toMatchObject({ data: undefined, isError: true });
  leave();
});

test('a session that the server no longer knows leaves nothing in the window', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'not_signed_in', message: 'Você precisa fazer login.' }, { status: 401 }),
  );
  expect(await client.fetchQuery({ ...currentUserOptions, staleTime: 0 })).toBeNull();
  expect(compared()).toBe(0);
});

test('signing out clears the window before the browser goes to the logout', async () => {
  const left = Promise.withResolvers<number>();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { assign: () => left.resolve(compared()) });
  endSession();
  expect(await left.promise).toBe(0);
  expect(localStorage.getItem('theme')).toBe('dark');
});
