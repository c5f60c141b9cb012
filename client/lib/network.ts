/** Whether there is no response from the server, or only its gateway's error. */
export const isServerDown = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status >= 500,
    () => true,
  );

const probeEveryMs = 10_000;

/** Waits while the server does not respond; returns whether it had to wait. */
export async function waitForServer(): Promise<boolean> {
  if (!(await isServerDown())) return false;
  do await new Promise((passed) => setTimeout(passed, probeEveryMs));
  while (await isServerDown());
  return true;
}

/** Whether the browser cannot reach the server. An offline one still reaches a server on its own machine. */
export const isUnreachable = async (): Promise<boolean> => !navigator.onLine && isServerDown();
