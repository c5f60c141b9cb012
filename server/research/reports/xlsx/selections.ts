import type { ReportModel, ReportSelection } from '../model.ts';
import { prepare, type PreparedDistribution } from '../../../../shared/statistics/percentile.ts';
import { questionLine } from '../../../../shared/words/question-words.ts';

/** The name above a selection's columns; undefined if it is the only one. */
export function groupLabel(model: ReportModel, selection: ReportSelection): string | undefined {
  return model.selections.length > 1
    ? `${selection.label} · ${selection.question.subject}`
    : undefined;
}

/** The query, below each sheet's title. */
export function subtitleOf({ selections }: ReportModel): string {
  const [first] = selections;
  if (selections.length === 1 && first !== undefined) return questionLine(first.question);
  return selections
    .map((selection) => `${selection.label}: ${questionLine(selection.question)}`)
    .join(' | ');
}

/** The suffix of a workbook's defined names: `_A` in a comparison. */
export const nameEnding = (model: ReportModel, { label }: ReportSelection) =>
  model.selections.length > 1 ? `_${label}` : '';

export const hasStatistics = ({ answer }: ReportSelection) => answer.statistics.median !== null;

/** A selection with its distribution; null if there are too few records. */
export interface PreparedSelection {
  readonly selection: ReportSelection;
  readonly distribution: PreparedDistribution | null;
}

/** All selections in order, with prepared distributions. */
export function preparedSelections({ selections }: ReportModel): PreparedSelection[] {
  return selections.map((selection) => ({
    selection,
    distribution: hasStatistics(selection) ? prepare(selection.answer.distribution) : null,
  }));
}
