import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { judgeCopies } from './judge-copies.ts';
import { judgeLevel } from './judge-level.ts';
import { judgeLines } from './judge-lines.ts';
import { judgeMix } from './judge-mix.ts';
import { judgeShares } from './judge-shares.ts';
import type { JudgedFile, Verdict } from './judged-file.ts';

/** Whether a file may be published by itself: it may where nothing is found. The limits know how many lines there are. */
export function judge(file: JudgedFile, limits: LoadLimits): Verdict {
  const verdicts = [
    judgeLines(file, limits),
    judgeLevel(file, limits),
    judgeShares(file, limits),
    judgeMix(file, limits),
    judgeCopies(file),
  ];
  return {
    findings: verdicts.flatMap(({ findings }) => findings),
    untold: verdicts.flatMap(({ untold }) => untold),
  };
}
