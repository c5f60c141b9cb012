/**
 * Milliseconds of processor time that the work takes, over all threads of this process: other processes that keep
 * the machine busy do not count, as they would by the clock.
 */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
