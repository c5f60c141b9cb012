/** The panel that shows the figures of a sentence. */
export type SummaryPanel =
  | 'distribution'
  | 'quartiles'
  | 'regional'
  | 'companySize'
  | 'trend'
  | 'demographic';

export interface SummarySentence {
  readonly panel: SummaryPanel;
  readonly text: string;
}
