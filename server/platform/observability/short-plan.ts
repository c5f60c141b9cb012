const mostLines = 60;
const mostLetters = 300;

/** An engine's plan as a log can take it: a list of ten thousand municipalities in a condition says no more than its beginning. */
export function shortPlan(lines: readonly string[]): string[] {
  const kept = lines
    .slice(0, mostLines)
    .map((line) => (line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line));
  const left = lines.length - kept.length;
  return left > 0 ? [...kept, `… (${left} more lines)`] : kept;
}
