import { describe, expect, test } from 'vitest';
import { breakable, changedTexts, glyphsOf, printable, readFonts } from './printable.ts';

describe('text as the font can print it', async () => {
  const [font] = await readFonts();
  if (!font) throw new Error('No font.');
  const hasGlyph = glyphsOf(font);
  const printed = (text: string) => printable(text, hasGlyph);

  test('what Portuguese needs is there', () => {
    const text = 'ÁÀÂÃÇÉÊÍÓÔÕÚÜ áàâãçéêíóôõúü º ª § R$ 1.518,00 − – — … “” • ½ ≤ ç';
    expect(printed(text)).toBe(text);
  });

  test('a combining accent joins its letter, and invisible characters are left out', () => {
    expect(printed('cafe\u0301 \u202ea\u200db\ufeff\u0000')).toBe('café ab');
  });

  test('what the font does not have is a box, one for each character', () => {
    expect(printed('a 日本 b')).toBe('a □□ b');
    expect(printed('👍🏽!')).toBe('□!');
  });

  test('a space that does not break and the end of a line stay, and other spaces are usual ones', () => {
    expect(printed('R$\u00a010\nde\u2003um')).toBe('R$\u00a010\nde um');
  });

  test('the texts under some keys stay as they are', () => {
    const value = { a: '日', b: [{ a: '日', c: '日' }] };
    expect(changedTexts(value, printed, new Set(['a']))).toEqual({
      a: '日',
      b: [{ a: '日', c: '□' }],
    });
  });

  test('keeps the shape of what holds the texts', () => {
    expect(changedTexts({ a: ['日', 1, null, { b: true }] }, printed)).toEqual({
      a: ['□', 1, null, { b: true }],
    });
  });
});

test('a word too long for a line can be broken, a word that fits is left alone', () => {
  expect(breakable('pequena')).toBe('pequena');
  const broken = breakable(`a ${'x'.repeat(50)} b`);
  expect(broken.split(/[ \u200b]/).map((piece) => piece.length)).toEqual([1, 22, 22, 6, 1]);
  expect(broken.replaceAll('\u200b', '')).toBe(`a ${'x'.repeat(50)} b`);
  // A font has no letter for an accent alone, and PDF/UA requires one.
  const accented = `${'x'.repeat(21)}ë\u031f`;
  expect(breakable(accented)).toBe(accented);
  expect(breakable(`${accented}z`)).toBe(`${accented}\u200bz`);
});
