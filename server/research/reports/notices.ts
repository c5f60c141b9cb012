import { incompleteSelectionsTitle } from '../../../shared/statistics/completeness.ts';
import type { ReportModel } from './model.ts';

/** The notices on every page and sheet: synthetic data and incomplete data. */
export function noticesOf({
  isSynthetic,
  syntheticNotice,
  selections,
}: Pick<ReportModel, 'isSynthetic' | 'syntheticNotice' | 'selections'>): string[] {
  const incomplete = incompleteSelectionsTitle(
    selections.map(({ label, answer }) => ({ label, completeness: answer.method.completeness })),
  );
  return [...(isSynthetic ? [syntheticNotice] : []), ...(incomplete === null ? [] : [incomplete])];
}
