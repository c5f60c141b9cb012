const mostLines = 60;
const mostLetters = 300;

/**
 * A query plan shortened for the log: the start of a condition says enough about a list of ten thousand municipalities.
 */
export function shortPlan(lines: readonly string[]): string[] {
  const kept = lines
    .slice(0, mostLines)
    .map((line) => (line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line));
  const left = lines.length - kept.length;
  return left > 0 ? [...kept, `… (${left} more lines)`] : kept;
}
