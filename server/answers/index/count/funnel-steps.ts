import type { RemainingLines } from '../../query/engine/remaining-lines.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { countedSteps, type RuleStep } from '../../query/selection-sql.ts';
import { hasFlag } from '../format/line-columns.ts';
import type { TalliedLines, Zone } from './plan.ts';

/** Whether lines of a zone with some flags remain after a step. */
type StepTest = (zone: Zone, flags: number) => boolean;

const tests: Readonly<Record<RuleStep, StepTest>> = {
  serie: (_zone, flags) => !hasFlag(flags, 'late'),
  movimentacao: (zone) => zone !== 'otherMovement',
  intermitente: (_zone, flags) => !hasFlag(flags, 'markedIntermittent'),
  vazio: (zone) => zone !== 'unknown',
  zero: (zone) => zone !== 'below',
  piso: (zone) => zone !== 'below',
  teto: (zone) => zone !== 'above',
  jornada: (_zone, flags) => hasFlag(flags, 'fullTime'),
  aprendiz: (_zone, flags) => !hasFlag(flags, 'markedApprentice'),
  faixaSalarial: (zone) => zone === 'counted',
};

const notCancelled: StepTest = (_zone, flags) => !hasFlag(flags, 'cancelled');

/**
 * The steps of a query's funnel after its selection. The adjusted series begins with the lines that are not cancelled.
 */
function testsOf(query: SalaryQuery) {
  const steps = countedSteps(query).map(({ step }) => ({ step, test: tests[step] }));
  if (query.series === 'declarada') return steps;
  return [{ step: 'serie' as const, test: notCancelled }, ...steps];
}

/** Tests whether a line with some flags counts, if its salary counts. */
export function countedFlags(query: SalaryQuery): (flags: number) => boolean {
  const steps = testsOf(query);
  return (flags) => steps.every(({ test }) => test('counted', flags));
}

/**
 * The lines that remain after each step: the records, which remain after all steps, and the other lines that pass the
 * step and those before it.
 */
export function remainingOf(
  query: SalaryQuery,
  tally: readonly TalliedLines[],
  records: number,
): RemainingLines {
  let others = tally;
  const left = () => others.reduce((sum, { lines }) => sum + lines, records);
  const remaining = new Map<'selecao' | RuleStep, number>([['selecao', left()]]);
  for (const { step, test } of testsOf(query)) {
    others = others.filter(({ zone, flags }) => test(zone, flags));
    remaining.set(step, left());
  }
  return remaining;
}
