import { mostNoted } from './kernel/kernel-tables.ts';
import type { Run, Zones } from './runs.ts';

/** Runs with the lines of theirs that count. */
export interface CountedRun {
  readonly run: Run;
  readonly zones: Zones;
}

/** Salaries of a narrow range, by whose lines all groupings are counted together. */
export interface Bin {
  /** Centavos, both included. */
  readonly lowest: number;
  readonly highest: number;
  /** How many lines of all runs are in it. */
  readonly lines: number;
}

/** Whether a bin's salaries are so far apart that they are sooner sorted than counted one by one. */
export const isWide = ({ lowest, highest, lines }: Bin): boolean =>
  highest - lowest >= Math.min(lines * 8, mostNoted);

export interface Bins {
  readonly bins: readonly Bin[];
  /** For each run where the lines of each bin begin, and where the last one's end. */
  readonly places: readonly Uint32Array[];
}

const mostBins = 2_048;
const samplesOfBin = 8;
/** Bins and runs together, which bounds what their places take. */
const mostPlaces = 4_000_000;

/** Parts the salaries of runs so that each bin has about so many lines; a salary of very many lines has its own. */
export function binsOf(runs: readonly CountedRun[], linesOfBin: number): Bins {
  const lines = runs.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);
  const wanted = Math.min(mostBins, Math.floor(mostPlaces / Math.max(1, runs.length)));
  const count = Math.max(1, Math.min(wanted, Math.ceil(lines / linesOfBin)));
  const begins = binBegins(runs, Math.max(1, Math.floor(lines / (count * samplesOfBin))));
  const places = runs.map(({ run, zones }) =>
    run.pays.placesOf(begins).map((place) => Math.min(Math.max(place, zones.from), zones.to)),
  );
  const bins = begins.slice(0, -1).map((lowest, bin) => ({
    lowest,
    highest: (begins[bin + 1] ?? 0) - 1,
    lines: places.reduce((sum, at) => sum + (at[bin + 1] ?? 0) - (at[bin] ?? 0), 0),
  }));
  return { bins, places };
}

/** The lowest salary of each bin, and at last one that is above all. */
function binBegins(runs: readonly CountedRun[], step: number): number[] {
  const sampled: number[] = [];
  // The runs one behind another, so that each is sampled at other ranks and short ones only now and then.
  let before = Math.floor(step / 2);
  for (const { run, zones } of runs) {
    const lines = zones.to - zones.from;
    if (before < lines) {
      const own = run.pays.sample(zones.from + before, zones.to, step);
      sampled.push(...own);
      before += own.length * step;
    }
    before -= lines;
  }
  const sorted = Uint32Array.from(sampled).toSorted();
  const begins = new Set<number>([0]);
  for (let at = samplesOfBin; at < sorted.length; at += samplesOfBin) {
    const pay = sorted[at] ?? 0;
    begins.add(pay);
    // As many lines as a bin has earn the same.
    if (sorted[at - samplesOfBin] === pay) begins.add(pay + 1);
  }
  begins.add(2 ** 32);
  return [...begins].toSorted((a, b) => a - b);
}
