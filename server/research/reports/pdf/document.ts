import type { PaperBlock } from '../../../../client/paper/blocks.ts';
import type { PaperDrawings } from '../../../../client/paper/paper.ts';
import { formatMoment } from '../../../../shared/words/format.ts';
import { queryLine } from '../../../../shared/words/query-words.ts';
import {
  comparisonVerdict,
  withoutCodes,
} from '../../../../shared/sentences/comparison-verdict.ts';
import { figuresOf, figureText } from '../../../../shared/statistics/catalogue.ts';
import { heapNotes } from '../../../../shared/statistics/heaping.ts';
import {
  incompleteText,
  incompleteTitle,
  isIncomplete,
} from '../../../../shared/statistics/completeness.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { suppressionSentences } from '../../../../shared/statistics/suppression.ts';
import { comparedFigures } from '../../../../shared/statistics/selection-comparison.ts';
import { states } from '../../../../shared/codes/states.ts';
import { type ReportModel, type ReportSelection, answerNotes, noticeOf } from '../model.ts';
import { selectionName } from '../selection-name.ts';
import { coverOf } from './cover.ts';
import { type DocumentBlock, headingBlock, methodBlocks, textBlock } from './method.ts';

/** Consecutive pages for one query. */
interface DocumentPart {
  /** The text in the header of its pages. */
  readonly running: string;
  readonly blocks: readonly DocumentBlock[];
}

/** The data that the template prints: plain JSON, in which no text is code. */
export type ReportDocument = ReturnType<typeof reportDocument>;

/** Arranges a report for paper: four pages, followed by all panels with their tables if requested. */
export function reportDocument(model: ReportModel, drawings: PaperDrawings) {
  const selections = namedSelections(model.selections);
  const [first, ...others] = selections;
  const [year, month, day, hour, minute, second] = model.createdAt.split(/\D+/, 6).map(Number);
  return {
    title: model.name,
    description: model.selections.map(({ query }) => queryLine(query)).join(' | '),
    author: model.companyName ?? 'CAGED Analytics',
    /** In UTC. */
    created: { year, month, day, hour, minute, second },
    notice: noticeOf(model),
    origin: `CAGED Analytics · ${model.release === null ? 'sem dados publicados' : `versão ${model.release.number} dos dados`} · ${formatMoment(model.createdAt)}`,
    cover: coverOf(model, drawings),
    /** Below the selections on the first page of a comparison. */
    verdict: others.length > 0 ? verdictBlocks(selections, drawings) : [],
    parts:
      first === undefined || others.length > 0
        ? comparisonParts(model, selections, drawings)
        : singleParts(model, first, drawings),
  };
}

function singleParts(
  model: ReportModel,
  selection: Named,
  drawings: PaperDrawings,
): DocumentPart[] {
  const running = queryLine(selection.query);
  if (!model.hasAnnex) {
    const pages = [
      drawings.spreadBlocks(selection),
      [...drawings.placeAndTimeBlocks(selection), ...provisionalBlocks(model)],
      methodBlocks({ ...model, provisional: [] }),
    ];
    // With too few records there is hardly anything to draw, so everything shares a page.
    const isDrawn = selection.answer.statistics.median !== null;
    return (isDrawn ? pages : [pages.flat()]).map((blocks) => ({ running, blocks }));
  }
  return [
    {
      running,
      blocks: [
        headingBlock(1, 'Resumo executivo'),
        ...summaryBlocks(selection),
        ...drawings.selectionBlocks(selection, states),
        ...methodBlocks(model),
      ],
    },
  ];
}

/** Below the chart of months, because the page of the method is full. */
const provisionalBlocks = ({ provisional }: ReportModel): DocumentBlock[] =>
  provisional.length === 0 ? [] : [textBlock('note', provisional.join(' '))];

type Named = ReportSelection & { readonly name: string };

const namedSelections = (selections: readonly ReportSelection[]): Named[] =>
  selections.map((selection) => ({ ...selection, name: selectionName(selection, selections) }));

