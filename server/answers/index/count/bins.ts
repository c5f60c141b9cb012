import { defined } from '../format/numbers.ts';
import type { LineSlice } from './group-tables.ts';
import { mostNoted } from './kernel-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { Run, Zones } from './runs.ts';

export interface CountedRun<Own extends Run = Run> {
  readonly run: Own;
  readonly zones: Zones;
}

/** A narrow range of salaries. All groupings of its lines are counted together. */
export interface Bin {
  /** Centavos, both included. */
  readonly lowest: number;
  readonly highest: number;
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
    Uint32Array.from(begins, (pay) =>
      Math.min(Math.max(run.pays.placeOf(pay), zones.from), zones.to),
    ),
  );
  const bins = begins.slice(0, -1).map((lowest, bin) => ({
    lowest,
    highest: defined(begins[bin + 1]) - 1,
    lines: places.reduce((sum, at) => sum + defined(at[bin + 1]) - defined(at[bin]), 0),
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
    const pay = defined(sorted[at]);
    begins.add(pay);
    // A whole bin of lines has the same salary.
    if (sorted[at - samplesOfBin] === pay) begins.add(pay + 1);
  }
  begins.add(2 ** 32);
  return [...begins].toSorted((a, b) => a - b);
}

/** A bin whose lines are in the buffer. */
export interface ReadBin {
  readonly index: number;
  readonly slices: readonly LineSlice[];
}

/** The neighbouring bins whose lines this thread read last. They need not be read again. */
interface HeldBins {
  readonly runs: readonly CountedRun[];
  readonly contents: number;
  readonly first: number;
  readonly end: number;
  readonly bin: (index: number) => ReadBin;
}
let held: HeldBins | null = null;

/**
 * Reads the lines of the bins that `isWanted` selects into a buffer, several bins at a time. Bins whose lines are still
 * in the buffer come first. A bin of a single salary with very many lines comes several times, each time with other
 * lines; every other bin comes once.
 */
export function* readBins(
  lines: LineBuffer,
  runs: readonly CountedRun[],
  { bins, places }: Bins,
  isWanted: (bin: number) => boolean,
): Generator<ReadBin> {
  const known = held?.runs === runs && held.contents === lines.contents ? held : null;
  const isHeld = (bin: number) => known !== null && bin >= known.first && bin < known.end;
  for (const index of bins.keys()) {
    if (known !== null && isHeld(index) && isWanted(index)) yield known.bin(index);
  }
  const wanted = bins.map(({ lines: own }, index) =>
    isWanted(index) && !isHeld(index) ? own : null,
  );
  for (const [first, end] of batchesOf(wanted, lines.atOnce)) {
    const { lowest, highest } = defined(bins[first]);
    const isOne = end - first === 1 && lowest === highest;
    const most = isOne ? lines.atOnce : Infinity;
    for (const part of partsOf(runs, places, [first, end], most)) {
      const slices = readTogether(lines, part, [first, end]);
      const slicesOf = (bin: number) =>
        slices.map((slice) => slice.ofBin(bin)).filter(({ from, to }) => to > from);
      const bin = (index: number) => ({ index, slices: slicesOf(index) });
      held = isOne ? null : { runs, contents: lines.contents, first, end, bin };
      for (let index = first; index < end; index++) yield bin(index);
    }
  }
}

/** A run and where the lines of each bin begin in it. */
interface PlacedRun {
  readonly run: Run;
  readonly places: Uint32Array;
}

/** Groups runs with lines in some bins into parts of at most `most` lines. A run with more lines is a separate part. */
function* partsOf(
  runs: readonly CountedRun[],
  places: readonly Uint32Array[],
  [first, end]: readonly [number, number],
  most: number,
): Generator<PlacedRun[]> {
  let part: PlacedRun[] = [];
  let gathered = 0;
  for (const [index, { run }] of runs.entries()) {
    const own = defined(places[index]);
    const lines = defined(own[end]) - defined(own[first]);
    if (lines === 0) continue;
    if (part.length > 0 && gathered + lines > most) {
      yield part;
      part = [];
      gathered = 0;
    }
    part.push({ run, places: own });
    gathered += lines;
  }
  if (part.length > 0) yield part;
}

/** Groups neighbouring bins that are read at once; null stands for a bin that is not wanted. */
function* batchesOf(
  lines: readonly (number | null)[],
  atOnce: number,
): Generator<[first: number, end: number]> {
  let first = 0;
  let gathered = 0;
  for (const [bin, own] of lines.entries()) {
    if (own === null || gathered + own > atOnce) {
      if (bin > first) yield [first, bin];
      first = own === null ? bin + 1 : bin;
      gathered = 0;
    }
    gathered += own ?? 0;
  }
  if (lines.length > first) yield [first, lines.length];
}

interface RunSlices {
  ofBin(bin: number): LineSlice;
}

function readTogether(
  lines: LineBuffer,
  runs: readonly PlacedRun[],
  [first, end]: readonly [number, number],
): RunSlices[] {
  lines.begin(
    runs.reduce((sum, { places }) => sum + defined(places[end]) - defined(places[first]), 0),
  );
  return runs.map(({ run, places }) => {
    const { month, pays } = run;
    const [from, to] = [defined(places[first]), defined(places[end])];
    const at = lines.read(run, from, to);
    pays.readLines(from, to, at);
    const slice = { month: month.index, isAsked: month.planned.isAsked };
    return {
      ofBin: (bin: number) => ({
        ...slice,
        from: at + defined(places[bin]) - from,
        to: at + defined(places[bin + 1]) - from,
      }),
    };
  });
}
