/**
 * Whether the browser cannot reach the server. A browser that says it is offline still reaches a server on its own
 * machine.
 */
export const isUnreachable = async (): Promise<boolean> =>
  !navigator.onLine &&
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => false,
    () => true,
  );
