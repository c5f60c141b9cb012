/** Makes a signal end the process as any other end does, so that what hangs on `exit` is cleared away. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
}
