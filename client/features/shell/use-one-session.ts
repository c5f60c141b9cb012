import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetWindow } from '../../lib/forget-window.ts';
import { followWindows, tellWindows } from '../../lib/one-session.ts';
import { leaveSession } from '../../lib/session.ts';

/** The windows of a browser share its session: signing out or in, in one of them, applies to all. */
export function useOneSession(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = followWindows((now) => {
      if (now === null) leaveSession(client);
      else if (now !== userId) {
        forgetWindow();
        location.reload();
      }
    });
    tellWindows(userId);
    return stop;
  }, [client, userId]);
}
