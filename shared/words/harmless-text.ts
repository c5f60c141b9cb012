/**
 * A text for a cell of CSV. A spreadsheet runs a cell with such a beginning as a formula, in some languages also one of
 * the full-width signs; an apostrophe makes it text.
 */
export const harmlessText = (text: string) =>
  /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
