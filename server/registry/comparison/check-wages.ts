import { median } from 'd3-array';
import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatDecimal } from '../../../shared/words/format.ts';
import {
  explainedText,
  textsBeyond,
  usualProfiles,
  type CheckedFile,
  type CheckResult,
} from './checked-file.ts';
import type { FileProfile } from './profile.ts';
import { allowed, chanceOfCount, employerShare, spreadOf } from './thresholds.ts';

/**
 * Used if no month is published: the country's typical salary in minimum wages, and how far a file may be from it, both
 * as logarithms.
 */
const firstLevel = { mean: Math.log(1.35), spread: Math.log(3) };

/** Bounds for the standard deviation of a file's salaries, as logarithms: an anomaly must not widen its own limit. */
const deviations = { min: 0.4, max: 0.8 };

/**
 * Maximum standard deviation of a correct file, as logarithms. In CAGEDFOR202307 and CAGEDEXC202307 no municipality,
 * state, activity, occupation or month of 50 salaries exceeds 1.1; decimal points deleted in half of the salaries cause
 * 2.3.
 */
const maxDeviation = 1.3;
const minDeviating = 50;

/** Minimum number of lines with pay for this check. */
const minLines = 5;

/** Finds salaries so far apart that a part of them must have lost the decimal comma, however few lines the file has. */
export function checkWageSpread(file: CheckedFile): CheckResult {
  const { lines } = file.profile.shape.level;
  const deviation = deviationOf(file.profile);
  const limit = Math.max(maxDeviation, ...usualProfiles(file).map(deviationOf));
  if (lines < minDeviating || deviation <= limit) return {};
  const [own, maximum] = textsBeyond(deviation, limit);
  const message = `os salários variam demais, como se uma parte estivesse sem a vírgula decimal: o desvio-padrão do logaritmo é ${own}, e o limite é ${maximum}.`;
  return { findings: [{ code: 'wageRatio', message }] };
}

/** The standard deviation of a file's salaries, as logarithms; 0 if there are none. */
function deviationOf({ shape }: FileProfile): number {
  const { lines, sum, squares } = shape.level;
  return lines === 0 ? 0 : Math.sqrt(Math.max(0, squares / lines - (sum / lines) ** 2));
}

/** Compares the typical salary with that of the neighbouring months, each in minimum wages of its time. */
export function checkWages(file: CheckedFile, { wageRatio }: LoadLimits): CheckResult {
  const level = levelOf(file.profile);
  if (level === undefined) return { undetectable: ['wages'] };
  const past = usualProfiles(file).flatMap((profile) => levelOf(profile) ?? []);
  const usual = median(past, ({ mean }) => mean);
  const centre = usual ?? firstLevel.mean;
  const least = Math.log1p(wageRatio / 100);
  const differences = past.map(({ mean, chance }) => ({ difference: mean - centre, chance }));
  const spread =
    usual === undefined ? firstLevel.spread : spreadOf(differences, { expected: least, least });
  const limit = allowed(spread, level.chance) + employerShare(file.kind, level.lines);
  const undetectable = limit < Math.log(3) ? [] : (['wages'] as const);
  if (Math.abs(level.mean - centre) <= limit) return { undetectable };
  const where = usual === undefined ? 'no país' : 'nos meses próximos';
  const message = `o salário típico (média geométrica) é de ${inMinimumWages(level.mean)}, e ${where} de ${inMinimumWages(centre)}; ${explainedText(limit)}.`;
  return { findings: [{ code: 'wageRatio', message }], undetectable };
}

const inMinimumWages = (mean: number) => `${formatDecimal(Math.exp(mean))} salários mínimos`;

/** The mean logarithm of salaries over the minimum wage, and its standard deviation by chance. */
function levelOf(profile: FileProfile) {
  const { lines, sum } = profile.shape.level;
  if (lines < minLines) return undefined;
  const deviation = Math.min(deviations.max, Math.max(deviations.min, deviationOf(profile)));
  return { lines, mean: sum / lines, chance: deviation * chanceOfCount(lines) };
}
