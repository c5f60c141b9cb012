import { LRUCache } from 'lru-cache';

const hourMs = 3_600_000;
/** Whoever comes after so many others begins a new hour, and the one who was counted the longest ago is forgotten. */
const mostPersons = 10_000;

/**
 * Counts what each person takes, of `most` in an hour that begins with the first, and tells whether there was one left for
 * him. Each process counts by itself.
 */
export function hourlyBound(most: number): (person: string) => boolean {
  const taken = new LRUCache<string, number>({
    max: mostPersons,
    ttl: hourMs,
    noUpdateTTL: true,
    perf: Date,
  });
  return (person) => {
    const before = taken.get(person) ?? 0;
    if (before >= most) return false;
    taken.set(person, before + 1);
    return true;
  };
}
