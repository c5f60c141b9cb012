import type { LineRevision, LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatCount, formatReais } from '../../../shared/words/format.ts';
import type { ChangedLines } from './line-changes.ts';
import type { MonthProfile } from './profile.ts';
import {
  linesText,
  textsBeyond,
  type Finding,
  type CheckedFile,
  type CheckResult,
} from './checked-file.ts';

/** In a month with fewer lines, ten changed lines never hold a revision, although they may be a large share. */
const smallMonth = 100;
const minOfSmallMonth = 10;

/** Number of changed lines that never holds a file: ten, or 1 % of a month of 100 to 1,000 lines. */
const minLines = (lines: number) =>
  lines < smallMonth ? minOfSmallMonth : Math.min(minOfSmallMonth, lines / 100);

/** Number of changed lines that never holds a file, even if they move the mean or median pay. */
const minMovingLines = (lines: number) => (lines < smallMonth ? minOfSmallMonth : 2);

/** Whether a version differs from another one by more lines than the limit for revisions. */
export function isBeyondRevision(
  { gone, added }: ChangedLines,
  publishedLines: number,
  limitPercent: number,
): boolean {
  return (
    Math.max(gone, added) >
    Math.max(minLines(publishedLines), (publishedLines * limitPercent) / 100)
  );
}

/** Compares a republished month with the published lines. */
export function checkRevision({ profile, revision }: CheckedFile, limits: LoadLimits): CheckResult {
  if (revision === undefined) return {};
  const limit = Math.max(limits.revisionPercent, revision.usualPercent);
  const findings = [
    ...changesOf(revision.current, limit),
    ...driftOf(revision, limit),
    ...wageMoves(revision, profile.total),
  ];
  return { findings };
}

type CheckedRevision = NonNullable<CheckedFile['revision']>;

function changesOf(current: LineRevision, limit: number): Finding[] {
  if (current.isRestored || !isBeyondRevision(current, current.publishedLines, limit)) return [];
  const { gone, added, publishedLines, changes } = current;
  const [share, maximum] = textsBeyond((gone / publishedLines) * 100, limit);
  const parts = [
    gone > 0 &&
      `${linesText(gone)} da versão publicada não ${gone === 1 ? 'está' : 'estão'} neste arquivo (${share} %)`,
    added > 0 &&
      `${linesText(added)} deste arquivo não ${added === 1 ? 'está' : 'estão'} na versão publicada`,
  ];
  const message = `${parts.filter(Boolean).join(', e ')}; o limite é ${maximum} %${changesText(changes)}.`;
  return [{ code: 'revisionPercent', message }];
}

/** Small losses add up: compares with the reference version, not only with the last one. */
function driftOf({ current, approved }: CheckedRevision, limit: number): Finding[] {
  if (approved === undefined || current.isRestored) return [];
  const { gone, lines } = approved;
  if (!isBeyondRevision({ gone, added: 0 }, lines, limit)) return [];
  const [share, maximum] = textsBeyond((gone / lines) * 100, limit);
  return [
    {
      code: 'revisionPercent',
      message: `${linesText(gone)} da maior versão publicada deste mês não estão neste arquivo (${share} %), contando as revisões anteriores; o limite é ${maximum} %.`,
    },
  ];
}

/** Maximum share by which a revision of few lines moves a mean or a median. */
const maxShift = 0.01;

/**
 * Holds a file in which a few changed lines move the mean or median pay: a revision corrects lines and does not change
 * the overall figures.
 */
function wageMoves({ current, published }: CheckedRevision, now: MonthProfile): Finding[] {
  const changedLines = Math.max(current.gone, current.added);
  if (current.isRestored || changedLines <= minMovingLines(current.publishedLines)) return [];
  const moves = [
    { name: 'o salário médio', before: meanOf(published), after: meanOf(now) },
    { name: 'a mediana', before: published.median_wage, after: now.median_wage },
  ].flatMap(({ name, before, after }) =>
    before === null || after === null || Math.abs(after / before - 1) <= maxShift
      ? []
      : [
          `${name} das admissões passa de ${formatReais(before / 100)} para ${formatReais(after / 100)}`,
        ],
  );
  if (moves.length === 0) return [];
  const message = `${moves.join(', e ')}, mais que 1 %${changesText(current.changes)}.`;
  return [{ code: 'revisionPercent', message }];
}

const meanOf = ({ wage_count, wage_sum }: MonthProfile) =>
  wage_count === 0 ? null : wage_sum / wage_count;

const columnNames: Readonly<Record<string, string>> = {
  salário: 'o salário',
  valorsaláriofixo: 'o valor fixo do salário',
};

const changesText = (changes: LineRevision['changes']) =>
  changes.length === 0 ? '' : `: ${changes.slice(0, 3).map(changeText).join('; ')}`;

/** "em 649 linhas só o salário mudou, sempre × 100" */
function changeText({ columns, lines, isEstimate, factor, only }: LineRevision['changes'][number]) {
  const named = columns.map((column) => columnNames[column] ?? `a coluna ${column}`).join(' e ');
  const about = isEstimate ? 'cerca de ' : '';
  const always =
    factor === null
      ? only === null
        ? ''
        : `, sempre para ${only || 'vazio'}`
      : `, sempre ${factorText(factor)}`;
  return `em ${about}${linesText(lines)} só ${named} ${columns.length === 1 ? 'mudou' : 'mudaram'}${always}`;
}

const factorText = (factor: number) =>
  factor >= 1 ? `× ${formatCount(factor)}` : `÷ ${formatCount(Math.round(1 / factor))}`;
