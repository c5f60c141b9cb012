import { useState } from 'react';
import { useCurrentUser } from './session.ts';

/**
 * How the user confirms an action: with the password, at the provider first, or not at all after a recent confirmation
 * there.
 */
export function useProof(): 'password' | 'provider' | 'proved' {
  const [now] = useState(() => Date.now());
  const user = useCurrentUser();
  if (user?.signsInElsewhere !== true) return 'password';
  return Date.parse(user.confirmedUntil ?? '') > now ? 'proved' : 'provider';
}
