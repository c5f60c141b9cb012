import {
  equalitySteps,
  type AdjustedPay,
  type EqualityFigures,
  type EqualityQuery,
  type EqualityRaces,
  type EqualityRow,
  type Estimate,
  type GapParts,
  type SexPay,
  type EqualityWithoutReceipt,
} from '../../../../shared/contracts/equality.ts';
import type { Completeness } from '../../../../shared/contracts/completeness.ts';
import {
  widenedBounds,
  type AdjustedGap,
  type ComparedGap,
} from '../../../../shared/statistics/adjusted-gap.ts';
import { completenessOf, isIncomplete } from '../../../../shared/statistics/completeness.ts';
import { minForSensitive, minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import { payRatio } from '../../../../shared/statistics/pay-ratio.ts';
import type { MinRecords } from '../../../../shared/statistics/suppression.ts';
import { notFound } from '../../../platform/errors.ts';
import { knownNodes, nodeName } from '../../../reference/occupation-tree.ts';
import type { Release } from '../../query/release.ts';
import { tooFewRecords } from '../suppression/suppressed-answer.ts';
import type { CellSuppression } from '../suppression/suppressed-cells.ts';
import type { EqualityGroups, GroupPay } from './equality-groups.ts';
import { effectOfGroup, equalitySelection } from './equality-selection.ts';
import {
  isOfOneRace,
  suppressedRaces,
  suppressedRows,
  wholeKey,
  type GroupSuppression,
} from './suppress-groups.ts';
import { toReais } from '../../../../shared/words/format.ts';

const noPay: SexPay = { count: 0, median: null, medianInterval: null, mean: null };
const emptyGroup: GroupPay = { women: noPay, men: noPay, gap: null };

/** The requested group, its ancestors and its direct children. Throws `AppError` 404 `unknown_group`. */
export function publishedEquality(
  query: EqualityQuery,
  groups: EqualityGroups,
  release: Release,
): EqualityWithoutReceipt {
  const { grupo: group = '' } = query;
  if (group !== '' && !groups.has(group) && !knownNodes().has(group)) {
    throw notFound('unknown_group', `Não há grupo com o código ${group} na CBO.`);
  }
  const digits = equalitySteps.find((step) => step > group.length);
  const below = new Map(
    [...groups].filter(([code]) => code.length === digits && code.startsWith(group)),
  );
  const ofWhole = groups.get(group) ?? emptyGroup;
  const suppressionOf = suppressedRows(ofWhole, below);
  const rowOf = (code: string, key: string, pay: GroupPay): EqualityRow => ({
    code,
    name: nodeName(code),
    ...publishedPay(pay, suppressionOf(key), effectOfGroup(release, code), minForStatistics),
  });
  const { number, isSynthetic } = release;
  const { period } = equalitySelection(query, release).query;
  const completeness = completenessOf(period, release.files);
  const figures = {
    whole: rowOf(group, wholeKey, ofWhole),
    rows: [...below]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, pay]) => rowOf(code, code, pay)),
  };
  return {
    period,
    completeness,
    release: number === null ? null : { number, isSynthetic },
    path: equalitySteps
      .filter((step) => step <= group.length)
      .map((step) => group.slice(0, step))
      .map((code) => ({ code, name: nodeName(code) })),
    ...withoutRatios(figures, completeness),
  };
}

/** Throws `AppError` 422 `too_few_records` where the races would reveal the pay of a race. */
export function publishedRaces(
  groups: EqualityGroups,
  { grupo = '' }: Pick<EqualityQuery, 'grupo'>,
  release: Release,
  completeness: Completeness,
): EqualityRaces {
  if (isOfOneRace(groups)) throw tooFewRecords(minForSensitive);
  const suppressionOf = suppressedRaces(groups);
  const rows = [...groups]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([race, pay]) => ({
      race,
      ...publishedPay(pay, suppressionOf(race), effectOfGroup(release, grupo), minForSensitive),
    }));
  return { completeness, rows: isIncomplete(completeness) ? rows.map(withoutRatio) : rows };
}

