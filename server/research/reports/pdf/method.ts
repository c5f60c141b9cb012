import type { PaperBlock } from '../../../../client/paper/blocks.ts';
import { syntheticNotice } from '../../../../shared/codes/codes.ts';
import { dataLimits } from '../../../../shared/contracts/completeness.ts';
import { formatCount, formatDate, formatMonth } from '../../../../shared/words/format.ts';
import { queryLine } from '../../../../shared/words/query-words.ts';
import { methodFacts, methodTexts, type ReportModel, type ReportSelection } from '../model.ts';

/** The blocks of a document: those that are drawn, and those that only the text has. */
export type DocumentBlock =
  | PaperBlock
  /** `isSticky`: on the page of the block below it. */
  | { kind: 'list'; items: readonly string[]; isSticky?: true }
  | { kind: 'facts'; facts: readonly (readonly [term: string, text: string])[] };

export const headingBlock = (level: 1 | 2, text: string): PaperBlock => ({
  kind: 'heading',
  level,
  text,
});
export const textBlock = (tone: 'lead' | 'note' | 'empty', text: string): PaperBlock => ({
  kind: 'text',
  tone,
  text,
});

/** How the figures were computed: rule, funnel, formulas, limits, and the files that they rest on. */
export function methodBlocks(model: ReportModel): DocumentBlock[] {
  const termOf: TermOf =
    model.selections.length === 1 ? (term) => term : (term, { label }) => `${term} ${label}`;
  return [
    headingBlock(1, 'Como estes números foram calculados'),
    ...[...Map.groupBy(model.selections, ruleKey).values()].flatMap((alike) =>
      ruleBlocks(alike, termOf),
    ),
    headingBlock(2, 'Percentis, intervalos e amostras pequenas'),
    { kind: 'list', items: methodTexts },
    headingBlock(2, 'Limites dos dados'),
    { kind: 'list', items: [...dataLimits, ...model.provisional] },
    ...(model.hasAnnex ? releaseBlocks(model) : [textBlock('note', filesElsewhere)]),
  ];
}

/** Equal for selections of one rule and the same steps, which share a table. */
const ruleKey = ({ answer }: ReportSelection) =>
  JSON.stringify([
    methodFacts(answer),
    answer.method.funnel.map(({ label, reason }) => [label, reason]),
  ]);

/** Names what belongs to one selection: in a comparison, with its letter. */
type TermOf = (term: string, selection: ReportSelection) => string;

function ruleBlocks(selections: readonly ReportSelection[], termOf: TermOf): DocumentBlock[] {
  const [first] = selections;
  if (first === undefined) return [];
  const isOnly = selections.length === 1;
  return [
    headingBlock(2, isOnly ? termOf('Regra e etapas', first) : 'Regra e etapas'),
    {
      kind: 'facts',
      facts: [
        ...selections.map((one) => [termOf('Pergunta', one), queryLine(one.query)] as const),
        ...methodFacts(first.answer),
        ...selections.map(
          (one) =>
            [
              termOf('Qualidade', one),
              [`${one.quality.label}.`, ...one.quality.reasons].join(' '),
            ] as const,
        ),
      ],
    },
    {
      kind: 'table',
      caption: 'Etapas do cálculo: das linhas dos arquivos aos registros que contam',
      columns: [
        { header: 'Etapa', isText: true },
        { header: 'Por quê', isText: true },
        ...(isOnly ? [{ header: 'Retirados', isText: false }] : []),
        ...selections.map((one) => ({ header: termOf('Restam', one), isText: false })),
      ],
      rows: first.answer.method.funnel.map(({ label, reason, removed }, step) => [
        label,
        reason,
        ...(isOnly ? [removed === 0 ? '0' : `−${formatCount(removed)}`] : []),
        ...selections.map(({ answer }) => formatCount(answer.method.funnel[step]?.remaining ?? 0)),
      ]),
    },
  ];
}

function releaseBlocks({ release, isSynthetic }: ReportModel): DocumentBlock[] {
  const title = headingBlock(2, 'Dados usados');
  if (release === null) return [title, textBlock('empty', 'Não há dados publicados.')];
  const number = `Versão ${release.number} dos dados, de ${formatDate(release.publishedAt)}.`;
  return [
    title,
    textBlock('lead', isSynthetic ? `${number} ${syntheticNotice}.` : number),
    ...(isSynthetic ? [] : [filesBlock(release.files)]),
  ];
}

const filesElsewhere =
  'Os arquivos usados, com os seus hashes, estão no recibo desta resposta e no relatório com anexo, que tem mais painéis e tabelas.';

type Files = NonNullable<ReportModel['release']>['files'];

function filesBlock(files: Files): PaperBlock {
  if (files.length === 0)
    return textBlock('empty', 'A lista dos arquivos desta versão dos dados não foi guardada.');
  return {
    kind: 'table',
    caption:
      'Arquivos desta versão dos dados: com os mesmos arquivos, qualquer um chega aos mesmos números',
    columns: [
      { header: 'Arquivo', isText: true },
      { header: 'SHA-256 do texto', isText: true, isCode: true },
      { header: 'Linhas lidas', isText: false },
    ],
    rows: files.map((file) => [
      `${file.kind} de ${formatMonth(file.month)}`,
      hashText(file),
      linesText(file),
    ]),
  };
}

const hashText = ({ sha256, receivedSha256 }: Files[number]) =>
  receivedSha256 === null || receivedSha256 === sha256
    ? (sha256 ?? '—')
    : `${sha256 ?? '—'}\nrecebido: ${receivedSha256}`;

function linesText({ lines, accepted }: Files[number]): string {
  if (lines === null || accepted === null) return '—';
  return accepted === lines
    ? formatCount(lines)
    : `${formatCount(accepted)} de ${formatCount(lines)}`;
}
