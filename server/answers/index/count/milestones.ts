import { traitFields } from '../format/line-columns.ts';
import type { MonthFile } from '../format/month-file.ts';

/**
 * Prefix sums of the usual lines in the order by salary: each milestone counts how many of the lines before it have
 * each code of each trait. The counts of a stretch of lines follow from two milestones and the few lines between them
 * and the stretch's ends. The file stores each milestone as the difference from the previous one, in 16 bits.
 */

/** Lines from one milestone to the next. */
export const milestoneLines = 512;

const fields = Object.values(traitFields);
/** Number of codes of all traits. The traits are in the order in which `groupPlaces` begins. */
export const codesOfMilestone = fields.reduce((sum, { bits }) => sum + 2 ** bits, 0);

let begin = 0;
const steps = fields.map(({ shift, bits }) => {
  const step = { shift, mask: 2 ** bits - 1, begin };
  begin += 2 ** bits;
  return step;
});

/** Sum of the lines' salaries, in centavos, by each code of each trait. */
export function totalsByCode(traits: Uint32Array, pays: Uint32Array): Float64Array {
  const totals = new Float64Array(codesOfMilestone);
  for (const { shift, mask, begin: first } of steps) {
    for (let line = 0; line < traits.length; line++) {
      const place = first + (((traits[line] ?? 0) >>> shift) & mask);
      totals[place] = (totals[place] ?? 0) + (pays[line] ?? 0);
    }
  }
  return totals;
}

/** The milestones of some lines, with the first one before all lines. */
export function milestonesOf(traits: Uint32Array): Uint16Array<ArrayBuffer> {
  const milestones = new Uint16Array(milestonesIn(traits.length) * codesOfMilestone);
  const counts = new Int32Array(codesOfMilestone);
  for (let at = 0; at * milestoneLines <= traits.length; at++) {
    milestones.set(counts, at * codesOfMilestone);
    counts.fill(0);
    const from = at * milestoneLines;
    addLines(counts, traits, [from, Math.min(traits.length, from + milestoneLines)], 1);
  }
  return milestones;
}

export const milestonesIn = (lines: number): number => Math.floor(lines / milestoneLines) + 1;

/** Lines of a file that have milestones. */
export interface MilestoneLines {
  readonly file: Pick<MonthFile, 'read'>;
  /** From the first line with a salary. */
  readonly known: number;
  readonly end: number;
  /** Index of their first milestone in the file. */
  readonly firstMilestone: number;
}

/** Number of lines whose traits are read at once. */
const windowLines = 16_384;
/**
 * Number of milestones that are read at once. A query about many months has as many walks, and all their milestones
 * together have hundreds of megabytes.
 */
const milestonesAtOnce = 256;

/** Moves from line to line, and keeps the counts of all lines before the current one. */
export class MilestoneWalk {
  readonly #lines: MilestoneLines;
  /** The last milestone that the walk can use. */
  readonly #last: number;
  /** A window of the file's milestones. */
  readonly #milestones: Uint16Array;
  #milestonesFrom = 0;
  #milestonesTo = 0;
  /** How many lines before milestone `#summed` have each code. */
  readonly #sums = new Int32Array(codesOfMilestone);
  #summed = 0;
  readonly #counts = new Int32Array(codesOfMilestone);
  #at: number;
  readonly #window: Uint32Array;
  #windowFrom = 0;
  #windowTo = 0;

  /** A walk from one line to another. */
  constructor(lines: MilestoneLines, from: number, to: number) {
    this.#lines = lines;
    const { known, end } = lines;
    this.#last = Math.min(milestonesIn(end - known) - 1, milestonesIn(to - known));
    this.#milestones = new Uint16Array(
      Math.min(milestonesAtOnce, this.#last + 1) * codesOfMilestone,
    );
    this.#window = new Uint32Array(Math.min(windowLines, Math.max(1, end - known)));
    this.#at = known;
    this.#goTo(from);
  }

  /** Moves to a line, and adds the counts of the lines in between. */
  goTo(line: number, into: Float64Array): void {
    const counts = this.#counts;
    for (let code = 0; code < codesOfMilestone; code++) {
      into[code] = (into[code] ?? 0) - (counts[code] ?? 0);
    }
    this.#goTo(line);
    for (let code = 0; code < codesOfMilestone; code++) {
      into[code] = (into[code] ?? 0) + (counts[code] ?? 0);
    }
  }

  /** Moves from the current line, or from the nearest milestone if that is closer. */
  #goTo(line: number): void {
    const { known } = this.#lines;
    const place = Math.min(this.#last, Math.round((line - known) / milestoneLines));
    const milestone = known + place * milestoneLines;
    if (Math.abs(line - milestone) < line - this.#at) {
      this.#sumUpTo(place);
      this.#counts.set(this.#sums);
      this.#at = milestone;
    }
    this.#stepTo(line);
  }

  /** Adds up milestones. Lines come in ascending order, and so do their milestones. */
  #sumUpTo(place: number): void {
    const sums = this.#sums;
    while (this.#summed < place) {
      this.#summed += 1;
      if (this.#summed >= this.#milestonesTo) this.#readMilestones(this.#summed);
      const begins = (this.#summed - this.#milestonesFrom) * codesOfMilestone;
      for (let code = 0; code < codesOfMilestone; code++) {
        sums[code] = (sums[code] ?? 0) + (this.#milestones[begins + code] ?? 0);
      }
    }
  }

  #readMilestones(from: number): void {
    this.#milestonesFrom = from;
    this.#milestonesTo = Math.min(
      this.#last + 1,
      from + this.#milestones.length / codesOfMilestone,
    );
    const own = this.#milestones.subarray(0, (this.#milestonesTo - from) * codesOfMilestone);
    const { file, firstMilestone } = this.#lines;
    file.read('milestones', (firstMilestone + from) * codesOfMilestone, own);
  }

  #stepTo(line: number): void {
    const [from, to] = [Math.min(this.#at, line), Math.max(this.#at, line)];
    const sign = line < this.#at ? -1 : 1;
    for (let at = from; at < to;) {
      if (at >= this.#windowTo || at < this.#windowFrom) this.#readWindow(at);
      const end = Math.min(to, this.#windowTo);
      addLines(this.#counts, this.#window, [at - this.#windowFrom, end - this.#windowFrom], sign);
      at = end;
    }
    this.#at = line;
  }

  #readWindow(from: number): void {
    this.#windowFrom = from;
    this.#windowTo = Math.min(this.#lines.end, from + this.#window.length);
    const own = this.#window.subarray(0, this.#windowTo - from);
    this.#lines.file.read('salary.traits', from, own);
  }
}

function addLines(
  counts: Int32Array,
  traits: Uint32Array,
  [from, to]: readonly [number, number],
  value: 1 | -1,
): void {
  for (const { shift, mask, begin: first } of steps) {
    for (let line = from; line < to; line++) {
      const place = first + (((traits[line] ?? 0) >>> shift) & mask);
      counts[place] = (counts[place] ?? 0) + value;
    }
  }
}
