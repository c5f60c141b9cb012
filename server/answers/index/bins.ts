import { mostNoted } from './kernel/kernel-tables.ts';
import type { Run, Zones } from './runs.ts';

/** A run with the lines that count. */
export interface CountedRun {
  readonly run: Run;
  readonly zones: Zones;
}

/** A narrow range of salaries. All groupings of its lines are counted together. */
export interface Bin {
  /** Centavos, both included. */
  readonly lowest: number;
  readonly highest: number;
  /** Number of lines of all runs in it. */
  readonly lines: number;
}

/** Whether a bin's range is so wide that sorting its salaries is faster than a counter for each centavo. */
export const isWide = ({ lowest, highest, lines }: Bin): boolean =>
  highest - lowest >= Math.min(lines * 8, mostNoted);

export interface Bins {
  readonly bins: readonly Bin[];
  /** For each run, where the lines of each bin begin, and where the last bin's lines end. */
  readonly places: readonly Uint32Array[];
}

const mostBins = 2_048;
const samplesOfBin = 8;
/** Maximum of bins times runs, which limits the memory of the places. */
const mostPlaces = 4_000_000;

/**
 * Divides the salaries of runs into bins of about `linesOfBin` lines. A salary of very many lines has a separate bin.
 */
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

/** The lowest salary of each bin, and at the end one above all. */
function binBegins(runs: readonly CountedRun[], step: number): number[] {
  const sampled: number[] = [];
  // Samples across the runs as if they were concatenated: each run is sampled at other ranks, and short runs only
  // sometimes.
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
    // A whole bin of lines has the same salary.
    if (sorted[at - samplesOfBin] === pay) begins.add(pay + 1);
  }
  begins.add(2 ** 32);
  return [...begins].toSorted((a, b) => a - b);
}
