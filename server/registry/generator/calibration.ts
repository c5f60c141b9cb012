import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Lines = z.array(z.string());

const Calibration = z.object({
  /** The files in which the figures were counted. */
  source: z.string(),
  lines: z.number(),
  excludedLines: z.number(),
  /** Number of lines that are equal to an earlier one. */
  repeatedLines: z.number(),
  /** `cbo contract lines women% level high`; contract 0 ordinary, 1 apprentice, 2 on call; `-` where unknown. */
  cells: Lines,
  /** `key subclass:lines …`; the key is an occupation, its first two digits, or `*`. */
  activities: Lines,
  /** `uf municipality:lines …`. */
  places: Lines,
  /** `key value:lines …`, as in the fields below. */
  schooling: Lines,
  age: Lines,
  hours: Lines,
  category: Lines,
  state: Lines,
  race: Lines,
  size: Lines,
  employer: Lines,
  movementType: Lines,
  disability: Lines,
  partTime: Lines,
  unit: Lines,
  origin: Lines,
  defects: Lines,
  months: Lines,
  excluded: Lines,
  /** `factor value:effect …`: the effect is added to the logarithm of pay. */
  effects: Lines,
  /**
   * Evenly spaced quantiles of pay about its level, in units of the distance from the occupation's median to its 90th
   * percentile.
   */
  residuals: z.array(z.number()),
  heaps: z.record(z.string(), z.number()),
  /** `uf ratio share`: pay in minimum wages that recurs in a state. */
  heaped: Lines,
});

/** The distributions from which the generator draws; `calibrate.ts` derives them. */
export type Calibration = z.infer<typeof Calibration>;

export function readCalibration(): Calibration {
  return Calibration.parse(
    JSON.parse(readFileSync(new URL('calibration.json', import.meta.url), 'utf8')),
  );
}

export type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

/** `key value:lines …` by key. */
export function readCounts(lines: readonly string[]): ReadonlyMap<string, Weighted<string>> {
  return new Map(
    lines.map((line) => {
      const [key = '', ...counts] = line.split(' ');
      return [
        key,
        counts.map((count) => {
          const [value = '', weight = '0'] = count.split(':');
          return [value, Number(weight)] as const;
        }),
      ];
    }),
  );
}
