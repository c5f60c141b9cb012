/**
 * Whether a text that does not end with a line end stops within its last value. If the first lines all end with two
 * decimals and the last one does not, a part of the file is missing.
 */
export function isCutInValue(start: Buffer, lastLine: string): boolean {
  const [, ...lines] = start.toString('latin1').split('\n');
  // The last of these lines may be cut where `start` ends.
  const values = lines.slice(0, -1).map(lastValue);
  if (values.length === 0 || !values.every((value) => value === '' || isWhole(value))) return false;
  const last = lastValue(lastLine);
  return last === '' ? !values.includes('') : !isWhole(last);
}

const lastValue = (line: string) => line.trimEnd().slice(line.lastIndexOf(';') + 1);

const isWhole = (value: string) => /[,.]\d\d$/.test(value);
