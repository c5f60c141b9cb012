import type { LineRevision, LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatCount, formatReais } from '../../../shared/words/format.ts';
import type { ChangedLines } from './line-changes.ts';
import type { MonthProfile } from './profile.ts';
import {
  linesText,
  percentText,
  type Finding,
  type JudgedFile,
  type Verdict,
} from './judged-file.ts';

/** Ten lines are much of a smaller month, and no revision may be judged by less. */
const smallMonth = 500;
const fewestOfSmall = 10;

/** So few changed lines hold no file: ten lines, or 1 % of a month of less than a thousand. */
const fewestLines = (lines: number) =>
  lines < smallMonth ? fewestOfSmall : Math.min(fewestOfSmall, lines / 100);

/** So few changed lines hold no file where they move the pay of all. */
const fewestMoving = (lines: number) => (lines < smallMonth ? fewestOfSmall : 2);

/** Whether a version differs from another one by more lines than revisions do. */
export function isBeyondRevision(
  { gone, added }: ChangedLines,
  publishedLines: number,
  limitPercent: number,
): boolean {
  return (
    Math.max(gone, added) >
    Math.max(fewestLines(publishedLines), (publishedLines * limitPercent) / 100)
  );
}

/** Holds a republished month against the lines that were published. */
export function judgeRevision({ profile, revision }: JudgedFile, limits: LoadLimits): Verdict {
  if (revision === undefined) return { findings: [], untold: [] };
  const limit = Math.max(limits.revisionPercent, revision.usualPercent);
  const findings = [
    ...changesOf(revision.current, limit),
    ...driftOf(revision, limit),
    ...wageMoves(revision, profile.total),
  ];
  return { findings, untold: [] };
}

export type JudgedRevision = NonNullable<JudgedFile['revision']>;

function changesOf(current: LineRevision, limit: number): Finding[] {
  if (current.isRestored || !isBeyondRevision(current, current.publishedLines, limit)) return [];
  const { gone, added, publishedLines, changes } = current;
  const parts = [
    ...(gone > 0
      ? [
          `${linesText(gone)} da versão publicada não ${gone === 1 ? 'está' : 'estão'} neste arquivo (${percentText(gone / publishedLines)})`,
        ]
      : []),
    ...(added > 0
      ? [
          `${linesText(added)} deste arquivo não ${added === 1 ? 'está' : 'estão'} na versão publicada`,
        ]
      : []),
  ];
  const described = changes.slice(0, 3).map(changeText).join('; ');
  const message = `${parts.join(', e ')}; o limite é ${percentText(limit / 100)}${described === '' ? '' : `: ${described}`}.`;
  return [{ code: 'revisionPercent', message }];
}

/** Small losses that follow each other are held against the reference, not against the last version alone. */
function driftOf({ current, approved }: JudgedRevision, limit: number): Finding[] {
  if (approved === undefined || current.isRestored) return [];
  const { gone, lines } = approved;
  if (!isBeyondRevision({ gone, added: 0 }, lines, limit)) return [];
  return [
    {
      code: 'revisionPercent',
      message: `${linesText(gone)} da maior versão publicada deste mês não estão neste arquivo (${percentText(gone / lines)}), contando as revisões anteriores; o limite é ${percentText(limit / 100)}.`,
    },
  ];
}

/** So few lines as a revision changes do not move a mean or a median by more than this share. */
const mostMoved = 0.01;

/** Holds a few changed lines that move the pay of all: a revision corrects lines, it does not change the picture. */
function wageMoves({ current, published }: JudgedRevision, now: MonthProfile): Finding[] {
  const changedLines = Math.max(current.gone, current.added);
  if (current.isRestored || changedLines <= fewestMoving(current.publishedLines)) return [];
  const moves = [
    { name: 'o salário médio', before: meanOf(published), after: meanOf(now) },
    { name: 'a mediana', before: published.median_wage, after: now.median_wage },
  ].flatMap(({ name, before, after }) =>
    before === null || after === null || Math.abs(after / before - 1) <= mostMoved
      ? []
      : [
          `${name} das admissões passa de ${formatReais(before / 100)} para ${formatReais(after / 100)}`,
        ],
  );
  if (moves.length === 0) return [];
  const described = current.changes.slice(0, 3).map(changeText).join('; ');
  const message = `${moves.join(', e ')}, mais que 1 %${described === '' ? '' : `: ${described}`}.`;
  return [{ code: 'revisionPercent', message }];
}

const meanOf = ({ wage_count, wage_sum }: MonthProfile) =>
  wage_count === 0 ? null : wage_sum / wage_count;

const columnNames: Readonly<Record<string, string>> = {
  salário: 'o salário',
  valorsaláriofixo: 'o valor fixo do salário',
};

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
