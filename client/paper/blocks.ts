import type { PanelPage } from '../../shared/contracts/panel-page.ts';
import type { SearchAnswer, SearchFilters } from '../../shared/contracts/search.ts';

/** A query with its answer, for a report. */
export type PaperSelection = {
  /** 'A' to 'E'. */
  label: string;
  /** The name that distinguishes it from the selections it is compared with. */
  name: string;
  place: string;
  filters: SearchFilters;
  answer: SearchAnswer;
  pages: readonly PanelPage[];
};

/** A state: a report lists all of them, including those without records. */
export type StateName = { sigla: string; nome: string };

export type PaperColumn = {
  header: string;
  isText: boolean;
  /** A column of long words, such as digests. */
  isCode?: boolean;
};

/** A table of formatted texts; the first cell names the row. A row with one cell is a heading for those below it. */
export type PaperTable = {
  kind: 'table';
  caption: string;
  columns: readonly PaperColumn[];
  rows: readonly (readonly string[])[];
};

/** A drawing: `svg` needs only the document's own font; `alt` describes it. */
export type PaperFigure = { kind: 'figure'; svg: string; alt: string; legend: string };

/** The parts of a document, in reading order. */
export type PaperBlock =
  | { kind: 'heading'; level: 1 | 2; text: string }
  /** `lead` is not separated from what follows it. */
  | { kind: 'text'; text: string; tone: 'lead' | 'note' | 'empty' }
  | PaperFigure
  | PaperTable;
