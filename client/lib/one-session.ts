const name = 'session';

/** Tells the other windows of this browser, which share its session, whose it is now; null for nobody's. */
export function tellWindows(userId: string | null): void {
  const windows = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its own origin alone
  windows.postMessage(userId);
  windows.close();
}

/** Hears what `tellWindows` says elsewhere; answers the way to stop. */
export function followWindows(onSession: (userId: string | null) => void): () => void {
  const windows = new BroadcastChannel(name);
  windows.addEventListener('message', ({ data }) => onSession(data === null ? null : String(data)));
  return () => windows.close();
}
