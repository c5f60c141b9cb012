/** An upper estimate of a character's width at 13 pixels: drawings are made where text cannot be measured. */
const characterWidth = 6.9;

export function textWidth(text: string, fontSize = 13): number {
  return (text.length * characterWidth * fontSize) / 13;
}

/** Wraps text into lines of a given width; breaks a word that is longer than a line. No line begins with a "·". */
export function wrapText(text: string, width: number, fontSize = 13): string[] {
  const maxLength = Math.max(Math.floor(width / textWidth('n', fontSize)), 4);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +(?!·)/).flatMap((whole) => pieces(whole, maxLength))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || longer.length <= maxLength) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** By characters, because half of a character of two UTF-16 units is no valid text. */
const pieces = (word: string, maxLength: number): readonly string[] =>
  word.match(new RegExp(`.{1,${maxLength}}`, 'gsu')) ?? [''];

/** Pixels. */
const gap = 12;

/** The values of an axis whose labels do not overlap, inside the picture and before `right`. */
export function spacedTicks(
  values: readonly number[],
  x: (value: number) => number,
  right: number,
  format: (value: number) => string,
): number[] {
  let end = -gap;
  return values.filter((value) => {
    const half = textWidth(format(value), 12) / 2;
    if (x(value) - half < end + gap || x(value) + half > right) return false;
    end = x(value) + half;
    return true;
  });
}
