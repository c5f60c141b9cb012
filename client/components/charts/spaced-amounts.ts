import { formatWholeReais } from '../../../shared/format.ts';
import { textWidth } from './wrap-text.ts';

/** The amounts of an axis whose texts stand apart and end before `right`. */
export function spacedAmounts(
  amounts: readonly number[],
  x: (reais: number) => number,
  right: number,
): number[] {
  let end = -Infinity;
  return amounts.filter((reais) => {
    const half = textWidth(formatWholeReais(reais), 12) / 2;
    if (x(reais) - half < end + 10 || x(reais) + half > right) return false;
    end = x(reais) + half;
    return true;
  });
}
