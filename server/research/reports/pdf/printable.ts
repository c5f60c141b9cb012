import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Text that a font can print. PDF/UA requires a glyph for every character, so a character that the font lacks becomes a
 * box. A word that is too long for a line gets break opportunities.
 */

const box = '\u25a1';

/** Changes every text in a value of plain JSON, except under keys of `unchanged`. */
export function changedTexts<Value>(
  value: Value,
  change: (text: string) => string,
  unchanged?: ReadonlySet<string>,
): Value;
export function changedTexts(
  value: unknown,
  change: (text: string) => string,
  unchanged: ReadonlySet<string> = new Set(),
): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changedTexts(item, change, unchanged));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      unchanged.has(key) ? item : changedTexts(item, change, unchanged),
    ]),
  );
}

// Controls and marks that change or join the previous character; they are invisible by themselves.
const unseen = /\p{Cc}|\p{Cf}|\p{Variation_Selector}|\p{Emoji_Modifier}/u;

/** One text; `hasGlyph` returns whether the font has a character. */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return Array.from(text.normalize('NFC'), (character) => {
    if (character === '\u00a0' || character === '\n') return character;
    if (unseen.test(character)) return '';
    if (/\s/.test(character)) return ' ';
    return hasGlyph(character.codePointAt(0) ?? 0) ? character : box;
  }).join('');
}

/** Adds a break opportunity, without a hyphen, after every 22 characters of a longer word; never before an accent. */
export const breakable = (text: string): string =>
  text.replaceAll(/[^\s\u200b]{22}(?=[^\s\u200b\p{M}])/gu, '$&\u200b');

const weights = ['400Regular', '600SemiBold'] as const;

/** The document's font in its two weights. The font ships with the product and does not depend on the machine. */
export function readFonts(): Promise<Buffer[]> {
  return Promise.all(
    weights.map((weight) => {
      const name = `@expo-google-fonts/source-sans-3/${weight}/SourceSans3_${weight}.ttf`;
      return readFile(fileURLToPath(import.meta.resolve(name)));
    }),
  );
}

const segmentedCoverage = 12;

/** Returns whether a TrueType font has a code point, by its `cmap` table of format 12. */
export function glyphsOf(font: Buffer): (codePoint: number) => boolean {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (record === undefined) throw new Error('The font has no table of characters.');
  const cmap = font.readUInt32BE(record + 8);
  const at = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 8 + index * 8)
    .map((place) => cmap + font.readUInt32BE(place))
    .find((place) => font.readUInt16BE(place) === segmentedCoverage);
  if (at === undefined) throw new Error('The font has no table of characters of format 12.');
  const ranges = Array.from({ length: font.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)] as const;
  });
  return (codePoint) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
}
