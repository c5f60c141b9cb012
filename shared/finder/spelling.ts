/**
 * Number of typing errors between two words, at most `most`: letters missing, added, changed, or swapped with the next
 * (optimal string alignment). Returns `most + 1` if there are more.
 */
export function typingErrors(a: string, b: string, most: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let errors = Math.min(
        at(before, column) + 1,
        at(current, column - 1) + 1,
        at(before, column - 1) + (isSame ? 0 : 1),
      );
      if (isSwapped(a, row, b, column)) errors = Math.min(errors, at(twoBefore, column - 2) + 1);
      current.push(errors);
      least = Math.min(least, errors);
    }
    if (least > most) return most + 1;
    twoBefore = before;
    before = current;
  }
  return Math.min(at(before, b.length), most + 1);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;

const isSwapped = (a: string, row: number, b: string, column: number): boolean =>
  row > 1 &&
  column > 1 &&
  a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
  a.charCodeAt(row - 2) === b.charCodeAt(column - 1);

/** The letters of a word, as bits: words that differ in many need no letter-by-letter comparison. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

/** Number of letters that occur in only one of two words. Each typing error changes at most two. */
export function differentLetters(a: number, b: number): number {
  let bits = a ^ b;
  let count = 0;
  while (bits !== 0) {
    bits &= bits - 1;
    count++;
  }
  return count;
}
