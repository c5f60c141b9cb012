import { z } from 'zod';
import { qualityLabels } from '../../../shared/statistics/quality.ts';
import { QuestionWords } from '../../../shared/words/question-words.ts';
import { ReceiptFile } from '../../../shared/contracts/receipts.ts';
import { KeptFilters, SearchAnswer } from '../../../shared/contracts/search.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { mostCompared, reportTypes } from '../../../shared/contracts/reports.ts';

/**
 * The one value that the PDF, the workbook and the CSV draw. It is plain JSON, for it crosses to the process that
 * draws: money is reais, moments are ISO-8601 in UTC, months AAAAMM. What a document prints is said by
 * `shared/words/format.ts`, so that the same figure reads the same on screen and on paper.
 */

const Quality = z.object({
  level: z.enum(keysOf(qualityLabels)),
  label: z.string(),
  /** A sentence for each criterion: records, interval, recency. */
  reasons: z.array(z.string()),
  relativeWidth: z.number().nullable(),
  monthsBehind: z.number().nullable(),
});

const SummarySentence = z.object({
  panel: z.enum(['distribution', 'quartiles', 'regional', 'companySize', 'trend', 'demographic']),
  text: z.string(),
});

export const ReportSelection = z.object({
  /** 'A' to 'E', in the order in which they were asked. */
  label: z.string(),
  question: QuestionWords,
  filters: KeptFilters,
  /** As the search gave it; its `results` are empty, since records come by themselves. */
  answer: SearchAnswer,
  summary: z.array(SummarySentence),
  quality: Quality,
  /** Absolute; null while nothing is published. */
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
  id: z.string(),
  name: z.string(),
  type: z.enum(keysOf(reportTypes)),
  /** Of whoever made it; null for a person without one. */
  companyName: z.string().nullable(),
  logo: ReportLogo.nullable(),
  /** A person's name; null for one who was erased. */
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  /** Of the product. */
  version: z.string(),
  /** Demonstration data: a document says `syntheticNotice` on every page or sheet. */
  isSynthetic: z.boolean(),
  syntheticNotice: z.string(),
  selections: z
    .array(ReportSelection)
    .min(1)
    .max(1 + mostCompared),
  /** A PDF with every table after its four pages. */
  hasAnnex: z.boolean(),
  /** Centavos: the salary that its reader asks about. */
  ownSalary: z.number().nullable(),
  /** What all selections were answered on; null while nothing is published. */
  release: z
    .object({ number: z.number(), publishedAt: z.string(), files: z.array(ReceiptFile) })
    .nullable(),
  /** The site's address, without a slash at the end. */
  siteAddress: z.string(),
  /** Where this report is listed. */
  address: z.string(),
  /** What the figures are and are not: on every document. */
  limits: z.array(z.string()),
});
export type ReportModel = z.infer<typeof ReportModel>;

/** How many records a document lists: none of answers that tell only their count. */
export const listedRecords = ({ selections }: Pick<ReportModel, 'selections'>): number =>
  selections.reduce(
    (sum, { answer }) => sum + (answer.withheld === null ? answer.totalCount : 0),
    0,
  );
