import { useEffect, useRef, useState } from 'react';
import type { PasswordStrength } from '../../../shared/passwords.ts';
import { checkStrength } from './password-calls.ts';

type Check = { controller: AbortController; answer: Promise<PasswordStrength | undefined> };

/** The server's word on a password, asked anew at each change; the question before it is dropped. */
export function useStrengthCheck() {
  const [strength, setStrength] = useState<PasswordStrength>();
  const latest = useRef<Check>(undefined);
  useEffect(() => () => latest.current?.controller.abort(), []);

  const discard = () => {
    latest.current?.controller.abort();
    latest.current = undefined;
    setStrength(undefined);
  };
  const check = (password: string) => {
    if (password === '') {
      discard();
      return;
    }
    latest.current?.controller.abort();
    const controller = new AbortController();
    const answer = askedStrength(password, controller.signal).then((told) => {
      if (!controller.signal.aborted) setStrength(told);
      return told;
    });
    latest.current = { controller, answer };
  };
  /** Whether the latest check refused the password; where it could not be made the server decides later. */
  const isRefused = async () => (await latest.current?.answer)?.isValid === false;

  return { strength, check, discard, isRefused };
}

/** A check that fails is only logged. */
async function askedStrength(
  password: string,
  signal: AbortSignal,
): Promise<PasswordStrength | undefined> {
  try {
    return await checkStrength(password, signal);
  } catch (error) {
    if (!signal.aborted) reportError(error);
    return undefined;
  }
}
