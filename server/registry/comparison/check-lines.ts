import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatCount, formatDecimal, formatLongMonth } from '../../../shared/words/format.ts';
import { monthLater } from '../../../shared/codes/months.ts';
import {
  explainedText,
  linesText,
  percentText,
  textsBeyond,
  type CheckedFile,
  type CheckResult,
  type Finding,
  type NeighbourMonth,
} from './checked-file.ts';
import {
  allowed,
  chanceOfCount,
  spreadOf,
  withoutEmployer,
  type PastDifference,
} from './thresholds.ts';

/** Compares the number of lines with the reference version and the neighbouring months. */
export function checkLines(file: CheckedFile, limits: LoadLimits): CheckResult {
  const result = againstNeighbours(file, limits);
  return { ...result, findings: [...lossOf(file, limits), ...(result.findings ?? [])] };
}

/** Holds a version that loses a large part of the reference version's lines, however few lines remain. */
function lossOf({ profile, version }: CheckedFile, { versionRatio }: LoadLimits): Finding[] {
  if (version === undefined) return [];
  const lost = (1 - profile.total.lines / version.total.lines) * 100;
  if (lost <= versionRatio) return [];
  const [share] = textsBeyond(lost, versionRatio);
  const [now, before] = [profile, version].map(({ total }) => formatCount(total.lines));
  return [
    {
      code: 'versionRatio',
      message: `perde ${share} % das linhas da maior versão publicada: tem ${now}, e a publicada, ${before} (o limite é ${formatDecimal(versionRatio)} %).`,
    },
  ];
}

/** Margin, as a logarithm: a halved file must be detectable even in a month with this many more lines. */
const ownVariation = Math.log(1.15);

/**
 * One similar neighbour is enough: December differs from November and resembles the December before. The limit of FOR
 * and EXC follows their own history, or `lateRatio` if there is none yet.
 */
function againstNeighbours(file: CheckedFile, limits: LoadLimits): CheckResult {
  const { kind, month, profile } = file;
  const { lines } = profile.total;
  const nearest = nearestMonths(month, file.neighbours);
  const closest = closestOf(kind, nearest, lines);
  if (closest === undefined) return { undetectable: ['lines'] };
  const code = kind === 'MOV' ? 'movRatio' : 'lateRatio';
  const spread = spreadOf(pastOf(file), {
    expected: Math.log1p(limits[code] / 100),
    least: Math.log1p(limits.movRatio / 100),
  });
  const limit = allowed(spread, closest.chance);
  const isHalfDetectable = differenceOf(kind, lines, lines / 2).difference > limit + ownVariation;
  const undetectable = isHalfDetectable ? [] : (['lines'] as const);
  if (closest.difference <= limit) return { undetectable };
  const others = nearest
    .map((other) => `${formatLongMonth(other.month)} (${formatCount(other.profile.total.lines)})`)
    .join(', ');
  const message = `tem ${linesText(lines)}, muito longe dos meses de comparação: ${others}; ${explainedText(limit)}.`;
  return { findings: [{ code, message }], undetectable };
}

const nextTo = [-1, 1, -12, 12] as const;

/** The adjacent months and those a year away; if none of them is published, the nearest month. */
function nearestMonths(
  month: string,
  neighbours: readonly NeighbourMonth[],
): readonly NeighbourMonth[] {
  const near = nextTo.flatMap((later) => {
    const nearMonth = monthLater(month, later);
    return neighbours.find((other) => other.month === nearMonth) ?? [];
  });
  return near.length > 0 ? near : neighbours.slice(0, 1);
}

/** The differences of the neighbouring months from their own neighbours. */
function pastOf({ kind, neighbours }: CheckedFile): PastDifference[] {
  return neighbours.slice(0, 12).flatMap(({ month, profile }) => {
    const others = neighbours.filter((other) => other.month !== month);
    return closestOf(kind, nearestMonths(month, others), profile.total.lines) ?? [];
  });
}

function closestOf(
  kind: CheckedFile['kind'],
  months: readonly NeighbourMonth[],
  lines: number,
): PastDifference | undefined {
  return months
    .map(({ profile }) => differenceOf(kind, lines, profile.total.lines))
    .toSorted((a, b) => a.difference - b.difference)[0];
}

function differenceOf(kind: CheckedFile['kind'], one: number, other: number): PastDifference {
  const [low, high] = one < other ? [one, other] : [other, one];
  return {
    difference: Math.log(withoutEmployer(kind, high, low) / low),
    chance: Math.hypot(chanceOfCount(one), chanceOfCount(other)),
  };
}

/** Minimum number of distinct lines: fewer may be equal by chance. */
const minLines = 50;

/** Maximum share of common lines. Correct months share a few lines in a hundred. */
const maxShare = 0.5;

/** Finds a published file of another month with the same lines: one of the two is then not of its month. */
export function checkCopies({ month, profile, sketches }: CheckedFile): CheckResult {
  const sketch = profile.shape.sketch;
  if (sketch.length < minLines) return { undetectable: ['month'] };
  const copies = sketches
    .filter((other) => other.month !== month && other.sketch.length >= minLines)
    .map((other) => ({ month: other.month, share: commonShare(sketch, other.sketch) }))
    .filter(({ share }) => share > maxShare);
  return {
    findings: copies.map((other) => ({
      code: 'sameLines',
      message: `cerca de ${percentText(other.share)} das linhas são as de ${formatLongMonth(other.month)}, com outro mês: um dos dois arquivos está com o mês errado.`,
    })),
  };
}

/** The share of all lines of both files that is in both, by the lowest hashes (Jaccard index of a bottom-k sketch). */
function commonShare(one: readonly number[], other: readonly number[]): number {
  const length = Math.min(one.length, other.length);
  const lowest = [...new Set([...one, ...other])].toSorted((a, b) => a - b).slice(0, length);
  const [ones, others] = [new Set(one), new Set(other)];
  return lowest.filter((hash) => ones.has(hash) && others.has(hash)).length / length;
}
