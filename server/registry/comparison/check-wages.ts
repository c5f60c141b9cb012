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

/** A figure of a file as a logarithm, its standard deviation by chance, and the number of wages that it comes from. */
interface WageFigure {
  readonly wages: number;
  readonly value: number;
  readonly chance: number;
}

/** The country's value and how far a file may be from it, as logarithms. Used if no month is published. */
interface FirstFigure {
  readonly value: number;
  readonly spread: number;
}

/** The usual value of a figure, and the maximum difference from it. */
function usualFigure(
  file: CheckedFile,
  { wageRatio }: LoadLimits,
  {
    own,
    figureOf,
    first,
  }: {
    own: WageFigure;
    figureOf: (profile: FileProfile) => WageFigure | undefined;
    first: FirstFigure;
  },
) {
  const past = usualProfiles(file).flatMap((profile) => figureOf(profile) ?? []);
  const centre = medianOf(past.map(({ value }) => value));
  const least = Math.log1p(wageRatio / 100);
  const spread =
    centre === undefined
      ? first.spread
      : spreadOf(
          past.map(({ value, chance }) => ({ difference: value - centre, chance })),
          { expected: least, least },
        );
  return {
    centre: centre ?? first.value,
    limit: allowed(spread, own.chance) + employerShare(file.kind, own.wages),
    where: centre === undefined ? 'no país' : 'nos meses ao redor',
  };
}

/** The country's typical salary in minimum wages. */
const firstLevel = { value: Math.log(1.35), spread: Math.log(3) };

/** Bounds for the standard deviation of a file's salaries, as logarithms: an anomaly must not widen its own limit. */
const deviations = { least: 0.4, most: 0.8 };

/** Minimum number of lines with pay for this check. */
const fewestLines = 5;

/** Compares the typical salary with that of the neighbouring months, each in minimum wages of its time. */
export function checkWages(file: CheckedFile, limits: LoadLimits): CheckResult {
  const own = levelOf(file.profile);
  if (own === undefined) return { undetectable: ['wages'] };
  const parts = { own, figureOf: levelOf, first: firstLevel };
  const { centre, limit, where } = usualFigure(file, limits, parts);
  const undetectable = limit < Math.log(3) ? [] : (['wages'] as const);
  if (Math.abs(own.value - centre) <= limit) return { undetectable };
  const [now, usual] = [own.value, centre].map(
    (level) => `${formatDecimal(Math.exp(level))} salários mínimos`,
  );
  const message = `o salário típico (média geométrica) é de ${now}, e ${where} de ${usual}; ${explainedText(limit)}.`;
  return { findings: [{ code: 'wageRatio', message }], undetectable };
}

function levelOf({ shape }: FileProfile): WageFigure | undefined {
  const { lines, sum, squares } = shape.level;
  if (lines < fewestLines) return undefined;
  const value = sum / lines;
  const own = Math.sqrt(Math.max(0, squares / lines - value ** 2));
  const deviation = Math.min(deviations.most, Math.max(deviations.least, own));
  return { wages: lines, value, chance: deviation * chanceOfCount(lines) };
}

/** The country's ratio of mean to median admission wage. */
const firstRatio = { value: Math.log(1.25), spread: Math.log(1.7) };

/** Standard deviation of usual wages over their mean. The file's own deviation would widen its limit. */
const wageDeviation = 1.5;

/** Fewer wages than this have no stable mean. */
const fewestWages = 100;

/** Finds a mean that moves while the median does not. A few wages that are far too high cause this. */
export function checkMean(file: CheckedFile, limits: LoadLimits): CheckResult {
  const own = ratioOf(file.profile);
  if (own === undefined) return {};
  const parts = { own, figureOf: ratioOf, first: firstRatio };
  const { centre, limit, where } = usualFigure(file, limits, parts);
  if (Math.abs(own.value - centre) <= limit) return {};
  const [now, usual] = [own.value, centre].map((ratio) => formatDecimal(Math.exp(ratio)));
  const message = `o salário médio das admissões é ${now} vezes a mediana, e ${where} ${usual} vezes.`;
  return { findings: [{ code: 'wageRatio', message }] };
}

function ratioOf({ total }: FileProfile): WageFigure | undefined {
  const { wage_count: wages, wage_sum, median_wage } = total;
  if (wages < fewestWages || median_wage === null || median_wage === 0) return undefined;
  return {
    wages,
    value: Math.log(wage_sum / wages / median_wage),
    chance: wageDeviation * chanceOfCount(wages),
  };
}
