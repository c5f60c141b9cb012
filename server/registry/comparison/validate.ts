import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import type { CheckedFile, CheckResult, Finding, Undetectable } from './checked-file.ts';
import { checkConstants, checkDistributions } from './check-distributions.ts';
import { checkCopies, checkLines } from './check-lines.ts';
import { checkOfficial } from './check-official.ts';
import { checkRevision } from './check-revision.ts';
import { checkShares } from './check-shares.ts';
import { checkWages, checkWageSpread } from './check-wages.ts';

const checks: Readonly<Record<string, (file: CheckedFile, limits: LoadLimits) => CheckResult>> = {
  revision: checkRevision,
  lines: checkLines,
  official: checkOfficial,
  wages: checkWages,
  spread: checkWageSpread,
  shares: checkShares,
  distributions: checkDistributions,
  constants: checkConstants,
  copies: checkCopies,
};

export interface Validation {
  /** Each with the name of the check that found it. */
  readonly findings: readonly (Finding & { readonly check: string })[];
  readonly undetectable: readonly Undetectable[];
}

/** Runs all checks; a file without findings needs no approval. The limits depend on its number of lines. */
export function validateFile(file: CheckedFile, limits: LoadLimits): Validation {
  const results = Object.entries(checks).map(([check, run]) => ({ check, ...run(file, limits) }));
  return {
    findings: results.flatMap(({ check, findings = [] }) =>
      findings.map((finding) => ({ ...finding, check })),
    ),
    undetectable: results.flatMap(({ undetectable = [] }) => undetectable),
  };
}
