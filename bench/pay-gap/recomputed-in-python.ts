import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Estimate } from '../../shared/contracts/equality.ts';
import { GapTally, type AdjustedGap } from '../../shared/statistics/adjusted-gap.ts';
import { cellsOf, syntheticMonth } from '../../tests/support/synthetic-pay.ts';

/** Figures by their path, which is the same on both sides. */
type Figures = ReadonlyMap<string, number>;

interface Nested {
  readonly [name: string]: number | Nested;
}
const Nested: z.ZodType<Nested> = z.lazy(() => z.record(z.string(), z.union([z.number(), Nested])));

const script = fileURLToPath(new URL('recompute.py', import.meta.url));
const closeness = 1e-9;

/**
 * Compares the product's figures of some months with those that Python computes from the same lines; null without
 * Python.
 */
export function recomputedInPython(months: number) {
  const made = Array.from({ length: months }, (_, month) => {
    const plan = { cells: 40 + 20 * month, lines: 300 + 150 * month, remainder: 0.03 };
    return syntheticMonth(`python ${month}`, plan).lines;
  });
  const input = made.flatMap((lines, month) =>
    lines.map(({ cell, sex, centavos }) => `${month},${cell},${sex},${centavos}`),
  );
  const run = spawnSync('python3', [script], { input: input.join('\n'), maxBuffer: 2 ** 28 });
  if (run.error !== undefined) return null;
  if (run.status !== 0) throw new Error(run.stderr.toString());
  const result = z.record(z.string(), Nested).parse(JSON.parse(run.stdout.toString()));
  let figures = 0;
  const disagreements: string[] = [];
  for (const [month, lines] of made.entries()) {
    const own = figuresOf(lines);
    const others = flat(result[String(month)] ?? {});
    if (own.size !== others.size) disagreements.push(`month ${month}: not the same figures`);
    for (const [name, figure] of others) {
      figures += 1;
      const ours = own.get(name) ?? Number.NaN;
      const isSame = Math.abs(ours - figure) <= closeness * Math.max(1, Math.abs(figure));
      if (!isSame) disagreements.push(`month ${month}, ${name}: ${ours}, in Python ${figure}`);
    }
  }
  return { months, figures, disagreements };
}

function figuresOf(lines: Parameters<typeof cellsOf>[0]): Figures {
  const tally = new GapTally();
  for (const cell of cellsOf(lines).values()) tally.add(cell);
  const { gap } = tally;
  if (gap?.compared == null) throw new Error('The month has no one to compare.');
  return flat(written(gap, gap.compared));
}

function written({ raw }: AdjustedGap, compared: NonNullable<AdjustedGap['compared']>): Nested {
  const { matching, decomposition, ...rest } = compared;
  return {
    ...rest,
    raw: estimateOf(raw),
    matching: { composition: matching.composition, ...estimateOf(matching.remainder) },
    decomposition: {
      composition: decomposition.composition,
      ...estimateOf(decomposition.remainder),
    },
  };
}

const estimateOf = ({ difference, interval, ratio, ratioInterval }: Estimate): Nested => ({
  difference,
  ratio,
  ...(interval && interval),
  ...(ratioInterval && { ratioLower: ratioInterval.lower, ratioUpper: ratioInterval.upper }),
});

function flat(nested: Nested, path = ''): Figures {
  return new Map(
    Object.entries(nested).flatMap(([name, value]) =>
      typeof value === 'number'
        ? [[`${path}${name}`, value] as const]
        : [...flat(value, `${path}${name}.`)],
    ),
  );
}