function summaryBlocks({ summary, answer }: ReportSelection): DocumentBlock[] {
  const incomplete = incompleteTitle(answer.method.completeness);
  if (incomplete !== null) return [textBlock('lead', `${incomplete}. ${incompleteText}`)];
  return [summary.length === 0 ? noSentences : { kind: 'list', items: summary, isSticky: true }];
}

const noSentences = textBlock(
  'empty',
  'Há poucos registros para resumir. Amplie o período, o lugar ou a ocupação.',
);

function comparisonParts(
  model: ReportModel,
  selections: readonly Named[],
  drawings: PaperDrawings,
): DocumentPart[] {
  const all = selections.map(({ label, name }) => `${label}: ${withoutCodes(name)}`).join(' · ');
  const running = `Comparação · ${all}`;
  return [
    {
      running,
      blocks: [
        headingBlock(1, 'Comparação'),
        figureTable(selections),
        ...selections.flatMap(({ label, answer }) =>
          [...answerNotes(answer), ...heapNotes(answer.statistics)].map((text) =>
            textBlock('note', `${label}: ${text}`),
          ),
        ),
        ...drawings.comparisonTrendBlocks(selections),
        ...(model.hasAnnex
          ? [
              ...drawings.comparisonPanelBlocks(selections, states),
              ...selections.flatMap((selection) => [
                headingBlock(1, `Seleção ${selection.label}: ${selection.name}`),
                ...centreBlocks(selection, drawings),
              ]),
            ]
          : []),
        ...methodBlocks(model),
      ],
    },
  ];
}

/** A selection's sentences, distribution and occupations, or why there are none. */
function centreBlocks(selection: Named, drawings: PaperDrawings): DocumentBlock[] {
  const { statistics, method, suppressed } = selection.answer;
  if (suppressed === 'quase_iguais') return [textBlock('lead', suppressionSentences.quase_iguais)];
  if (statistics.median === null) return [textBlock('lead', drawings.plainSentence(statistics))];
  // The summary of complete data says so itself.
  const isSmall =
    isIncomplete(method.completeness) && !areEnough(statistics.count, method.designEffect);
  const small = isSmall ? [textBlock('note', 'Amostra pequena: use com cautela.')] : [];
  return [...small, ...summaryBlocks(selection), ...drawings.centreBlocks(selection).map(demoted)];
}

/** Which median is larger, and the selections on one axis. */
function verdictBlocks(selections: readonly Named[], drawings: PaperDrawings): DocumentBlock[] {
  const blocks = selections.some(({ answer }) => isIncomplete(answer.method.completeness))
    ? [textBlock('lead', incompleteText)]
    : verdictTexts(selections);
  return [...blocks, drawings.comparisonFigure(selections)];
}

/** A selection is named by its letter and the parts specific to it. */
function verdictTexts(selections: readonly Named[]): DocumentBlock[] {
  const figures = comparedFigures(
    selections.map(({ answer }) => answer),
    null,
  );
  const verdict = comparisonVerdict(
    selections.map(({ label, name, answer }, index) => ({
      name: `${label} (${withoutCodes(name)})`,
      count: answer.statistics.count,
      completeness: answer.method.completeness,
      designEffect: answer.method.designEffect,
      difference: figures[index]?.difference ?? null,
    })),
  );
  if (verdict === null) return [];
  const lead = textBlock('lead', verdict.lead);
  return verdict.rest.length === 0 ? [lead] : [lead, { kind: 'list', items: verdict.rest }];
}

const demoted = (block: PaperBlock): PaperBlock =>
  block.kind === 'heading' ? { ...block, level: 2 } : block;

function figureTable(selections: readonly ReportSelection[]): DocumentBlock {
  const columns = selections.map(({ answer: { statistics } }) => figuresOf(statistics));
  return {
    kind: 'table',
    caption: 'Números de cada seleção',
    columns: [
      { header: 'Medida', isText: true },
      ...selections.map(({ label }) => ({ header: label, isText: false })),
    ],
    rows: (columns[0] ?? []).map(({ title }, row) => [
      title,
      ...columns.flatMap((figures) => figures.slice(row, row + 1).map(figureText)),
    ]),
  };
}
