/** Characters of bold Calibri text in the width of a digit, the unit of a spreadsheet's columns. Other text has some more. */
const charactersPerDigit = 1.1;
/** The font size whose digits are the unit of columns, in points. */
const usualPoints = 11;
const usualLineHeight = 15;
/** Excel's limit. */
const maxRowHeight = 409;

/** Wraps a text into lines of at most `maxLength` characters, also within a word. No line begins with a "·". */
export function wrapped(text: string, maxLength: number): string[] {
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

/** The number of lines of a text in a font of `points` in a cell of a spreadsheet, `width` digits wide. */
export function lineCount(text: string, width: number, points = usualPoints): number {
  const maxLength = Math.max(1, Math.floor((width * charactersPerDigit * usualPoints) / points));
  return text.split('\n').flatMap((line) => wrapped(line, maxLength)).length;
}

/** The height of a row with `lines` lines in a font of `points`, in points. LibreOffice adjusts no row by itself. */
export const rowHeight = (lines: number, points = usualPoints): number =>
  Math.min(maxRowHeight, Math.ceil((lines * usualLineHeight * points) / usualPoints) + 1);
