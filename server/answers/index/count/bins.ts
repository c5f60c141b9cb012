import { defined } from '../../../../shared/codes/defined.ts';
import type { LineSlice } from './group-tables.ts';
import { maxBinRange } from './kernel-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { CountedRun, Run } from './runs.ts';

/** A narrow range of salaries. One scan counts all groupings of its lines. */
export interface Bin {
  /** Centavos, both included. */
  readonly lowest: number;
  readonly highest: number;
  readonly lines: number;
}

/** Whether a bin's range is so wide that sorting its salaries is faster than a counter for each centavo. */
export const isWide = ({ lowest, highest, lines }: Bin): boolean =>
  highest - lowest >= Math.min(lines * 8, maxBinRange);

/** A run and where the lines of each bin begin in it, and where the last bin's lines end. */
interface PlacedRun {
  readonly run: Run;
  readonly places: Uint32Array;
}

export interface Bins {
  readonly bins: readonly Bin[];
  readonly runs: readonly PlacedRun[];
}

const maxBins = 2_048;
const samplesOfBin = 8;
/** Maximum of bins times runs, which limits the memory of the places. */
const maxPlaces = 4_000_000;

/**
 * Divides the salaries of runs into bins of about `linesOfBin` lines. A salary of very many lines has a separate bin.
 */
export function binsOf(counted: readonly CountedRun[], linesOfBin: number): Bins {
  const lines = counted.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);
  const wanted = Math.min(maxBins, Math.floor(maxPlaces / Math.max(1, counted.length)));
  const count = Math.max(1, Math.min(wanted, Math.ceil(lines / linesOfBin)));
  const begins = binBegins(counted, Math.max(1, Math.floor(lines / (count * samplesOfBin))));
  const runs = counted.map((run) => placedRun(run, begins));
  const bins = begins.slice(0, -1).map((lowest, bin) => ({
    lowest,
    highest: defined(begins[bin + 1]) - 1,
    lines: linesIn(runs, bin, bin + 1),
  }));
  return { bins, runs };
}

function placedRun({ run, zones: { from, to } }: CountedRun, begins: readonly number[]): PlacedRun {
  const places = new Uint32Array(begins.length);
  for (let bin = 0; bin < begins.length; bin++) {
    places[bin] = Math.min(Math.max(run.salaries.placeOf(defined(begins[bin])), from), to);
  }
  return { run, places };
}

/** The lines of some runs in the bins from `first` to before `end`. */
function linesIn(runs: readonly PlacedRun[], first: number, end: number): number {
  let lines = 0;
  for (const { places } of runs) lines += defined(places[end]) - defined(places[first]);
  return lines;
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
      const sample = run.salaries.sample(zones.from + before, zones.to, step);
      sampled.push(...sample);
      before += sample.length * step;
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

/** Neighbouring bins whose lines are in the buffer. */
interface ReadBins {
  readonly of: Bins;
  /** `LineBuffer.contents` after the reading. */
  readonly contents: number;
  readonly first: number;
  readonly end: number;
  /** Runs, each with the place of its first line in the buffer. */
  readonly runs: readonly (PlacedRun & { readonly origin: number })[];
}

/** The bins whose lines this thread read last. They need not be read again. */
let held: ReadBins | null = null;

/**
 * Reads the lines of the bins with a 1 in `wanted` into a buffer, several bins at a time. Bins whose lines are still in
 * the buffer come first. A bin of a single salary with very many lines comes several times, each time with the lines of
 * another run; every other bin comes once.
 */
export function* readBins(lines: LineBuffer, of: Bins, wanted: Uint8Array): Generator<ReadBin> {
  const missing = wanted.slice();
  const known = held;
  if (known?.of === of && known.contents === lines.contents) {
    for (let index = known.first; index < known.end; index++) {
      if (missing[index] === 1) yield binIn(known, index);
      missing[index] = 0;
    }
  }
  for (const [first, end] of batchesOf(of, missing, lines.atOnce)) {
    const bin = defined(of.bins[first]);
    const isDivided = bin.lowest === bin.highest && bin.lines > lines.atOnce;
    for (const runs of isDivided ? of.runs.map((run) => [run]) : [of.runs]) {
      const read = readTogether(lines, of, runs, [first, end]);
      held = isDivided ? null : read;
      for (let index = first; index < end; index++) {
        if (missing[index] === 1) yield binIn(read, index);
      }
    }
  }
}

function binIn({ runs }: ReadBins, index: number): ReadBin {
  const slices: LineSlice[] = [];
  for (const { run, places, origin } of runs) {
    const [from, to] = [origin + defined(places[index]), origin + defined(places[index + 1])];
    if (from === to) continue;
    const { index: month, planned } = run.month;
    slices.push({ month, isRequested: planned.isRequested, from, to });
  }
  return { index, slices };
}

/** Reading this many more lines of a run takes less time than another read. */
const linesOfRead = 2_000;

/** Groups bins that are read at once: neighbouring ones, and those with few lines between them. */
function* batchesOf(
  { bins, runs }: Bins,
  read: Uint8Array,
  atOnce: number,
): Generator<[first: number, end: number]> {
  const maxLinesBetween = runs.length * linesOfRead;
  let [first, end] = [0, 0];
  // Lines of the batch, and of the bins since its end.
  let [gathered, between] = [0, 0];
  for (const [bin, { lines }] of bins.entries()) {
    between += lines;
    if (read[bin] === 0) continue;
    if (between - lines > maxLinesBetween || gathered + between > atOnce) {
      if (end > first) yield [first, end];
      first = end;
    }
    if (end === first) [first, gathered, between] = [bin, 0, lines];
    gathered += between;
    [end, between] = [bin + 1, 0];
  }
  if (end > first) yield [first, end];
}

function readTogether(
  lines: LineBuffer,
  of: Bins,
  placed: readonly PlacedRun[],
  [first, end]: readonly [number, number],
): ReadBins {
  lines.begin(linesIn(placed, first, end));
  const runs = placed.flatMap(({ run, places }) => {
    const [from, to] = [defined(places[first]), defined(places[end])];
    if (from === to) return [];
    const at = lines.read(run, from, to);
    run.salaries.readLines(from, to, at);
    return [{ run, places, origin: at - from }];
  });
  return { of, contents: lines.contents, first, end, runs };
}