/** Counts, medians and means only where the data are incomplete: no ratio and no adjusted difference. */
export function withoutRatios(
  { whole, rows }: EqualityFigures,
  completeness: Completeness,
): EqualityFigures {
  return isIncomplete(completeness)
    ? { whole: withoutRatio(whole), rows: rows.map(withoutRatio) }
    : { whole, rows };
}

const withoutRatio = <Row extends Omit<EqualityRow, 'code' | 'name'>>(row: Row): Row => ({
  ...row,
  withheld: row.withheld ?? 'incompleto',
  medianRatio: null,
  meanRatio: null,
  adjusted: null,
});

function publishedPay(
  pay: GroupPay,
  suppression: GroupSuppression,
  designEffect: number,
  minRecords: MinRecords,
): Omit<EqualityRow, 'code' | 'name'> {
  const women = publishedSex(pay.women, suppression.women);
  const men = publishedSex(pay.men, suppression.men);
  const { median, mean, withheld } = payRatio(pay.women, pay.men, minRecords);
  // Beside one published median it would reveal the other, and of two suppressed ones it is a figure of few records.
  const medianRatio = women.median === null || men.median === null ? null : median;
  return {
    women,
    men,
    withheld: withheld ?? (medianRatio === null ? 'protegido' : null),
    medianRatio,
    meanRatio: women.mean === null || men.mean === null ? null : mean,
    adjusted: publishedGap(pay.gap, { women, men }, suppression.isComparedHidden, designEffect),
    designEffect,
  };
}

function publishedSex(
  { count, median, medianInterval: bounds, mean }: SexPay,
  suppression: CellSuppression | null,
): SexPay {
  if (suppression !== null && suppression !== 'so_a_media')
    return { count, median: null, medianInterval: null, mean: null };
  return {
    count,
    median: toReais(median),
    medianInterval: bounds ? { lower: bounds.lower / 100, upper: bounds.upper / 100 } : null,
    mean: suppression === null ? toReais(mean) : null,
  };
}

/** Null where a sex has no published amount: then the comparison is suppressed too. */
function publishedGap(
  gap: AdjustedGap | null,
  { women, men }: Readonly<Record<'women' | 'men', SexPay>>,
  isComparedHidden: boolean,
  designEffect: number,
): AdjustedPay | null {
  if (gap === null || women.median === null || men.median === null) return null;
  const { raw, compared } = gap;
  return {
    raw: women.mean === null || men.mean === null ? null : publishedEstimate(raw, designEffect),
    women: compared?.women ?? 0,
    men: compared?.men ?? 0,
    cells: compared?.cells ?? 0,
    compared:
      compared === null || isComparedHidden ? null : publishedComparison(compared, designEffect),
  };
}

const publishedComparison = (
  { outsideWomen, outsideMen, matching, decomposition }: ComparedGap,
  designEffect: number,
): AdjustedPay['compared'] => ({
  outsideWomen: outsideWomen / 100,
  outsideMen: outsideMen / 100,
  matching: publishedParts(matching, designEffect),
  decomposition: publishedParts(decomposition, designEffect),
});

const publishedParts = ({ composition, remainder }: GapParts, designEffect: number) => ({
  composition: composition / 100,
  remainder: publishedEstimate(remainder, designEffect),
});

/** In reais, with intervals that are wider by the square root of the design effect. */
function publishedEstimate(
  { difference, interval, ratio, ratioInterval }: Estimate,
  designEffect: number,
): Estimate {
  const wide = interval && widenedBounds(interval, designEffect);
  return {
    difference: difference / 100,
    interval: wide && { lower: cent(wide.lower), upper: cent(wide.upper) },
    ratio,
    ratioInterval: ratioInterval && widenedBounds(ratioInterval, designEffect),
  };
}
const cent = (centavos: number) => Math.round(centavos) / 100;
