import {
  delaySteps,
  expectedChange,
  type Development,
} from '../../shared/statistics/chain-ladder.ts';
import { normal, seededRandom, type Random } from './random.ts';

/**
 * How the counts of months grow with late declarations: each step has a planted factor, which varies randomly by month.
 */
export interface DelayPlan {
  /** Months of history, the newest just declared. */
  readonly months: number;
  /** Standard deviation of a month's first factor; each later step has three quarters of it. */
  readonly spread: number;
}

const longest = 12;

/** How often the bands of a history's open months held the month's later count. */
export interface BandCoverage {
  readonly bands: number;
  readonly held80: number;
  readonly held95: number;
}

/** Plants histories, hides what comes after their newest month, and counts which bands held it. */
export function bandCoverage(seed: string, histories: number, plan: DelayPlan): BandCoverage {
  let [bands, held80, held95] = [0, 0, 0];
  for (let history = 0; history < histories; history++) {
    const random = seededRandom(`${seed} ${history}`);
    const whole = Array.from({ length: plan.months }, (_, age) => development(random, plan, age));
    // The month of age 0 is only declared.
    const known = whole.map((counts, age) => counts.slice(0, age + 1));
    const steps = delaySteps(known, longest);
    if (steps === null) continue;
    for (const [delay, counts] of known.slice(0, longest).entries()) {
      const month = { count: counts[delay] ?? 0, delay };
      const change = (whole[delay]?.[longest] ?? 0) / month.count - 1;
      const holds = (level: number) => {
        const { lower, upper } = expectedChange(steps, month, level);
        return lower <= change && change <= upper;
      };
      bands += 1;
      if (holds(0.8)) held80 += 1;
      if (holds(0.95)) held95 += 1;
    }
  }
  return { bands, held80, held95 };
}

/** 1.2 to 2.2 million admissions; a first step of about +1.5 %, and less with each further month. */
function development(random: Random, { spread }: DelayPlan, age: number): Development {
  const usual = 1_700_000 + 500_000 * Math.sin((age / 6) * Math.PI);
  const counts = [Math.round(usual * (0.95 + 0.1 * random()))];
  for (let delay = 0; delay < longest; delay++) {
    const count = counts[delay] ?? 0;
    const deviation = spread * 0.75 ** delay * Math.sqrt(1_700_000 / count);
    const factor = 1 + 0.015 * 0.6 ** delay - 0.001 + deviation * normal(random);
    counts.push(Math.round(count * factor));
  }
  return counts;
}
