const name = 'session';

/** Sends the session's user to the other windows of this browser, which share the session; null after a sign-out. */
export function tellWindows(userId: string | null): void {
  const windows = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its own origin alone
  windows.postMessage(userId);
  windows.close();
}

/** Listens to the messages of `tellWindows` from other windows; returns a function that stops it. */
export function followWindows(onSession: (userId: string | null) => void): () => void {
  const windows = new BroadcastChannel(name);
  windows.addEventListener('message', ({ data }) => onSession(data === null ? null : String(data)));
  return () => windows.close();
}
