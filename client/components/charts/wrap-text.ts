import { wrapped } from '../../../shared/words/wrapped-text.ts';

/** An upper estimate of a character's width at 13 pixels: drawings are made where text cannot be measured. */
const characterWidth = 6.9;

export function textWidth(text: string, fontSize = 13): number {
  return (text.length * characterWidth * fontSize) / 13;
}

/** Wraps a text into lines of a width in pixels. */
export const wrapText = (text: string, width: number, fontSize = 13): string[] =>
  wrapped(text, Math.max(Math.floor(width / textWidth('n', fontSize)), 4));

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
