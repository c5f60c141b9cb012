/** How long a stopping process waits for each last attempt to reach another server, in milliseconds. */
const lastTryMs = 2_000;

/** Waits at most this many milliseconds for work of a process that stops. The work must not reject. */
export async function briefly(work: Promise<unknown>, maxMs = lastTryMs): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxMs);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
