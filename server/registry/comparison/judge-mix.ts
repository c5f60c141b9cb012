import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { allowed, chanceOfCount, employerShare, spreadOf } from './chance.ts';
import { percentText, usualProfiles, type JudgedFile, type Verdict } from './judged-file.ts';
import type { FileProfile } from './profile.ts';
import { codeColumns, type CodeColumn } from './shape-sql.ts';

type Counts = Readonly<Record<string, number>>;

/** Compares the distribution of each column's codes with that of the months around. */
export function judgeMix(file: JudgedFile, { mixPoints }: LoadLimits): Verdict {
  const usual = usualProfiles(file);
  if (usual.length === 0) return { findings: [], untold: [] };
  const columns = columnNames.map((name) => judgeColumn(file, usual, name, mixPoints / 100));
  const odd = columns.filter(({ distance, limit }) => distance > limit);
  return {
    findings: odd.map(({ name, distance, limit }) => ({
      code: 'mixPoints',
      message: `a coluna ${codeColumns[name]} tem outra distribuição: ${percentText(distance)} das linhas estão em outros códigos que nos meses ao redor, e o limite para tantas linhas é ${percentText(limit)}.`,
    })),
    untold: columns.some(({ limit }) => limit >= 0.9) ? ['columns'] : [],
  };
}

const isColumn = (name: string): name is CodeColumn => Object.hasOwn(codeColumns, name);
const columnNames = Object.keys(codeColumns).filter(isColumn);

function judgeColumn(
  { kind, profile }: JudgedFile,
  usual: readonly FileProfile[],
  name: CodeColumn,
  least: number,
) {
  const countsOf = ({ shape }: FileProfile): Counts => shape.codes[name] ?? {};
  const centre = added(usual.map(countsOf));
  const past = usual.map((month) => ({
    difference: distanceOf(countsOf(month), centre),
    chance: likelyDistance(centre, totalOf(countsOf(month))),
  }));
  const spread = spreadOf(past, { expected: least, least });
  const own = countsOf(profile);
  const chance = likelyDistance(centre, totalOf(own));
  return {
    name,
    distance: distanceOf(own, centre),
    limit: Math.min(1, allowed(spread, chance / 2) + employerShare(kind, totalOf(own))),
  };
}

const totalOf = (counts: Counts) => Object.values(counts).reduce((sum, lines) => sum + lines, 0);

function added(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const counts of all) {
    for (const [code, lines] of Object.entries(counts)) sum[code] = (sum[code] ?? 0) + lines;
  }
  return sum;
}

/**
 * The share of lines that would have to change their code to turn one distribution into the other; 0 if either is
 * empty.
 */
function distanceOf(one: Counts, other: Counts): number {
  const [ones, others] = [totalOf(one), totalOf(other)];
  if (ones === 0 || others === 0) return 0;
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return (
    [...codes].reduce(
      (sum, code) => sum + Math.abs((one[code] ?? 0) / ones - (other[code] ?? 0) / others),
      0,
    ) / 2
  );
}

/** The mean distance by chance of a sample of `lines` lines from the same distribution. */
function likelyDistance(centre: Counts, lines: number): number {
  const all = totalOf(centre);
  if (all === 0 || lines === 0) return Number.POSITIVE_INFINITY;
  return Object.values(centre).reduce((sum, count) => {
    const share = count / all;
    return sum + (Math.sqrt((2 / Math.PI) * share * (1 - share)) * chanceOfCount(lines)) / 2;
  }, 0);
}
