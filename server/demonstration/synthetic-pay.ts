import { salaryDefectShares } from './profiles.ts';
import { integerBetween, normal, weighted, type Random } from './random.ts';

/** Pay as the files carry it, in centavos: the monthly equivalent and the amount in its own unit. */
export interface Pay {
  readonly monthly: number | null;
  readonly fixed: number | null;
  readonly unit: number;
}

export interface PayLevel {
  /** The middle of what is paid, in centavos. */
  readonly level: number;
  readonly spread: number;
  /** What a collective agreement sets, in centavos; many are paid just that. */
  readonly floor: number;
  readonly minimumWage: number;
}

const drawDefect = weighted(salaryDefectShares);

/**
 * Monthly pay in centavos: log-normal about the level, with heaps where real pay has them, at the minimum wage,
 * at the floor of the trade and at round values.
 */
export function agreedPay(random: Random, { level, spread, floor, minimumWage }: PayLevel): number {
  const drawn = level * Math.exp(spread * normal(random));
  const kind = random();
  if (drawn < minimumWage) {
    if (kind < 0.86) return minimumWage;
    if (kind < 0.96) return Math.max(floor, minimumWage);
    return Math.round(Math.max(drawn, minimumWage * 0.75));
  }
  if (kind < 0.3 && Math.abs(drawn / floor - 1) < 0.2) return Math.max(floor, minimumWage);
  if (kind > 0.72) return Math.max(minimumWage, rounded(drawn));
  return Math.round(drawn);
}

/** The value a person would name: to 50 reais below 2,000, to 100 below 5,000, to 500 above. */
function rounded(centavos: number): number {
  const step = centavos < 200_000 ? 5_000 : centavos < 500_000 ? 10_000 : 50_000;
  return Math.round(centavos / step) * step;
}

/**
 * Writes monthly pay in a unit, as the official files compute it: hour × 5 × weekly hours, day × 30, week × 5,
 * fortnight × 2; the other units are already monthly. `hours` are hundredths of an hour.
 */
export function payInUnit(monthly: number, unit: number, hours: number): Pay {
  const perMonth = unitsPerMonth(unit, hours);
  const fixed = Math.round(monthly / perMonth);
  return { monthly: Math.round(fixed * perMonth), fixed, unit };
}

function unitsPerMonth(unit: number, hours: number): number {
  if (unit === 1) return (5 * hours) / 100;
  if (unit === 2) return 30;
  if (unit === 3) return 5;
  return unit === 4 ? 2 : 1;
}

/** Puts in the mistakes of real declarations, in about the shares that the official files have. */
export function withDefects(random: Random, pay: Pay): Pay {
  const defect = drawDefect(random);
  if (defect === 'none') return pay;
  if (defect === 'empty') return { monthly: null, fixed: null, unit: 99 };
  if (defect === 'zero') return { monthly: 0, fixed: 0, unit: pay.unit };
  if (defect === 'oneCent') return { monthly: 1, fixed: 1, unit: 5 };
  if (defect === 'tiny') return payInUnit(integerBetween(random, 500, 45_000), 5, 4400);
  // A month's pay declared as an hour's: 44 hours a week make 220 of it a month.
  return payInUnit((pay.monthly ?? 0) * 220, 1, 4400);
}
