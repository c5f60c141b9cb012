/**
 * Milliseconds of processor time for the work, over all threads of this process: unlike clock time, it excludes other
 * processes that load the machine.
 */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const rounds = 6;

/**
 * The processor time of the work relative to `knownWork`, by the fastest of several runs: valid on slow machines too.
 */
export async function timesKnownWork(work: () => unknown): Promise<number> {
  const times = { own: Infinity, known: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    times.own = Math.min(times.own, await processorTimeOf(work));
    times.known = Math.min(times.known, await processorTimeOf(knownWork));
  }
  return times.own / times.known;
}

/** Makes, counts and sorts forty thousand short texts: about 15 ms of an idle processor. */
function knownWork(): string[] {
  const seen = new Map<string, number>();
  for (let number = 0; number < 40_000; number += 1) {
    const text = `${(number * 7919) % 10_007}-${number % 13}`;
    seen.set(text, (seen.get(text) ?? 0) + 1);
  }
  return [...seen.keys()].toSorted();
}
