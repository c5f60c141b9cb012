import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatDecimal } from '../../../shared/words/format.ts';
import { allowed, chanceOfCount, employerShare, medianOf, spreadOf } from './chance.ts';
import {
  explainedText,
  usualProfiles,
  type JudgedFile,
  type Untold,
  type Verdict,
} from './judged-file.ts';
import type { FileProfile } from './profile.ts';

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

/**
 * Bounds for the standard deviation of a file's salaries, as logarithms. A damaged file's own deviation must not widen
 * its limit.
 */
const deviations = { least: 0.4, most: 0.8 };

/** Maximum difference between one employer's salaries and all others', as a logarithm. */
const employerDifference = 1;

/** Minimum number of lines with pay for this check. */
const fewestLines = 5;

/** Compares the typical salary with that of the months around, each in minimum wages of its time. */
export function judgeLevel(file: JudgedFile, { wageRatio }: LoadLimits): Verdict {
  const level = levelOf(file.profile);
  if (level === undefined) return { findings: [], untold: ['wages'] };
  const usual = usualProfiles(file).flatMap((profile) => levelOf(profile) ?? []);
  const centre = medianOf(usual.map(({ mean }) => mean));
  const least = Math.log1p(wageRatio / 100);
  const spread =
    centre === undefined
      ? firstLevel.spread
      : spreadOf(
          usual.map(({ mean, chance }) => ({ difference: mean - centre, chance })),
          { expected: least, least },
        );
  const limit =
    allowed(spread, level.chance) + employerDifference * employerShare(file.kind, level.lines);
  const difference = level.mean - (centre ?? firstLevel.mean);
  const untold: readonly Untold[] = limit < Math.log(3) ? [] : ['wages'];
  if (Math.abs(difference) <= limit) return { findings: [], untold };
  const [now, before] = [level.mean, centre ?? firstLevel.mean].map(inMinimumWages);
  const where = centre === undefined ? 'no país' : 'nos meses ao redor';
  const message = `o salário típico (média geométrica) é de ${now}, e ${where} de ${before}; ${explainedText(limit)}.`;
  return { findings: [{ code: 'wageRatio', message }], untold };
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
