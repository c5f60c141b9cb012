/** Characters of bold Calibri text per unit of column width, which is a digit. A line of text has some more. */
const charactersPerDigit = 1.1;
/** The font size for which column widths count characters, in points. */
const usualPoints = 11;
const usualLineHeight = 15;
/** Excel's limit. */
const maxRowHeight = 409;

/** The number of lines of a text in a font of `points` that is wrapped within `width`, in characters of column width. */
export function lineCount(text: string, width: number, points = usualPoints): number {
  const limit = Math.max(1, Math.floor((width * charactersPerDigit * usualPoints) / points));
  let lines = 0;
  for (const paragraph of text.split('\n')) {
    let used = Infinity;
    for (const { length } of paragraph.split(' ')) {
      if (used + 1 + length <= limit) used += 1 + length;
      else {
        lines += Math.max(1, Math.ceil(length / limit));
        used = length;
      }
    }
  }
  return lines;
}

/** The height of a row with `lines` lines in a font of `points`, in points. LibreOffice adjusts no row by itself. */
export const rowHeight = (lines: number, points = usualPoints): number =>
  Math.min(maxRowHeight, Math.ceil((lines * usualLineHeight * points) / usualPoints) + 1);
