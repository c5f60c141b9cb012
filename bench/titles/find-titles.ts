import { z } from 'zod';
import { searchOccupations } from '../../server/reference/occupation-search.ts';
import { occupationSynonyms, occupationTable } from '../../server/reference/occupations.ts';

export const EverydayTitles = z.array(
  z.tuple([z.string(), z.array(z.string().regex(/^\d{1,6}$/))]),
);
export type EverydayTitles = z.infer<typeof EverydayTitles>;

interface Missed {
  readonly text: string;
  readonly accepted: readonly string[];
  readonly first: readonly string[];
}

/**
 * Counts the titles with an accepted code among the first five results. Also returns the missed titles, and the median
 * and the maximum processor time of a query in ms.
 */
export function findEveryday(titles: EverydayTitles) {
  const missed: Missed[] = [];
  const times: number[] = [];
  for (const [text, accepted] of titles) {
    const before = process.cpuUsage();
    const first = searchOccupations(text).slice(0, 5);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    if (!first.some(({ code }) => accepted.some((beginning) => code.startsWith(beginning)))) {
      missed.push({ text, accepted, first: first.map(({ code, name }) => `${code} ${name.text}`) });
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    found: titles.length - missed.length,
    missed,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    slowest: sorted.at(-1) ?? 0,
  };
}

/** Counts how many of every `step`th valid title or synonym find their own code among the first three results. */
export function findOfficialNames(step = 1) {
  const names = [...occupationTable().values(), ...occupationSynonyms()].filter(
    (_, place) => place % step === 0,
  );
  const missed = names.filter(
    ({ code, title }) =>
      !searchOccupations(title)
        .slice(0, 3)
        .some((found) => found.code === code),
  );
  return {
    requested: names.length,
    found: names.length - missed.length,
    missed: missed.map(({ code, title }) => `${code} ${title}`),
  };
}

/** Titles drawn by a seed, each with one letter missing, added, changed or swapped with the next. */
export function findWithTypingErrors(count: number, seed: number) {
  const draw = drawing(seed);
  const titles = [...occupationTable().values()];
  const missed: string[] = [];
  for (let requested = 0; requested < count; requested++) {
    const title = titles[draw(titles.length)];
    if (title === undefined) throw new Error('There are no titles.');
    const text = withTypingError(title.title, draw);
    const first = searchOccupations(text).slice(0, 5);
    if (!first.some(({ code }) => code === title.code)) missed.push(`${title.code} ${text}`);
  }
  return { requested: count, found: count - missed.length, missed };
}

function withTypingError(text: string, draw: (below: number) => number): string {
  const at = draw(text.length);
  const letter = String.fromCharCode('a'.charCodeAt(0) + draw(26));
  const kinds = [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ];
  return kinds[draw(kinds.length)] ?? text;
}

/** Whole numbers below a bound, the same for the same seed (a linear congruential generator). */
function drawing(seed: number): (below: number) => number {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % (1n << 64n);
    return Number((state >> 33n) % BigInt(below));
  };
}
