import { countedPass, everyPass, passBits } from './filter-tables.ts';
import { flagsShift } from './line-codes.ts';
import type { LineBuffer } from './line-buffer.ts';

const passCombinations = countedPass + 1;

/** 1 for lines that pass every filter and count. */
const isInside = Uint8Array.from({ length: passCombinations }, (_, passes) =>
  Number(passes === countedPass),
);
/** Of lines that count and fail one filter alone which one, from 1; 0 for all others. */
export const failureOf = Uint8Array.from({ length: passCombinations }, (_, passes) => {
  const failed = countedPass & ~passes;
  const isOne = failed !== 0 && (failed & (failed - 1)) === 0;
  return isOne && failed < passBits.others ? 32 - Math.clz32(failed) : 0;
});
const isAlone = failureOf.map((failure) => Number(failure > 0));

/** The lines that are added up, told apart by whether they pass every filter or fail one alone. */
export class SiftedLines {
  readonly inside = new LineList();
  readonly alone = new LineList();

  /**
   * Takes some lines in the place of those before, and tallies those that pass every filter and do not count. Without
   * a branch a line, for no processor could foretell them.
   */
  take(
    { traits, passes }: LineBuffer,
    { from, to }: { readonly from: number; readonly to: number },
    tally: Float64Array,
  ): void {
    const inside = this.inside.withRoom(to - from);
    const alone = this.alone.withRoom(to - from);
    let insideCount = 0;
    let aloneCount = 0;
    for (let line = from; line < to; line++) {
      const passed = passes[line] ?? 0;
      inside[insideCount] = line;
      insideCount += isInside[passed] ?? 0;
      alone[aloneCount] = line;
      aloneCount += isAlone[passed] ?? 0;
      if (passed === everyPass) {
        const flags = (traits[line] ?? 0) >>> flagsShift;
        tally[flags] = (tally[flags] ?? 0) + 1;
      }
    }
    this.inside.length = insideCount;
    this.alone.length = aloneCount;
  }

  /** Takes lines that all pass every filter and count, in the place of those before. */
  takeAll({ from, to }: { readonly from: number; readonly to: number }): void {
    const inside = this.inside.withRoom(to - from);
    for (let line = from; line < to; line++) inside[line - from] = line;
    this.inside.length = to - from;
    this.alone.length = 0;
  }
}

/** Some lines of a buffer. */
export class LineList {
  lines = new Uint32Array();
  length = 0;

  /** Room for so many lines and one more place, which may be written to and is never counted. */
  withRoom(lines: number): Uint32Array {
    if (lines >= this.lines.length) this.lines = new Uint32Array(lines * 2 + 1);
    return this.lines;
  }
}
