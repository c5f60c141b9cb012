import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatDecimal } from '../../../shared/words/format.ts';
import {
  explainedText,
  usualProfiles,
  type CheckedFile,
  type CheckResult,
} from './checked-file.ts';
import type { FileProfile } from './profile.ts';
import { allowed, chanceOfCount, employerShare, medianOf, spreadOf } from './thresholds.ts';

interface Level {
  readonly lines: number;
  /** The mean logarithm of salaries over the minimum wage. */
  readonly mean: number;
  readonly chance: number;
}

/**
 * Used if no month is published: the country's typical salary in minimum wages, and how far a file may be from it, both
 * as logarithms.
 */
const firstLevel = { mean: Math.log(1.35), spread: Math.log(3) };

/** Bounds for the standard deviation of a file's salaries, as logarithms: an anomaly must not widen its own limit. */
const deviations = { least: 0.4, most: 0.8 };

/** Minimum number of lines with pay for this check. */
const fewestLines = 5;

/** Compares the typical salary with that of the neighbouring months, each in minimum wages of its time. */
export function checkWages(file: CheckedFile, { wageRatio }: LoadLimits): CheckResult {
  const own = levelOf(file.profile);
  if (own === undefined) return { undetectable: ['wages'] };
  const past = usualProfiles(file).flatMap((profile) => levelOf(profile) ?? []);
  const median = medianOf(past.map(({ mean }) => mean));
  const centre = median ?? firstLevel.mean;
  const least = Math.log1p(wageRatio / 100);
  const differences = past.map(({ mean, chance }) => ({ difference: mean - centre, chance }));
  const spread =
    median === undefined ? firstLevel.spread : spreadOf(differences, { expected: least, least });
  const limit = allowed(spread, own.chance) + employerShare(file.kind, own.lines);
  const undetectable = limit < Math.log(3) ? [] : (['wages'] as const);
  if (Math.abs(own.mean - centre) <= limit) return { undetectable };
  const where = median === undefined ? 'no país' : 'nos meses próximos';
  const message = `o salário típico (média geométrica) é de ${inMinimumWages(own.mean)}, e ${where} de ${inMinimumWages(centre)}; ${explainedText(limit)}.`;
  return { findings: [{ code: 'wageRatio', message }], undetectable };
}

const inMinimumWages = (mean: number) => `${formatDecimal(Math.exp(mean))} salários mínimos`;

function levelOf({ shape }: FileProfile): Level | undefined {
  const { lines, sum, squares } = shape.level;
  if (lines < fewestLines) return undefined;
  const mean = sum / lines;
  const own = Math.sqrt(Math.max(0, squares / lines - mean ** 2));
  const deviation = Math.min(deviations.most, Math.max(deviations.least, own));
  return { lines, mean, chance: deviation * chanceOfCount(lines) };
}
