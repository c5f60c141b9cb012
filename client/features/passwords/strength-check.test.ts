import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passwordObstacle, strengthOptions } from './strength-check.ts';

const valid = { strength: 100, level: 'Muito Forte', feedback: [], errors: [], isValid: true };
const logged = vi.fn<(error: unknown) => void>();
const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('reportError', logged);
  vi.stubGlobal('fetch', fetching);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

/** A form with this text in its field. */
function typed(client: QueryClient, password: string) {
  const field = new QueryObserver(client, strengthOptions(password, undefined));
  return { field, leave: field.subscribe(() => undefined) };
}

test('a check that fails while the user types is logged', async () => {
  fetching.mockRejectedValue(new TypeError('no network'));
  const { leave } = typed(new QueryClient(), 'a password');
  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce());
  leave();
});

test('a check that the submission joined is repeated if typing cancels it', async () => {
  fetching.mockImplementationOnce(
    (_path, request) =>
      new Promise((_resolve, reject) => {
        request?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  fetching.mockImplementation(async () => Response.json(valid));
  const client = new QueryClient();
  const { field, leave } = typed(client, 'a password');
  const obstacle = passwordObstacle(client, 'a password', undefined);
  field.setOptions(strengthOptions('a password!', undefined));
  expect(await obstacle).toBeUndefined();
  expect(logged).not.toHaveBeenCalled();
  leave();
});

test('a submission whose check fails is unchecked, and the failure is logged once', async () => {
  fetching.mockRejectedValue(new TypeError('no network'));
  expect(await passwordObstacle(new QueryClient(), 'a password', undefined)).toBe('unchecked');
  expect(logged).toHaveBeenCalledOnce();
});
