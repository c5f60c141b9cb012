import { lazy as lazyInReact } from 'react';
import { isUnreachable } from './network.ts';

/** React's `lazy`. Without a network, a chunk is requested once the network is back. */
export const lazy: typeof lazyInReact = (load) =>
  lazyInReact(async () => {
    // A browser stores the failure of a chunk until the page is reloaded: a second request would fail as well.
    if (await isUnreachable()) {
      await new Promise((resume) => addEventListener('online', resume, { once: true }));
    }
    return load();
  });
