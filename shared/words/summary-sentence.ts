/** The panel that shows what a sentence says. */
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
