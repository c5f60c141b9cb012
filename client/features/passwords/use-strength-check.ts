import { useEffect, useRef, useState } from 'react';
import { type CheckPassword, PasswordStrength } from '../../../shared/contracts/passwords.ts';
import { send } from '../../lib/call.ts';

type Check = {
  password: string;
  controller: AbortController;
  answer: Promise<PasswordStrength | undefined>;
};

/**
 * The server's check of a password, sent on each change; the previous check is cancelled. The `token` of a mailed link
 * identifies the account.
 */
export function useStrengthCheck(token?: string) {
  const [strength, setStrength] = useState<PasswordStrength>();
  const latest = useRef<Check>(undefined);
  useEffect(() => () => latest.current?.controller.abort(), []);

  const discard = () => {
    latest.current?.controller.abort();
    latest.current = undefined;
    setStrength(undefined);
  };
  const ask = (password: string) => {
    latest.current?.controller.abort();
    const controller = new AbortController();
    const answer = askedStrength({ password, token }, controller.signal).then((result) => {
      if (!controller.signal.aborted) setStrength(result);
      return result;
    });
    latest.current = { password, controller, answer };
    return answer;
  };
  const check = (password: string) => {
    if (password === '') discard();
    else void ask(password);
  };
  /**
   * Why the password may not be sent; undefined if the latest check marked it valid. If that check failed, or there was
   * none, this runs it now; the result is 'unchecked' only if the server still does not answer.
   */
  const obstacle = async (password: string): Promise<'refused' | 'unchecked' | undefined> => {
    const { current } = latest;
    const known = current?.password === password ? await current.answer : undefined;
    const result = known ?? (await ask(password));
    if (result === undefined) return 'unchecked';
    return result.isValid ? undefined : 'refused';
  };

  return { strength, check, discard, obstacle };
}

/** A failed check is only logged. */
async function askedStrength(
  asked: CheckPassword,
  signal: AbortSignal,
): Promise<PasswordStrength | undefined> {
  try {
    const path = '/api/auth/check-password-strength';
    return await send('POST', path, PasswordStrength, asked, { signal });
  } catch (error) {
    if (!signal.aborted) reportError(error);
    return undefined;
  }
}
