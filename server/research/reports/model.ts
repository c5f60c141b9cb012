import { sum } from 'd3-array';
import { z } from 'zod';
import { movements, series } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { PanelPage } from '../../../shared/contracts/panel-page.ts';
import { ReceiptFile } from '../../../shared/contracts/receipts.ts';
import { reportTypes } from '../../../shared/contracts/reports.ts';
import { maxCompared, StoredFilters, SearchAnswer } from '../../../shared/contracts/search.ts';
import { periodText } from '../../../shared/filters/data.ts';
import { edgeNotes } from '../../../shared/statistics/catalogue.ts';
import {
  dataNotice,
  incompleteSelectionsTitle,
  incompleteText,
  isIncomplete,
} from '../../../shared/statistics/completeness.ts';
import {
  minBeyond,
  minForConfidence,
  minForStatistics,
} from '../../../shared/statistics/design-effect.ts';
import { intervalMeaning } from '../../../shared/statistics/interval-meaning.ts';
import { suppressionPromise } from '../../../shared/statistics/suppression.ts';
import { suppressionNote } from '../../../shared/statistics/suppression-note.ts';
import { partTimeText } from '../../../shared/statistics/working-hours.ts';
import { readingTexts } from '../../../shared/sentences/left-out-words.ts';
import { QueryWords } from '../../../shared/words/query-words.ts';

/**
 * The value that the PDF, the workbook and the CSV draw. It is plain JSON, because it crosses to the drawing process:
 * money is reais, moments are ISO-8601 in UTC, months AAAAMM. `shared/words/format.ts` formats what a document prints,
 * so that a figure reads the same on screen and on paper.
 */

export const ReportSelection = z.object({
  /** 'A' to 'E', in query order. */
  label: z.string(),
  query: QueryWords,
  place: z.string(),
  filters: StoredFilters,
  /** As the search returned it; `results` is empty, because records are passed separately. */
  answer: SearchAnswer,
  /** Panels computed on request; empty in comparisons and in documents without them. */
  pages: z.array(PanelPage),
  summary: z.array(z.string()),
  /** The reasons are a sentence for each criterion: records, interval, recency. */
  quality: z.object({ label: z.string(), reasons: z.array(z.string()) }),
  /** Absolute address; null if nothing is published. */
  receiptAddress: z.string().nullable(),
});
export type ReportSelection = z.infer<typeof ReportSelection>;

/** A company's logo: a PNG or JPEG that documents can draw, in base64. */
export const ReportLogo = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg']),
  /** In pixels. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  content: z.base64(),
});
export type ReportLogo = z.infer<typeof ReportLogo>;

export const ReportModel = z.object({
  name: z.string(),
  type: z.enum(keysOf(reportTypes)),
  /** The author's company; null for a person without one. */
  companyName: z.string().nullable(),
  logo: ReportLogo.nullable(),
  /** The author's name; null for a laudo. */
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  version: z.string(),
  /** Demonstration data: a document shows `syntheticNotice` on every page or sheet. */
  isSynthetic: z.boolean(),
  selections: z
    .array(ReportSelection)
    .min(1)
    .max(1 + maxCompared),
  /** Whether the PDF has every table after its four pages. */
  hasAnnex: z.boolean(),
  /** The salary that the reader compares, in centavos. */
  ownSalary: z.number().nullable(),
  /** The release that all selections were answered on; null if nothing is published. */
  release: z
    .object({ number: z.number(), publishedAt: z.string(), files: z.array(ReceiptFile) })
    .nullable(),
  /** The site's address, without a slash at the end. */
  siteAddress: z.string(),
  /** What the months under a year old still expect to change, and how that is computed; empty if none does. */
  provisional: z.array(z.string()),
});
export type ReportModel = z.infer<typeof ReportModel>;

/** Number of records that a document lists; suppressed responses list none. */
export const listedRecords = ({ selections }: Pick<ReportModel, 'selections'>): number =>
  sum(selections, ({ answer }) => (answer.suppressed === null ? answer.totalCount : 0));

/** What limits a selection's figures: the occupation of a typed text, its ignored words, few records, other hours. */
export const answerNotes = (answer: SearchAnswer): string[] => [
  ...readingTexts(answer),
  ...edgeNotes(answer.statistics),
  ...(answer.fullTime === undefined ? [] : [partTimeText(answer.totalCount, answer.fullTime)]),
];

/** The notice on every page and sheet about synthetic and incomplete data; null if there is none. */
export function noticeOf({ isSynthetic, selections }: ReportModel): string | null {
  const incomplete = incompleteSelectionsTitle(
    selections.map(({ label, answer }) => ({ label, completeness: answer.method.completeness })),
  );
  return dataNotice(isSynthetic, incomplete);
}

/** How a selection's records were chosen, in words. */
export const methodFacts = ({ method }: SearchAnswer): [term: string, text: string][] => [
  ...(isIncomplete(method.completeness)
    ? [['Completude', incompleteText] as [string, string]]
    : []),
  ['Regra', `${method.ruleLabel}. ${method.ruleDescription}`],
  ['Série', series[method.series]],
  ['Movimentação', movements[method.movement]],
  ['Período', method.period === null ? 'sem dados' : periodText(method.period)],
];

/** How the statistics of every document are computed, and what they exclude. */
export const methodTexts: readonly string[] = [
  'Percentis e quartis são exatos, por interpolação linear (PERCENTIL.INC: posição (n − 1) · p, a partir do menor). Eles, a média e o desvio padrão amostral (n − 1) usam todos os registros, e são arredondados ao centavo.',
  `${intervalMeaning} Os limites são salários de registros, escolhidos pela binomial ou, com contratações em bloco, pelo tamanho efetivo da amostra (Woodruff, 1952). São necessários ao menos 6 registros independentes.`,
  `A diferença entre as medianas de mulheres e homens, com ao menos ${minForStatistics} registros de cada, tem intervalo de 95\u00a0% a partir dos intervalos das duas (Zou e Donner, 2008), exceto se um deles se reduz a um só salário.`,
  'Valores reais: cada salário é corrigido pelo INPC do seu mês até o último mês com índice conhecido, e só depois se calculam mediana, média e quartis. Sem índice, não há valor real.',
  `${suppressionNote} Use com cautela as amostras com menos de ${minForConfidence} registros e os percentis com menos de ${minBeyond} registros além deles.`,
  suppressionPromise,
  'Cada painel ignora o filtro da sua própria dimensão, para mostrar também os outros grupos.',
];
