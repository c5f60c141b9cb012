import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

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

/** Returns whether a TrueType font has a code point, by its `cmap` table of format 12 or 4. */
export function glyphsOf(font: Buffer): (codePoint: number) => boolean {
  const ranges = rangesOf(font);
  return (codePoint) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
}

type Range = readonly [from: number, to: number];

function rangesOf(font: Buffer): Range[] {
  const cmap = tableAt(font, 'cmap');
  const offsets = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) =>
    font.readUInt32BE(cmap + 8 + index * 8),
  );
  const ofFormat = (format: number) =>
    offsets.map((offset) => cmap + offset).find((at) => font.readUInt16BE(at) === format);
  const wide = ofFormat(12);
  if (wide !== undefined) return groups(font, wide);
  const narrow = ofFormat(4);
  if (narrow !== undefined) return segments(font, narrow);
  throw new Error('The font has no table of characters that can be read.');
}

function tableAt(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no table "${tag}".`);
}

function groups(font: Buffer, at: number): Range[] {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
  });
}

function segments(font: Buffer, at: number): Range[] {
  const twice = font.readUInt16BE(at + 6);
  return Array.from({ length: twice / 2 }, (_, index): Range => {
    const end = font.readUInt16BE(at + 14 + index * 2);
    return [font.readUInt16BE(at + 16 + twice + index * 2), end];
  }).filter(([from]) => from !== 0xffff);
}
