import { formatWholeReais } from '../../../shared/words/format.ts';
import { textWidth } from './wrap-text.ts';

/** Pixels. */
const gap = 12;

/** The amounts of an axis whose labels do not overlap, inside the picture and before `right`. */
export function spacedAmounts(
  amounts: readonly number[],
  x: (reais: number) => number,
  right: number,
): number[] {
  let end = -gap;
  return amounts.filter((reais) => {
    const half = textWidth(formatWholeReais(reais), 12) / 2;
    if (x(reais) - half < end + gap || x(reais) + half > right) return false;
    end = x(reais) + half;
    return true;
  });
}
