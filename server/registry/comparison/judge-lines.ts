import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatCount, formatLongMonth } from '../../../shared/words/format.ts';
import { monthLater } from '../../reference/months.ts';
import {
  allowed,
  chanceOfCount,
  spreadOf,
  withoutEmployer,
  type PastDifference,
} from './chance.ts';
import {
  explainedText,
  linesText,
  percentText,
  type Finding,
  type JudgedFile,
  type MonthBeside,
  type Untold,
  type Verdict,
} from './judged-file.ts';

/** Compares the number of lines with the published version and the months around. */
export function judgeLines(file: JudgedFile, limits: LoadLimits): Verdict {
  const beside = besideNeighbours(file, limits);
  return {
    findings: [...lossOf(file, limits), ...gainOf(file, limits), ...beside.findings],
    untold: beside.untold,
  };
}

/** Holds a version that loses a large part of the reference version's lines, however few lines remain. */
function lossOf({ profile, version }: JudgedFile, { versionRatio }: LoadLimits): Finding[] {
  if (version === undefined) return [];
  const lost = 1 - profile.total.lines / version.total.lines;
  if (lost * 100 <= versionRatio) return [];
  const [now, before] = [profile, version].map(({ total }) => formatCount(total.lines));
  return [
    {
      code: 'versionRatio',
      message: `perde ${percentText(lost)} das linhas da maior versão publicada: tem ${now}, e ela ${before} (o limite é ${versionRatio} %).`,
    },
  ];
}

function gainOf(
  { kind, profile, version, mostLines }: JudgedFile,
  { versionRatio }: LoadLimits,
): Finding[] {
  if (version === undefined) return [];
  const most = Math.max(mostLines ?? 0, version.total.lines);
  const { difference, chance } = differenceOf(kind, profile.total.lines, most);
  const limit = allowed(Math.log1p(versionRatio / 100), chance);
  if (profile.total.lines < most || difference <= limit) return [];
  const before = formatCount(most);
  return [
    {
      code: 'versionRatio',
      message: `tem ${linesText(profile.total.lines)}, e a maior versão publicada ${before} (o limite para tantas linhas é ${percentText(Math.expm1(limit))} a mais).`,
    },
  ];
}

/**
 * One similar neighbour is enough: December differs from November and resembles the December before. The limit of FOR
 * and EXC follows their own history, or `lateRatio` if there is none yet.
 */
function besideNeighbours(file: JudgedFile, limits: LoadLimits): Verdict {
  const { kind, profile, around } = file;
  const { lines } = profile.total;
  const neighbours = neighboursOf(file.month, around);
  const nearest = nearestOf(file, neighbours, lines);
  if (nearest === undefined) {
    return {
      findings: [],
      untold: ['lines'],
    };
  }
  const code = kind === 'MOV' ? 'movRatio' : 'lateRatio';
  const spread = spreadOf(pastOf(file), {
    expected: Math.log1p(limits[code] / 100),
    least: Math.log1p(limits.movRatio / 100),
  });
  const limit = allowed(spread, nearest.chance);
  const isTold = differenceOf(kind, lines, lines / 2).difference > limit + ownVariation;
  const untold: readonly Untold[] = isTold ? [] : ['lines'];
  if (nearest.difference <= limit) return { findings: [], untold };
  const others = neighbours
    .map(
      ({ month, profile: other }) =>
        `${formatLongMonth(month)} (${formatCount(other.total.lines)})`,
    )
    .join(', ');
  const message = `tem ${linesText(lines)}, longe de ${others}; ${explainedText(limit)}.`;
  return { findings: [{ code, message }], untold };
}

/**
 * Margin, as a logarithm: a halved file must be detectable even if its month has this many more lines than its
 * neighbours.
 */
const ownVariation = Math.log(1.15);

const nextTo = [-1, 1, -12, 12] as const;

/** The adjacent months and those a year away; if none of them is published, the nearest month. */
function neighboursOf(month: string, around: readonly MonthBeside[]): readonly MonthBeside[] {
  const near = nextTo.flatMap((later) => {
    const wanted = monthLater(month, later);
    return around.find((other) => other.month === wanted) ?? [];
  });
  return near.length > 0 ? near : around.slice(0, 1);
}

/** The differences of the published months around from their own neighbours. */
function pastOf(file: JudgedFile): PastDifference[] {
  const { around } = file;
  return around.slice(0, 12).flatMap(({ month, profile }) => {
    const others = around.filter((other) => other.month !== month);
    return nearestOf(file, neighboursOf(month, others), profile.total.lines) ?? [];
  });
}

function nearestOf(
  { kind }: JudgedFile,
  neighbours: readonly MonthBeside[],
  lines: number,
): PastDifference | undefined {
  return neighbours
    .map(({ profile }) => differenceOf(kind, lines, profile.total.lines))
    .toSorted((a, b) => a.difference - b.difference)[0];
}

function differenceOf(kind: JudgedFile['kind'], one: number, other: number): PastDifference {
  const [low, high] = one < other ? [one, other] : [other, one];
  return {
    difference: Math.log(withoutEmployer(kind, high, low) / low),
    chance: Math.hypot(chanceOfCount(one), chanceOfCount(other)),
  };
}
