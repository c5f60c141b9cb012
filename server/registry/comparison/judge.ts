import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { judgeConstants } from './judge-constants.ts';
import { judgeCopies } from './judge-copies.ts';
import { judgeLevel } from './judge-level.ts';
import { judgeMean } from './judge-mean.ts';
import { judgeLines } from './judge-lines.ts';
import { judgeRevision } from './judge-revision.ts';
import { judgeMix } from './judge-mix.ts';
import { judgeShares } from './judge-shares.ts';
import type { JudgedFile, Verdict } from './judged-file.ts';

/**
 * Runs all checks. A file may be published without approval if there are no findings. The limits depend on its number
 * of lines.
 */
export function judge(file: JudgedFile, limits: LoadLimits): Verdict {
  const verdicts = [
    judgeRevision(file, limits),
    judgeLines(file, limits),
    judgeLevel(file, limits),
    judgeMean(file, limits),
    judgeShares(file, limits),
    judgeMix(file, limits),
    judgeConstants(file),
    judgeCopies(file),
  ];
  return {
    findings: verdicts.flatMap(({ findings }) => findings),
    untold: verdicts.flatMap(({ untold }) => untold),
  };
}
