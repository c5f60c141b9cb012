/**
 * Text that a font can print. PDF/UA requires a glyph for every character, so a character that the font lacks becomes a
 * box. A word that is too long for a line gets break opportunities.
 */

const box = '\u25a1';
const breakHere = '\u200b';
const longestWord = 22;

/** Replaces every text in a value of plain JSON with its printable form. */
export function printable<Value>(value: Value, hasGlyph: (codePoint: number) => boolean): Value;
export function printable(value: unknown, hasGlyph: (codePoint: number) => boolean): unknown {
  if (typeof value === 'string') return printableText(value, hasGlyph);
  if (Array.isArray(value)) return value.map((item) => printable(item, hasGlyph));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, printable(item, hasGlyph)]),
  );
}

// Controls and marks that change or join the previous character; they show nothing alone.
const unseen = /\p{Cc}|\p{Cf}|\p{Variation_Selector}|\p{Emoji_Modifier}/u;

/** One text; `hasGlyph` returns whether the font has a character. */
function printableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return Array.from(text.normalize('NFC'), (character) => {
    if (character === '\u00a0' || character === '\n') return character;
    if (unseen.test(character)) return '';
    if (/\s/.test(character)) return ' ';
    return hasGlyph(character.codePointAt(0) ?? 0) ? character : box;
  }).join('');
}

/** Adds break opportunities, without hyphens, to each word longer than a column. */
export function breakable(text: string): string {
  return text.replaceAll(/[^\s\u200b]{23,}/gu, (word) => {
    const characters = Array.from(word);
    const pieces = Array.from({ length: Math.ceil(characters.length / longestWord) }, (_, index) =>
      characters.slice(index * longestWord, (index + 1) * longestWord).join(''),
    );
    return pieces.join(breakHere);
  });
}
