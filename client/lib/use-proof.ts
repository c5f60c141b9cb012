import { useState } from 'react';
import { useCurrentUser } from './session.ts';

/** How the person confirms an act: by his password, by going to the provider first, or not at all, having been there. */
export function useProof(): 'password' | 'provider' | 'proved' {
  const [now] = useState(() => Date.now());
  const user = useCurrentUser();
  if (user?.signsInElsewhere !== true) return 'password';
  return Date.parse(user.confirmedUntil ?? '') > now ? 'proved' : 'provider';
}
