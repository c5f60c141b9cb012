import { useEffect, useRef, useState } from 'react';
import type { CheckPassword, PasswordStrength } from '../../../shared/contracts/passwords.ts';
import { checkStrength, showObstacle } from './password-calls.ts';

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

  /**
   * A form's handlers of a valid and of an invalid submission: the first sends the passwords, unless the server refuses
   * the new one. Both show why a password was not sent.
   */
  const submission = <Passwords extends { readonly newPassword: string }>(
    sendPasswords: (passwords: Passwords) => void,
    whenRefused: string,
  ) => ({
    onValid: async (passwords: Passwords) => {
      const reason = await obstacle(passwords.newPassword);
      if (reason === undefined) sendPasswords(passwords);
      else showObstacle(reason, whenRefused);
    },
    onInvalid: ({ newPassword }: { readonly newPassword?: unknown }) => {
      if (newPassword !== undefined || strength?.isValid === false)
        showObstacle('refused', whenRefused);
    },
  });

  return { strength, check, discard, submission };
}

/** A failed check is only logged. */
async function askedStrength(
  asked: CheckPassword,
  signal: AbortSignal,
): Promise<PasswordStrength | undefined> {
  try {
    return await checkStrength(asked, signal);
  } catch (error) {
    if (!signal.aborted) reportError(error);
    return undefined;
  }
}
