import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatDecimal } from '../../../shared/words/format.ts';
import { allowed, chanceOfCount, employerShare, medianOf, spreadOf } from './chance.ts';
import { usualProfiles, type JudgedFile, type Verdict } from './judged-file.ts';
import type { FileProfile } from './profile.ts';

/**
 * For a first file: the country's ratio of mean to median admission wage, and how far a file may be from it, as
 * logarithms.
 */
const firstRatio = { mean: Math.log(1.25), spread: Math.log(1.7) };

/** Standard deviation of undamaged wages over their mean. A damaged file's own deviation would widen its limit. */
const deviation = 1.5;

/** Fewer wages than this have no stable mean. */
const fewestWages = 100;

/** Finds a mean that moves while the median does not. A few wages that are far too high cause this. */
export function judgeMean(file: JudgedFile, { wageRatio }: LoadLimits): Verdict {
  const own = ratioOf(file.profile);
  if (own === undefined) return { findings: [], untold: [] };
  const usual = usualProfiles(file).flatMap((profile) => ratioOf(profile) ?? []);
  const centre = medianOf(usual.map(({ ratio }) => ratio));
  const least = Math.log1p(wageRatio / 100);
  const spread =
    centre === undefined
      ? firstRatio.spread
      : spreadOf(
          usual.map(({ ratio, chance }) => ({ difference: ratio - centre, chance })),
          { expected: least, least },
        );
  const limit = allowed(spread, own.chance) + employerShare(file.kind, own.wages);
  if (Math.abs(own.ratio - (centre ?? firstRatio.mean)) <= limit)
    return { findings: [], untold: [] };
  const [now, before] = [own.ratio, centre ?? firstRatio.mean].map((ratio) =>
    formatDecimal(Math.exp(ratio)),
  );
  const where = centre === undefined ? 'no país' : 'nos meses ao redor';
  const message = `o salário médio das admissões é ${now} vezes a mediana, e ${where} ${before} vezes.`;
  return { findings: [{ code: 'wageRatio', message }], untold: [] };
}

function ratioOf({ total }: FileProfile) {
  const { wage_count: wages, wage_sum, median_wage } = total;
  if (wages < fewestWages || median_wage === null || median_wage === 0) return undefined;
  return {
    wages,
    ratio: Math.log(wage_sum / wages / median_wage),
    chance: deviation * chanceOfCount(wages),
  };
}
