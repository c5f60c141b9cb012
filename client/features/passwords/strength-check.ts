import { CancelledError, queryOptions, type QueryClient } from '@tanstack/react-query';
import { PasswordStrength } from '../../../shared/contracts/passwords.ts';
import { send } from '../../lib/call.ts';

/** The server's check of a password, null for an empty one. The `token` of a mailed link identifies the account. */
export const strengthOptions = (password: string, token: string | undefined) =>
  queryOptions({
    queryKey: ['password-strength', password, token],
    queryFn: async ({ signal }) => {
      const path = '/api/auth/check-password-strength';
      if (password === '') return null;
      try {
        return await send('POST', path, PasswordStrength, { password, token }, { signal });
      } catch (error) {
        if (!signal.aborted) reportError(error);
        throw error;
      }
    },
    staleTime: Infinity,
    // The cache holds no password that is not in the form.
    gcTime: 0,
    retry: false,
  });

/**
 * Why the password may not be sent; undefined if its check marked it valid. If the check failed, this runs it again; the
 * result is 'unchecked' only if the server still does not answer.
 */
export async function passwordObstacle(
  client: QueryClient,
  password: string,
  token: string | undefined,
): Promise<'refused' | 'unchecked' | undefined> {
  const check = () => client.fetchQuery(strengthOptions(password, token));
  try {
    const result = await check().catch((error: unknown) => {
      // Typing cancels a check that the field had started.
      if (error instanceof CancelledError) return check();
      throw error;
    });
    return result?.isValid === true ? undefined : 'refused';
  } catch {
    return 'unchecked';
  }
}
