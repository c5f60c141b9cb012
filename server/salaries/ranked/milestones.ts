import { traitFields } from '../../warehouse/traits.ts';
import type { MonthFile } from './month-file.ts';

/**
 * Usual lines in the order by salary have milestones: how many of the lines before have each code of each trait. What a
 * stretch of them has is told by two milestones and the few lines between those and its ends.
 */

/** Lines from one milestone to the next. */
export const milestoneLines = 512;

const fields = Object.values(traitFields);
/** Codes of all traits, one trait behind another, as `groupPlaces` begins. */
export const codesOfMilestone = fields.reduce((sum, { bits }) => sum + 2 ** bits, 0);

let begin = 0;
const steps = fields.map(({ shift, bits }) => {
  const step = { shift, mask: 2 ** bits - 1, begin };
  begin += 2 ** bits;
  return step;
});

/** What lines earn together, in centavos, by each code of each trait. */
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

/** The milestones of some lines, the first before them all. */
export function milestonesOf(traits: Uint32Array): Uint32Array {
  const milestones = new Uint32Array(milestonesIn(traits.length) * codesOfMilestone);
  const counts = new Int32Array(codesOfMilestone);
  for (let at = 0; at * milestoneLines <= traits.length; at++) {
    milestones.set(counts, at * codesOfMilestone);
    const from = at * milestoneLines;
    addLines(counts, traits, [from, Math.min(traits.length, from + milestoneLines)], 1);
  }
  return milestones;
}

export const milestonesIn = (lines: number): number => Math.floor(lines / milestoneLines) + 1;

/** Lines of a file that have milestones. */
export interface MilestoneLines {
  readonly file: MonthFile;
  /** From the first line with a salary. */
  readonly known: number;
  readonly end: number;
  /** Which of the file's milestones is the first of them. */
  readonly firstMilestone: number;
}

/** Lines whose traits are read at once. */
const windowLines = 16_384;

/** Goes from line to line, and knows what all the lines before have. */
export class MilestoneWalk {
  readonly #lines: MilestoneLines;
  readonly #milestones: Uint32Array;
  readonly #firstMilestone: number;
  readonly #counts = new Int32Array(codesOfMilestone);
  #at: number;
  readonly #window: Uint32Array;
  #windowFrom = 0;
  #windowTo = 0;

  /** Between two lines, from the first. */
  constructor(lines: MilestoneLines, from: number, to: number) {
    this.#lines = lines;
    const { known, end, file } = lines;
    const first = Math.floor((from - known) / milestoneLines);
    const last = Math.min(milestonesIn(end - known), milestonesIn(to - known) + 1);
    this.#firstMilestone = first;
    this.#milestones = new Uint32Array((last - first) * codesOfMilestone);
    file.read('milestones', (lines.firstMilestone + first) * codesOfMilestone, this.#milestones);
    this.#window = new Uint32Array(Math.min(windowLines, Math.max(1, end - known)));
    this.#at = known + first * milestoneLines;
    this.#counts.set(this.#milestones.subarray(0, codesOfMilestone));
    this.#stepTo(from);
  }

  /** Goes to a line, and adds what the lines on the way have. */
  goTo(line: number, into: Float64Array): void {
    const counts = this.#counts;
    for (let code = 0; code < codesOfMilestone; code++) {
      into[code] = (into[code] ?? 0) - (counts[code] ?? 0);
    }
    const [place, milestone] = this.#nearest(line);
    if (Math.abs(line - milestone) < line - this.#at) {
      const begins = place * codesOfMilestone;
      counts.set(this.#milestones.subarray(begins, begins + codesOfMilestone));
      this.#at = milestone;
    }
    this.#stepTo(line);
    for (let code = 0; code < codesOfMilestone; code++) {
      into[code] = (into[code] ?? 0) + (counts[code] ?? 0);
    }
  }

  /** The milestone nearest to a line: its place among those read, and the line where it stands. */
  #nearest(line: number): [place: number, milestone: number] {
    const { known } = this.#lines;
    const last = this.#milestones.length / codesOfMilestone - 1;
    const wanted = Math.round((line - known) / milestoneLines) - this.#firstMilestone;
    const place = Math.min(last, wanted);
    return [place, known + (place + this.#firstMilestone) * milestoneLines];
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
